"""The time: monotonic time, in which everything is measured, and the time of day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A scheduled call, which can be cancelled."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock:
    """The clock of the event loop on which it is used first, in milliseconds.

    *wall* tells the milliseconds since 1970, for people to read and for matches played by days.
    """

    def __init__(self, wall: Callable[[], int]) -> None:
        self._wall = wall
        self._loop: asyncio.AbstractEventLoop | None = None

    def _running(self) -> asyncio.AbstractEventLoop:
        """Return the event loop; asking asyncio for it each time would cost a system call."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        return self._loop

    def now(self) -> int:
        """Return the monotonic time."""
        return int((self._loop or self._running()).time() * 1000)

    def wall(self) -> int:
        """Return the time of day."""
        return self._wall()

    def call_later(self, ms: int, call: Callable[[], None]) -> Timer:
        """Make the call after this number of milliseconds."""
        return self._running().call_later(ms / 1000, call)

    async def sleep(self, ms: int) -> None:
        """Return after this number of milliseconds."""
        await asyncio.sleep(ms / 1000)
