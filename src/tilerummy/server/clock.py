"""The server's clock: monotonic time for measuring durations, and the time of day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """The handle of a scheduled call."""

    def cancel(self) -> None:
        """Cancel the call, unless it has already been made."""


class Clock:
    """A clock in milliseconds, bound to the event loop that first uses it.

    *wall* returns the milliseconds since 1970. They are used for display and for matches that last
    for days.
    """

    def __init__(self, wall: Callable[[], int]) -> None:
        self._wall = wall
        self._loop: asyncio.AbstractEventLoop | None = None

    def _running(self) -> asyncio.AbstractEventLoop:
        """Return the event loop, cached because looking it up in asyncio takes a system call."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        return self._loop

    def now(self) -> int:
        """Return the current monotonic time, in milliseconds."""
        return int((self._loop or self._running()).time() * 1000)

    def wall(self) -> int:
        """Return the current time of day, in milliseconds since 1970."""
        return self._wall()

    def call_later(self, ms: int, call: Callable[[], None]) -> Timer:
        """Schedule *call* to run in *ms* milliseconds, and return its timer."""
        return self._running().call_later(ms / 1000, call)

    async def sleep(self, ms: int) -> None:
        """Wait for *ms* milliseconds."""
        await asyncio.sleep(ms / 1000)
