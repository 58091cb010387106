"""Middleware that counts and logs every request: its route, status and duration."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilerummy.server.ops.logs import log_event
from tilerummy.server.services import Services

OTHER = "(page)"
"""The route of everything that is no endpoint; paths may hold codes, so they are not logged."""


class AccessLog:
    """Counts and logs each request by its route, never by its path."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app, self._services = app, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and count its result."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = self._services.settings.clock(), 500

        async def counting_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, counting_send)
        finally:
            route = getattr(scope.get("route"), "path", "") or OTHER
            method = scope["method"] if scope["method"] in METHODS else "?"
            self._services.metrics.request(method, route, status)
            if route != OTHER:
                took = (self._services.settings.clock() - began) * 1000
                log_event("request", method=method, route=route, status=status, ms=round(took, 1))


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE"})
"""The methods that are counted by their names."""
