"""Builds the ASGI application and the services that it uses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route, WebSocketRoute

from tilerummy.server.asgi.endpoints import routes
from tilerummy.server.asgi.middleware import (
    AccessLog,
    ConnectionLimits,
    HostCheck,
    NormalPaths,
    SecurityHeaders,
)
from tilerummy.server.asgi.pages import (
    OFFLINE,
    PreviewPage,
    StaticPage,
    game_preview_tags,
    puzzle_preview_tags,
)
from tilerummy.server.asgi.pipe import Pipe
from tilerummy.server.asgi.sockets import SocketEndpoint
from tilerummy.server.http.all_endpoints import ENDPOINTS
from tilerummy.server.maintenance import maintenance
from tilerummy.server.ops.metrics import Metrics
from tilerummy.server.rooms.rooms import Rooms
from tilerummy.server.services import services_for
from tilerummy.server.settings import Settings

Application = Starlette


def build(rooms: Rooms, settings: Settings, metrics: Metrics) -> Application:
    """Return the application: endpoints, WebSocket and web client, wrapped in the middleware.

    While the application runs, it also performs maintenance. At shutdown, it releases *rooms*, so
    that other nodes can take them, and closes the store.
    """
    node = rooms.services.ownership
    services = services_for(rooms, settings, metrics)

    @asynccontextmanager
    async def running(_: Application) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(each) for each in maintenance(services)]
        yield  # resumes once uvicorn has closed all sockets with code 1012
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await rooms.close()
        await node.leave()
        await services.store.close()

    page = StaticPage(settings.pages)
    app = Starlette(
        routes=[
            *routes(services, ENDPOINTS),
            WebSocketRoute("/ws", SocketEndpoint(services)),
            Route("/games/{game}", PreviewPage(services, page, game_preview_tags)),
            Route("/puzzles/{mode}", PreviewPage(services, page, puzzle_preview_tags)),
            *(
                [Mount(OFFLINE, StaticPage(settings.offline.folder, OFFLINE))]
                if settings.offline
                else []
            ),
            Mount("/", page),
        ],
        middleware=[
            Middleware(NormalPaths),
            Middleware(Pipe, node=node, key=settings.key, limits=services.limits),
            Middleware(SecurityHeaders, settings=settings),
            Middleware(AccessLog, services=services),
            Middleware(ConnectionLimits, services=services),
            Middleware(HostCheck, names=settings.hosts, public_url=settings.public_url),
        ],
        lifespan=running,
    )
    app.state.services = services
    return app
