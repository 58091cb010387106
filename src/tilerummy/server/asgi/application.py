"""The ASGI application: endpoints, the socket and the page, behind the middleware."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager

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
from tilerummy.server.asgi.pages import GamePage, StaticPage
from tilerummy.server.asgi.pipe import Pipe
from tilerummy.server.asgi.sockets import SocketEndpoint
from tilerummy.server.http.endpoint import AnyEndpoint
from tilerummy.server.services import Services

Application = Starlette


def application(
    services: Services,
    endpoints: Iterable[AnyEndpoint],
    running: Callable[[], AbstractAsyncContextManager[None]],
) -> Application:
    """Return the application; *running* is entered at its start, and left when all is closed."""
    settings, page = services.settings, StaticPage(services.settings.pages)
    node = services.rooms.services.ownership
    app = Starlette(
        routes=[
            *routes(services, endpoints),
            WebSocketRoute("/ws", SocketEndpoint(services)),
            Route("/games/{game}", GamePage(services, page)),
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
        lifespan=lambda _: running(),
    )
    app.state.services = services
    return app
