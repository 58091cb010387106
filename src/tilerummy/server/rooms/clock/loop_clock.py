"""The clock port on the running event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tilerummy.server.rooms.ports import Timer


class LoopClock:
    """The time of the running event loop."""

    def __init__(self, wall: Callable[[], int]) -> None:
        self._wall = wall

    def now(self) -> int:
        """Return the loop's time."""
        return int(asyncio.get_running_loop().time() * 1000)

    def wall(self) -> int:
        """Return the time since 1970."""
        return self._wall()

    def call_later(self, ms: int, call: Callable[[], None]) -> Timer:
        """Let the loop make the call."""
        return asyncio.get_running_loop().call_later(ms / 1000, call)

    async def sleep(self, ms: int) -> None:
        """Let the loop wait."""
        await asyncio.sleep(ms / 1000)
