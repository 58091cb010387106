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

from tilerummy.server.http.endpoint import AnyDoor, refusal
from tilerummy.server.http.errors import RefusedError
from tilerummy.server.http.handlers import accounts, rooms, rules, status
from tilerummy.server.http.middleware.access_log import Accounted
from tilerummy.server.http.middleware.host_check import HostNames
from tilerummy.server.http.openapi import openapi
from tilerummy.server.http.sessions import Sessions
from tilerummy.server.http.static_files import Careful, pages
from tilerummy.server.ops import descriptors
from tilerummy.server.ops.connection_limits import Connections
from tilerummy.server.ops.logs import WARNING, failed, note
from tilerummy.server.ops.prometheus import Metrics
from tilerummy.server.ops.quotas import Quotas
from tilerummy.server.ops.rate_limits import Limits
from tilerummy.server.ops.retention import Retention
from tilerummy.server.rooms.directory.rooms import Rooms
from tilerummy.server.services import Asking, House
from tilerummy.server.settings import Settings
from tilerummy.server.store import StorageError, Store
from tilerummy.server.ws.session import endpoint

DOORS: tuple[AnyDoor, ...] = (
    *accounts.DOORS,
    *status.DOORS,
    *rooms.DOORS,
    *rules.DOORS,
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
    asking: Asking,
    *,
    metrics: Metrics | None = None,
) -> Starlette:
    """Return the application; while it runs it keeps *rooms* going, and ends them with itself."""
    limits, metrics = Limits(settings.clock, settings.rates), metrics or Metrics()
    trusted = _TrustedHosts([*settings.proxies])

    def turned_away(why: str, count: int) -> None:
        metrics.turned_away.labels(why).inc(count)
        note("turned_away", WARNING, code=why, sockets=count)

    house = House(
        settings=settings,
        store=store,
        rooms=rooms,
        sessions=Sessions(store, settings),
        limits=limits,
        connections=Connections(
            limits, settings.bounds, exempt=trusted.__contains__, report=turned_away
        ),
        quotas=Quotas(store, settings),
        asking=asking,
        metrics=metrics,
    )

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        # whoever comes before a table was resumed has it read at once: nobody waits for all others
        work = (
            _resume(house),
            rooms.supervise(),
            house.watch_lag(),
            _sweep(house),
            _retain(house),
            _keep_descriptors_free(house),
        )
        tasks = [asyncio.create_task(each) for each in work]
        yield  # goes on when uvicorn has closed every socket, with 1012
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await rooms.close()
        await store.close()

    middleware = [
        Middleware(Careful, settings=settings),
        Middleware(Accounted, house=house),
        Middleware(HostNames, names=settings.hosts, public_url=settings.public_url),
    ]
    if settings.proxies:
        proxies = [*settings.proxies]
        middleware.insert(0, Middleware(ProxyHeadersMiddleware, trusted_hosts=proxies))
    app = Starlette(
        routes=[
            *_routes(house),
            Route("/api/openapi.json", _described),
            Route("/api/{rest:path}", _no_door, methods=["GET", "POST", "PUT", "DELETE"]),
            WebSocketRoute("/ws", endpoint),
            Mount("/", pages(settings)),
        ],
        middleware=middleware,
        lifespan=life,
    )
    app.state.house = house
    return app


def _routes(house: House) -> list[Route]:
    """Return a route for each path, with all of its methods."""
    paths: dict[str, dict[str, Callable[[Request], Awaitable[Response]]]] = {}
    for door in DOORS:
        paths.setdefault(door.path, {})[door.method] = _entrance(house, door)
    return [Route(path, _by_method(ways), methods=[*ways]) for path, ways in paths.items()]


def _entrance(house: House, door: AnyDoor) -> Callable[[Request], Awaitable[Response]]:
    async def entrance(request: Request) -> Response:
        return await door.enter(house, request)

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
    return msgspec.json.encode(openapi(DOORS))


async def _no_door(_: Request) -> Response:
    return refusal(RefusedError(404, "no_such_door", "see /api/openapi.json for what there is"))


async def _resume(house: House) -> None:
    """Go on with the tables that were live; the others are read when somebody comes to them."""
    try:
        damaged = await house.rooms.resume_all()
    except StorageError as error:
        failed("(resume)", error)
        return
    house.metrics.damaged.set(len(damaged))
    if damaged:
        note("damaged", WARNING, rooms=len(damaged))


async def _keep_descriptors_free(house: House) -> None:
    """Cut off connections while there is no descriptor left for what must not fail."""
    await descriptors.keep_free(lambda: house.connections.shed("descriptors"))


async def _sweep(house: House) -> None:
    """Put away what is over, again and again."""
    while True:
        await asyncio.sleep(SWEEP)
        try:
            await house.rooms.sweep()
        except Exception as error:  # noqa: BLE001 - the next time it may work
            failed("(sweep)", error)


async def _retain(house: House) -> None:
    """Delete what is old, again and again."""
    retention = Retention(house.store, house.settings)
    await asyncio.sleep(SWEEP)
    while True:
        try:
            await retention.sweep(house.rooms.gone)
        except Exception as error:  # noqa: BLE001 - the next time it may work
            failed("(retention)", error)
        await asyncio.sleep(RETAIN)
