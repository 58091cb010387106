"""The web application: all doors, the socket and the pages, around the rooms."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import lru_cache

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware, _TrustedHosts

from tilerummy.server.http.endpoint import AnyEndpoint, error_response
from tilerummy.server.http.errors import HttpError
from tilerummy.server.http.handlers import accounts, rooms, rules, status
from tilerummy.server.http.middleware.access_log import AccessLog
from tilerummy.server.http.middleware.host_check import HostCheck
from tilerummy.server.http.openapi import openapi
from tilerummy.server.http.sessions import Sessions
from tilerummy.server.http.static_files import SecurityHeaders, pages
from tilerummy.server.ops import descriptors
from tilerummy.server.ops.connection_limits import ConnectionLimits
from tilerummy.server.ops.logs import WARNING, log_event, log_failure
from tilerummy.server.ops.prometheus import Metrics
from tilerummy.server.ops.quotas import Quotas
from tilerummy.server.ops.rate_limits import RateLimits
from tilerummy.server.ops.retention import Retention
from tilerummy.server.rooms.directory.rooms import Rooms
from tilerummy.server.services import QuestionService, Services
from tilerummy.server.settings import Settings
from tilerummy.server.store import StorageError, Store
from tilerummy.server.ws.session import endpoint

ENDPOINTS: tuple[AnyEndpoint, ...] = (
    *accounts.ENDPOINTS,
    *status.ENDPOINTS,
    *rooms.ENDPOINTS,
    *rules.ENDPOINTS,
)
"""Every door of the HTTP interface."""

SWEEP = 60.0
"""How often, in seconds, what is over is put away."""
RETAIN = 3600.0
"""How often, in seconds, what is old is deleted."""


def build(
    rooms: Rooms,
    store: Store,
    settings: Settings,
    asking: QuestionService,
    *,
    metrics: Metrics | None = None,
) -> Starlette:
    """Return the application; while it runs it keeps *rooms* going, and ends them with itself."""
    limits, metrics = RateLimits(settings.clock, settings.rates), metrics or Metrics()
    trusted = _TrustedHosts([*settings.proxies])

    def rejected_connections(why: str, count: int) -> None:
        metrics.rejected_connections.labels(why).inc(count)
        log_event("turned_away", WARNING, code=why, sockets=count)

    services = Services(
        settings=settings,
        store=store,
        rooms=rooms,
        sessions=Sessions(store, settings),
        limits=limits,
        connections=ConnectionLimits(
            limits, settings.bounds, exempt=trusted.__contains__, report=rejected_connections
        ),
        quotas=Quotas(store, settings),
        asking=asking,
        metrics=metrics,
    )

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        # whoever comes before a table was resumed has it read at once: nobody waits for all others
        work = (
            _resume(services),
            rooms.supervise(),
            services.watch_lag(),
            _sweep(services),
            _retain(services),
            _keep_descriptors_free(services),
        )
        tasks = [asyncio.create_task(each) for each in work]
        yield  # goes on when uvicorn has closed every socket, with 1012
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await rooms.close()
        await store.close()

    middleware = [
        Middleware(SecurityHeaders, settings=settings),
        Middleware(AccessLog, services=services),
        Middleware(HostCheck, names=settings.hosts, public_url=settings.public_url),
    ]
    if settings.proxies:
        proxies = [*settings.proxies]
        middleware.insert(0, Middleware(ProxyHeadersMiddleware, trusted_hosts=proxies))
    app = Starlette(
        routes=[
            *_routes(services),
            Route("/api/openapi.json", _described),
            Route("/api/{rest:path}", _no_door, methods=["GET", "POST", "PUT", "DELETE"]),
            WebSocketRoute("/ws", endpoint),
            Mount("/", pages(settings)),
        ],
        middleware=middleware,
        lifespan=life,
    )
    app.state.services = services
    return app


def _routes(services: Services) -> list[Route]:
    """Return a route for each path, with all of its methods."""
    paths: dict[str, dict[str, Callable[[Request], Awaitable[Response]]]] = {}
    for door in ENDPOINTS:
        paths.setdefault(door.path, {})[door.method] = _entrance(services, door)
    return [Route(path, _by_method(ways), methods=[*ways]) for path, ways in paths.items()]


def _entrance(services: Services, door: AnyEndpoint) -> Callable[[Request], Awaitable[Response]]:
    async def entrance(request: Request) -> Response:
        return await door.enter(services, request)

    return entrance


def _by_method(
    ways: dict[str, Callable[[Request], Awaitable[Response]]],
) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await ways[method](request)

    return answer


async def _described(_: Request) -> Response:
    return Response(_description(), media_type="application/json")


@lru_cache
def _description() -> bytes:
    return msgspec.json.encode(openapi(ENDPOINTS))


async def _no_door(_: Request) -> Response:
    return error_response(HttpError(404, "no_such_door", "see /api/openapi.json for what there is"))


async def _resume(services: Services) -> None:
    """Go on with the tables that were live; the others are read when somebody comes to them."""
    try:
        damaged = await services.rooms.resume_all()
    except StorageError as error:
        log_failure("(resume)", error)
        return
    services.metrics.damaged.set(len(damaged))
    if damaged:
        log_event("damaged", WARNING, rooms=len(damaged))


async def _keep_descriptors_free(services: Services) -> None:
    """Cut off connections while there is no descriptor left for what must not fail."""
    await descriptors.keep_free(lambda: services.connections.shed("descriptors"))


async def _sweep(services: Services) -> None:
    """Put away what is over, again and again."""
    while True:
        await asyncio.sleep(SWEEP)
        try:
            await services.rooms.sweep()
        except Exception as error:  # noqa: BLE001 - the next time it may work
            log_failure("(sweep)", error)


async def _retain(services: Services) -> None:
    """Delete what is old, again and again."""
    retention = Retention(services.store, services.settings)
    await asyncio.sleep(SWEEP)
    while True:
        try:
            await retention.sweep(services.rooms.room_deleted)
        except Exception as error:  # noqa: BLE001 - the next time it may work
            log_failure("(retention)", error)
        await asyncio.sleep(RETAIN)
