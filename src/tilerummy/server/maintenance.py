"""The work that a server does at intervals, besides serving: resuming, cleaning up, deleting."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from tilerummy.server.ops import descriptors
from tilerummy.server.ops.logs import WARNING, log_event, log_failure
from tilerummy.server.ops.retention import Retention
from tilerummy.server.services import Services
from tilerummy.server.store import StorageError

CLEAN_UP_EVERY = 60.0
"""How often, in seconds, abandoned rooms are closed and idle ones taken out of memory."""
DELETE_EVERY = 3600.0
"""How often, in seconds, what is old is deleted."""


def maintenance(services: Services) -> tuple[Coroutine[None, None, None], ...]:
    """Return everything that runs beside the requests of a server."""
    return (
        _resume(services),
        services.rooms.keep_up(),
        services.rooms.supervise(),
        services.watch_lag(),
        _clean_up(services),
        _delete_old(services),
        _keep_descriptors_free(services),
    )


async def _resume(services: Services) -> None:
    """Load the live rooms; one that somebody asks for meanwhile is loaded at once."""
    try:
        damaged = await services.rooms.resume_all()
    except StorageError as error:
        log_failure("(resume)", error)
        return
    services.metrics.rooms_damaged(len(damaged))
    if damaged:
        log_event("damaged", WARNING, rooms=len(damaged))


async def _keep_descriptors_free(services: Services) -> None:
    """Close connections while no file descriptor is left for what must not fail."""
    await descriptors.keep_free(lambda: services.connections.shed("descriptors"))


async def _clean_up(services: Services) -> None:
    """Close abandoned rooms and take idle ones out of memory, at intervals."""
    while True:
        await asyncio.sleep(CLEAN_UP_EVERY)
        try:
            await services.rooms.sweep()
        except Exception as error:  # noqa: BLE001 - the next time it may work
            log_failure("(sweep)", error)


async def _delete_old(services: Services) -> None:
    """Delete what is old, at intervals."""
    retention = Retention(services.store, services.settings)
    await asyncio.sleep(CLEAN_UP_EVERY)
    while True:
        try:
            await retention.sweep(services.rooms.room_deleted)
        except Exception as error:  # noqa: BLE001 - the next time it may work
            log_failure("(retention)", error)
        await asyncio.sleep(DELETE_EVERY)
