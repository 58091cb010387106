"""The work that a server does at intervals, besides serving: due rooms, cleaning up, deleting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial

from tilerummy.server.cluster.notices import follow_notices
from tilerummy.server.ops.forever import forever
from tilerummy.server.ops.logs import WARNING, log_event
from tilerummy.server.services import Services
from tilerummy.server.settings import Settings
from tilerummy.server.store.store import Store

CLEAN_UP_EVERY = 60.0
"""How often, in seconds, abandoned rooms are closed and idle ones taken out of memory."""
DELETE_EVERY = 3600.0
"""How often, in seconds, what is old is deleted."""
CHECK_EVERY = 0.5
"""How often, in seconds, a database server is checked."""
LOST_AFTER = 1.0
"""Seconds without an answer after which it counts as lost."""
DAY = 24 * 3600_000
"""A day in milliseconds: how far the time of day may be off between two looks at it."""
STEADY = DAY
"""So many milliseconds a clock that has jumped has to run steadily before it is trusted again."""
STEADY_AT_START = 3600_000
"""The same where it seems to have jumped while no server ran: the server may have been off."""
UNPLAYED = DAY
"""So many milliseconds a table that was closed without a deal is kept."""


def maintenance(services: Services) -> tuple[Coroutine[None, None, None], ...]:
    """Return everything that runs beside the requests of a server."""
    retention, registry = Retention(services.store, services.settings), services.rooms.registry
    node = registry.services.ownership
    node.adopt, node.lose = registry.adopt, registry.lose
    return (
        node.run(),
        follow_notices(services.store, services.apply_account_event),
        services.watch_lag(),
        _repeat(services.rooms.sweep, "(sweep)", CLEAN_UP_EVERY),
        _repeat(partial(retention.sweep, registry.lose), "(retention)", DELETE_EVERY),
        *([_watch_database(services)] if services.settings.database else []),
    )


async def _watch_database(services: Services) -> None:
    """Log once when the database is lost, and once when it is found again; tell sockets meanwhile.

    An outage that ends between two checks is not logged.
    """
    loop = asyncio.get_running_loop()
    lost_at = 0.0
    while True:
        await asyncio.sleep(CHECK_EVERY)
        check = asyncio.create_task(services.store.database.is_writable())
        await asyncio.wait((check,), timeout=LOST_AFTER)
        if not services.database_lost and not (check.done() and check.result()):
            services.database_lost, lost_at = True, loop.time()
            log_event("database_lost", WARNING)
        if await check and services.database_lost:
            services.database_lost = False
            log_event("database_found", WARNING, seconds=round(loop.time() - lost_at, 1))


async def _repeat(work: Callable[[], Awaitable[None]], name: str, seconds: float) -> None:
    """Do *work* at intervals, for the first time soon after the start."""
    await asyncio.sleep(CLEAN_UP_EVERY)
    await forever(name, work, partial(asyncio.sleep, seconds))


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
            swept = await self.store.guests.delete_expired(
                now - self.settings.retention_ms, unplayed=now - UNPLAYED
            )
            gone(swept.rooms)
            if not swept:
                return

    async def _trusted_time(self) -> int | None:
        """Return the time of day, or None if it may be wrong."""
        now, steady = self.settings.now(), int(self.settings.clock() * 1000)
        if self._seen is None:
            newest = await self.store.last_write()
            jumped, wait = newest > 0 and abs(now - newest) > DAY, STEADY_AT_START
        else:
            day, then = self._seen
            jumped, wait = abs((now - day) - (steady - then)) > DAY, STEADY
        self._seen = (now, steady)
        if jumped:
            self._trusted_from = steady + wait
        return now if steady >= self._trusted_from else None
