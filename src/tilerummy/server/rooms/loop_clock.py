"""The clock port on the running event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tilerummy.server.rooms.ports import Timer


class LoopClock:
    """The time of the event loop on which it is used first."""

    def __init__(self, wall: Callable[[], int]) -> None:
        self._wall = wall
        self._loop: asyncio.AbstractEventLoop | None = None

    def _running(self) -> asyncio.AbstractEventLoop:
        """Return the event loop; asking asyncio for it each time would cost a system call."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        return self._loop

    def now(self) -> int:
        """Return the loop's time."""
        return int((self._loop or self._running()).time() * 1000)

    def wall(self) -> int:
        """Return the time since 1970."""
        return self._wall()

    def call_later(self, ms: int, call: Callable[[], None]) -> Timer:
        """Let the loop make the call."""
        return self._running().call_later(ms / 1000, call)

    async def sleep(self, ms: int) -> None:
        """Let the loop wait."""
        await asyncio.sleep(ms / 1000)
