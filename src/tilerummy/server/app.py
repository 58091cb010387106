"""The ASGI application: endpoints, the socket and the page, around the rooms."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware, _TrustedHosts

from tilerummy.server.asgi.endpoints import routes, sent
from tilerummy.server.asgi.middleware import AccessLog, HostCheck, NormalPaths, SecurityHeaders
from tilerummy.server.asgi.pages import GamePage, pages
from tilerummy.server.asgi.sockets import endpoint as socket_endpoint
from tilerummy.server.guests.sessions import Sessions
from tilerummy.server.http.endpoint import AnyEndpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.http.handlers import (
    games,
    guests,
    puzzles,
    questions,
    reviews,
    rooms,
    status,
)
from tilerummy.server.http.openapi import openapi
from tilerummy.server.http.serve import error_response
from tilerummy.server.maintenance import maintenance
from tilerummy.server.ops.connection_limits import ConnectionLimits
from tilerummy.server.ops.logs import WARNING, log_event
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


def build(rooms: Rooms, settings: Settings, metrics: Metrics) -> Starlette:
    """Return the application; while it runs it keeps *rooms* going, and closes them at its end."""
    services = _services(rooms, settings, metrics)
    rooms.when_noticed(services.noticed)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(each) for each in maintenance(services)]
        yield  # goes on when uvicorn has closed every socket, with 1012
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await rooms.close()
        await services.store.close()

    page = pages(settings)
    middleware = [
        Middleware(NormalPaths),
        Middleware(SecurityHeaders, settings=settings),
        Middleware(AccessLog, services=services),
        Middleware(HostCheck, names=settings.hosts, public_url=settings.public_url),
    ]
    if settings.proxies:
        proxies = [*settings.proxies]
        middleware.insert(0, Middleware(ProxyHeadersMiddleware, trusted_hosts=proxies))
    app = Starlette(
        routes=[
            *routes(services, ENDPOINTS),
            Route("/api/openapi.json", _openapi),
            Route("/api/{rest:path}", _not_found, methods=["GET", "POST", "PUT", "DELETE"]),
            WebSocketRoute("/ws", socket_endpoint),
            Route("/games/{game}", GamePage(services, page)),
            Mount("/", page),
        ],
        middleware=middleware,
        lifespan=lifespan,
    )
    app.state.services = services
    return app


def _services(rooms: Rooms, settings: Settings, metrics: Metrics) -> Services:
    limits, store = RateLimits(settings.clock, settings.rates), rooms.services.store
    workers = rooms.services.workers
    trusted = _TrustedHosts([*settings.proxies])

    def report(reason: str, count: int) -> None:
        metrics.connections_rejected(reason, count)
        log_event("turned_away", WARNING, code=reason, sockets=count)

    return Services(
        settings=settings,
        store=store,
        rooms=rooms,
        sessions=Sessions(store, settings),
        limits=limits,
        connections=ConnectionLimits(
            limits, settings.bounds, exempt=trusted.__contains__, report=report
        ),
        quotas=Quotas(store, settings),
        workers=workers,
        reviews=ReviewService(workers, store),
        metrics=metrics,
    )


async def _openapi(_: Request) -> Response:
    return Response(_description(), media_type="application/json")


@lru_cache
def _description() -> bytes:
    return msgspec.json.encode(openapi(ENDPOINTS))


async def _not_found(_: Request) -> Response:
    message = "see /api/openapi.json for what there is"
    return sent(error_response(HttpError(404, "no_such_door", message)))
