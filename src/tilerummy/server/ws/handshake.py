"""The handshake of a socket: who may open one."""

from __future__ import annotations

from tilerummy.server.guests.sessions import Visitor
from tilerummy.server.http.errors import HttpError, too_fast, unauthenticated
from tilerummy.server.http.request import Request, same_origin, visitor_of
from tilerummy.server.services import Services


async def authenticate(services: Services, request: Request, address: str) -> Visitor:
    """Return who may open a socket, which counts for the address then; raises HttpError."""
    if wait := services.limits.wait("handshake", address):
        raise too_fast(wait)
    bearer = "authorization" in request.headers
    if not bearer and not same_origin(request, services.settings):
        raise HttpError(403, "foreign_origin", "this page may not open a socket for you")
    visitor = await visitor_of(request, services.sessions, services.settings)
    if visitor is None:
        raise unauthenticated()
    most = services.settings.sockets
    if services.connections.of(visitor.guest.id) >= most:
        raise HttpError(429, "too_many", f"up to {most} sockets at once", again=5)
    return visitor
