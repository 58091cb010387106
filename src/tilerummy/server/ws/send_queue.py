"""What waits to be sent on a socket, in order and up to a bound."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec import Raw

from tilerummy.server.messages.server import ServerMessage
from tilerummy.server.settings import QUEUE
from tilerummy.server.ws.channel import Channel, ClosedError

SLOW, GONE = 1013, 1006
"""Close codes: the peer reads too slowly, or is gone."""
CLOSING = 2.0
"""Seconds in which a peer has to take the close."""


@dataclass(eq=False, slots=True)
class SendQueue:
    """The messages that wait to be sent on one socket, at most *bound* bytes.

    Where more wait, the socket is closed with :data:`SLOW`. *encode* writes them. *give_up* is
    called when the peer has not taken a close in time. *since* is from when the token is with
    which it was opened. ``closing`` is the code with which it is closed.
    """

    channel: Channel
    encode: Callable[[ServerMessage | Raw], bytes]
    give_up: Callable[[], object]
    since: int
    bound: int = QUEUE
    closing: int | None = None
    _waiting: list[bytes] = field(default_factory=list)
    _size: int = 0
    _task: asyncio.Task[None] | None = None
    _deadline: asyncio.TimerHandle | None = None

    @property
    def gave_up(self) -> bool:
        """Whether the socket was told to close, so that it may have been given up."""
        return self._deadline is not None

    def __call__(self, message: ServerMessage | Raw, /) -> None:
        """Send a message, if the socket is not to be closed."""
        if self.closing is not None:
            return
        raw = self.encode(message)
        if self._size + len(raw) > self.bound:
            self.close(SLOW)
            return
        self._waiting.append(raw)
        self._size += len(raw)
        self._start()

    def close(self, code: int, /) -> None:
        """Close the socket with that code, and discard what waits."""
        if self.closing is None:
            self.closing = code
            self._waiting.clear()
            self._deadline = asyncio.get_running_loop().call_later(CLOSING, self.give_up)
            self._start()

    def _start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._send())

    async def _send(self) -> None:
        """Send everything that waits, and close the socket if it is to be closed."""
        try:
            while self._waiting:
                message = self._waiting.pop(0)
                self._size -= len(message)
                await self.channel.send(message)
            if self.closing is not None:
                await self.channel.close(self.closing)
        except ClosedError:
            self._end()
        finally:
            self._task = None

    async def finish(self, code: int) -> None:
        """Close the socket, and return when the peer has taken it, or had the time for it."""
        self.close(code)
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=CLOSING)

    async def stop(self) -> None:
        """Send nothing any more."""
        self._end()
        if self._deadline is not None:
            self._deadline.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _end(self) -> None:
        self.closing = self.closing or GONE
        self._waiting.clear()
