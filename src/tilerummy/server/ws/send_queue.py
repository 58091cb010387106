"""A bounded queue of messages to be sent on a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec import Raw

from tilerummy.server.messages.server import ServerMessage
from tilerummy.server.settings import QUEUE
from tilerummy.server.ws.channel import Channel, ClosedError

SLOW, GONE = 1013, 1006
"""Close codes for a peer that reads too slowly and for a peer that has disconnected."""
CLOSE_TIMEOUT = 2.0
"""How long to wait for a peer to accept that the socket is closed, in seconds."""


@dataclass(eq=False, slots=True)
class SendQueue:
    """The messages to send on one socket, in order, with at most *bound* bytes in total.

    If the queue overflows, the socket is closed with :data:`SLOW`. *give_up* is called if the peer
    does not accept the close in time. *since* is when the token that opened the socket was issued,
    and ``closing`` is the socket's close code.
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
        """True once the socket is being closed; *give_up* may be called from then on."""
        return self._deadline is not None

    def __call__(self, message: ServerMessage | Raw, /) -> None:
        """Queue a message, unless the socket is being closed."""
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
        """Discard all queued messages, and close the socket with *code*; later calls do nothing."""
        if self.closing is None:
            self.closing = code
            self._waiting.clear()
            self._deadline = asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self.give_up)
            self._start()

    def _start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._send())

    async def _send(self) -> None:
        """Send all queued messages, then close the socket if this was requested."""
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
        """Close the socket with *code*; wait until the peer accepts this or the timeout expires."""
        self.close(code)
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=CLOSE_TIMEOUT)

    async def stop(self) -> None:
        """Stop sending messages."""
        self._end()
        if self._deadline is not None:
            self._deadline.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _end(self) -> None:
        self.closing = self.closing or GONE
        self._waiting.clear()
