"""The sending side of a socket: what waits is sent in order, at once where the peer takes it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tilerummy.server.hub import GONE, Outbox
from tilerummy.server.ws.channel import Channel

CLOSING = 2.0
"""Seconds in which a peer has to take the last messages and the close."""


class Sender:
    """Sends the messages of an outbox, and closes the socket when that is asked for.

    *give_up* is called when the peer has not taken the close in time.
    """

    __slots__ = ("_channel", "_deadline", "_give_up", "_task", "outbox")

    def __init__(self, channel: Channel, give_up: Callable[[], object]) -> None:
        self._channel = channel
        self._give_up: Callable[[], object] | None = give_up
        self._task: asyncio.Task[None] | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self.outbox = Outbox(self._wake, write=self._write)

    @property
    def gave_up(self) -> bool:
        """Whether the socket was told to close, so that it may have been given up."""
        return self._deadline is not None

    def _write(self, message: bytes) -> bool:
        """Send a message, if none is being sent and the peer takes it."""
        return self._task is None and self._channel.write(message)

    def _wake(self) -> None:
        """Send what waits: at once if the peer takes it, otherwise in a task."""
        if self.outbox.closing is not None and not self.gave_up and self._give_up is not None:
            loop = asyncio.get_running_loop()
            self._deadline = loop.call_later(CLOSING, self._give_up)
        if self._task is None and not (
            self.outbox.pour(self._channel.write) and self.outbox.closing is None
        ):
            self._task = asyncio.create_task(self._send())

    async def _send(self) -> None:
        """Send everything that waits, and close the socket if it is to be closed."""
        try:
            while (raw := self.outbox.take()) is not None:
                await self._channel.send({"type": "websocket.send", "text": raw.decode()})
            if (code := self.outbox.closing) is not None:
                await self._channel.send({"type": "websocket.close", "code": code, "reason": ""})
        except (RuntimeError, OSError):
            self.outbox.close(GONE)
        finally:
            self._task = None

    async def finish(self, code: int) -> None:
        """Close the socket, and return when the peer has taken it, or had the time for it."""
        self.outbox.close(code)
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=CLOSING)

    def task(self) -> asyncio.Task[None] | None:
        """Return the task that sends, if there is one."""
        return self._task

    def forget(self) -> None:
        """Send nothing any more, and refer to nobody."""
        self.outbox.cut()
        self._give_up = self._deadline = None

    def stop_waiting(self) -> None:
        """Give nothing up any more."""
        if self._deadline is not None:
            self._deadline.cancel()
