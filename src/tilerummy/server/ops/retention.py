"""Retention: what is old is deleted, unless the time of day may be wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tilerummy.server.settings import Settings
from tilerummy.server.store.store import Store

DAY = 24 * 3600_000
"""A day in milliseconds: how far the time of day may be off between two looks at it."""
STEADY = DAY
"""So many milliseconds a clock that has jumped has to run steadily before it is trusted again."""
STEADY_AT_START = 3600_000
"""The same where it seems to have jumped while no server ran: the server may have been off."""
UNPLAYED = DAY
"""So many milliseconds a table that was closed without a deal is kept."""


@dataclass(slots=True)
class Retention:
    """Deletes what is older than the settings say, as long as the time of day can be trusted.

    The time of day is compared with a clock that runs steadily: where the two drift apart by more
    than a day, nothing is deleted until they have agreed for a day.
    """

    store: Store
    settings: Settings
    _seen: tuple[int, int] | None = field(default=None, init=False)
    _trusted_from: int = field(default=0, init=False)

    async def sweep(self, gone: Callable[[Sequence[str]], None]) -> None:
        """Delete what is old now, and call *gone* with the rooms that were deleted."""
        now = await self._trusted_time()
        while now is not None:
            swept = await self.store.guests.sweep(now - self.settings.keep, unplayed=now - UNPLAYED)
            gone(swept.rooms)
            if not swept:
                return

    async def _trusted_time(self) -> int | None:
        """Return the time of day, or None if it may be wrong."""
        now, steady = self.settings.now(), int(self.settings.clock() * 1000)
        if self._seen is None:
            newest = await self.store.newest()
            jumped, wait = newest > 0 and abs(now - newest) > DAY, STEADY_AT_START
        else:
            day, then = self._seen
            jumped, wait = abs((now - day) - (steady - then)) > DAY, STEADY
        self._seen = (now, steady)
        if jumped:
            self._trusted_from = steady + wait
        return now if steady >= self._trusted_from else None
