"""The services of a server around its rooms, and the application around both."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tilerummy.server.asgi.application import Application, application
from tilerummy.server.guests.sessions import Sessions
from tilerummy.server.http.endpoint import AnyEndpoint
from tilerummy.server.http.handlers import (
    games,
    guests,
    puzzles,
    questions,
    reviews,
    rooms,
    status,
)
from tilerummy.server.maintenance import maintenance
from tilerummy.server.ops.metrics import Metrics
from tilerummy.server.ops.quotas import Quotas
from tilerummy.server.ops.rate_limits import RateLimits
from tilerummy.server.reviews import ReviewService
from tilerummy.server.rooms.rooms import Rooms
from tilerummy.server.services import Services
from tilerummy.server.settings import Settings

ENDPOINTS: tuple[AnyEndpoint, ...] = (
    *guests.ENDPOINTS,
    *status.ENDPOINTS,
    *rooms.ENDPOINTS,
    *reviews.ENDPOINTS,
    *games.ENDPOINTS,
    *questions.ENDPOINTS,
    *puzzles.ENDPOINTS,
)
"""Every endpoint of the HTTP interface."""


def build(rooms: Rooms, settings: Settings, metrics: Metrics) -> Application:
    """Return the application, which keeps *rooms* going, and hands them over at its end."""
    store, workers = rooms.services.store, rooms.services.workers
    services = Services(
        settings=settings,
        store=store,
        rooms=rooms,
        sessions=Sessions(store.guests, settings),
        limits=RateLimits(settings.clock, settings.rates),
        quotas=Quotas(store.rooms, settings),
        workers=workers,
        reviews=ReviewService(workers, store),
        metrics=metrics,
    )

    @asynccontextmanager
    async def running() -> AsyncIterator[None]:
        tasks = [asyncio.create_task(each) for each in maintenance(services)]
        yield  # goes on when uvicorn has closed every socket, with 1012
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await rooms.close()
        await rooms.services.ownership.leave()
        await store.close()

    return application(services, ENDPOINTS, running)
