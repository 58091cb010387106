"""Periodic maintenance: taking due rooms, sending notifications, and deleting old data."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial

from tilerummy.server.cluster.account_events import follow_account_events
from tilerummy.server.ops.forever import forever
from tilerummy.server.ops.logs import WARNING, log_event
from tilerummy.server.services import Services
from tilerummy.server.settings import Settings
from tilerummy.server.store.store import Store

CLEAN_UP_EVERY = 60.0
"""The interval in seconds between clean-ups, which close abandoned rooms and park idle ones."""
DELETE_EVERY = 3600.0
"""The interval between deletions of old data, in seconds."""
CHECK_EVERY = 0.5
"""The interval between two checks that the database responds, in seconds."""
LOST_AFTER = 1.0
"""How long the database may take to respond before it is considered lost, in seconds."""
DAY = 24 * 3600_000
"""One day in milliseconds, which is also the largest jump of the system clock that is accepted."""
STEADY = DAY
"""How long after a jump the system clock must run steadily before it is trusted, in ms."""
STEADY_AT_START = 3600_000
"""Like ``STEADY``, but for a jump between two runs, which may mean that the computer was off."""
UNPLAYED = DAY
"""How long a table is stored if it was closed before the first deal, in milliseconds."""


def maintenance(services: Services) -> tuple[Coroutine[None, None, None], ...]:
    """Return the coroutines that run in the background as long as the server is running."""
    retention, registry = Retention(services.store, services.settings), services.rooms.registry
    node = registry.services.ownership
    node.on_taken, node.on_lost = registry.take_over, registry.unload
    return (
        node.run(),
        follow_account_events(services.store, services.apply_account_event),
        services.watch_lag(),
        _repeat(services.rooms.sweep, "(sweep)", CLEAN_UP_EVERY),
        _repeat(partial(retention.delete_expired, registry.unload), "(retention)", DELETE_EVERY),
        *([services.push.run()] if services.push else []),
        *([_watch_database(services)] if services.settings.database else []),
    )


async def _watch_database(services: Services) -> None:
    """Log when the database becomes unreachable or reachable again, and set ``database_lost``.

    An outage is not detected if it starts and ends between two checks.
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
    """Do *work* every *seconds* seconds, first after ``CLEAN_UP_EVERY`` seconds."""
    await asyncio.sleep(CLEAN_UP_EVERY)
    await forever(name, work, partial(asyncio.sleep, seconds))


@dataclass(slots=True)
class Retention:
    """Deletes expired data while the system clock can be trusted.

    If the system clock and the monotonic clock drift apart by more than a day, nothing is deleted
    until the two clocks have agreed for a day.
    """

    store: Store
    settings: Settings
    _seen: tuple[int, int] | None = field(default=None, init=False)
    _trusted_from: int = field(default=0, init=False)

    async def delete_expired(self, on_deleted: Callable[[Sequence[str]], None]) -> None:
        """Delete expired data, and call *on_deleted* with the ids of the deleted rooms."""
        now = await self._trusted_time()
        if now is not None:
            await self.store.evenings.delete_expired()
        while now is not None:
            expired = await self.store.guests.delete_expired(
                now - self.settings.retention_ms, unplayed=now - UNPLAYED
            )
            on_deleted(expired.rooms)
            if not expired:
                return

    async def _trusted_time(self) -> int | None:
        """Return the time of day in milliseconds since 1970, or None if it cannot be trusted."""
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
