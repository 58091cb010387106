"""What is counted and logged of every request: which door, how it went, how long it took."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilerummy.server.ops.logs import log_event
from tilerummy.server.services import Services

ELSEWHERE = "(page)"
"""The route of everything that is no door; addresses hold codes, so they are not told."""


class AccessLog:
    """Counts and logs each request by the pattern of its address, never by the address."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app, self._services = app, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and note what came of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = self._services.settings.clock(), 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            route = getattr(scope.get("route"), "path", "") or ELSEWHERE
            method = scope["method"] if scope["method"] in METHODS else "?"
            self._services.metrics.request(method, route, status)
            if route != ELSEWHERE:
                took = (self._services.settings.clock() - began) * 1000
                log_event("request", method=method, route=route, status=status, ms=round(took, 1))


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE"})
"""The methods that are counted by their names."""
