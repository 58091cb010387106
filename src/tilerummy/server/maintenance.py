"""The work that a server does at intervals, besides serving: due rooms, cleaning up, deleting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial

from tilerummy.server.cluster.notices import NoticeBoard
from tilerummy.server.ops.logs import WARNING, log_event, log_failure
from tilerummy.server.ops.retention import Retention
from tilerummy.server.services import Services

CLEAN_UP_EVERY = 60.0
"""How often, in seconds, abandoned rooms are closed and idle ones taken out of memory."""
DELETE_EVERY = 3600.0
"""How often, in seconds, what is old is deleted."""
CHECK_EVERY = 0.5
"""How often, in seconds, a database server is checked."""
LOST_AFTER = 1.0
"""Seconds without an answer after which it counts as lost."""


def maintenance(services: Services) -> tuple[Coroutine[None, None, None], ...]:
    """Return everything that runs beside the requests of a server."""
    retention, registry = Retention(services.store, services.settings), services.rooms.registry
    node = registry.services.ownership
    node.adopt, node.lose = registry.adopt, registry.lose
    return (
        node.run(),
        NoticeBoard(services.store, services.noticed).run(),
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
    while True:
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - the next time it may work
            log_failure(name, error)
        await asyncio.sleep(seconds)
