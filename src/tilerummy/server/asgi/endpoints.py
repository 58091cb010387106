"""Adapts the endpoints defined in ``tilerummy.server.http`` to Starlette routes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import partial

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.requests import Request as StarletteRequest
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.responses import Response as StarletteResponse
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

from tilerummy.server.http.endpoint import AnyEndpoint
from tilerummy.server.http.errors import DisconnectedError, HttpError
from tilerummy.server.http.openapi import openapi
from tilerummy.server.http.request import Request, Response
from tilerummy.server.http.serve import error_response, respond
from tilerummy.server.services import Services
from tilerummy.server.settings import Settings

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""The HTTP methods that routes under ``/api`` use."""


def routes(services: Services, endpoints: Iterable[AnyEndpoint]) -> list[Route]:
    """Return a route for each endpoint, and one for the OpenAPI description."""
    endpoints = [*endpoints]
    description = msgspec.json.encode(openapi(endpoints))

    async def describe(_: StarletteRequest) -> StarletteResponse:
        return StarletteResponse(description, media_type="application/json")

    rows = [
        *(Route(each.path, _route(services, each), methods=[each.method]) for each in endpoints),
        Route("/api/openapi.json", describe),
    ]

    async def not_found(request: StarletteRequest) -> StarletteResponse:
        """Return the error response for an unknown path or method."""
        same_path = (each for each in rows if each.matches(request.scope)[0] is Match.PARTIAL)
        if methods := sorted({method for each in same_path for method in each.methods or ()}):
            return PlainTextResponse("Method Not Allowed", 405, {"Allow": ", ".join(methods)})
        message = "no such endpoint; see /api/openapi.json"
        return sent(error_response(HttpError(404, "no_such_door", message)))

    return [*rows, Route("/api/{rest:path}", not_found, methods=METHODS)]


def _route(
    services: Services, endpoint: AnyEndpoint
) -> Callable[[StarletteRequest], Awaitable[StarletteResponse]]:
    async def serve(request: StarletteRequest) -> StarletteResponse:
        head = request_of(request, services.settings)
        body, disconnected = _body(request), partial(_disconnected, request)
        return sent(await respond(services, endpoint, head, body, disconnected))

    return serve


def request_of(request: HTTPConnection, settings: Settings) -> Request:
    """Convert a Starlette request, or a WebSocket handshake, to a :class:`Request`."""
    return Request(
        settings=settings,
        headers=request.headers,
        cookies=request.cookies,
        query=request.query_params,
        path=request.path_params,
        host=request.client.host if request.client else "",
        https=settings.secure or request.scope["scheme"] in ("https", "wss"),
    )


async def _body(request: StarletteRequest) -> AsyncIterator[bytes]:
    try:
        async for part in request.stream():
            yield part
    except ClientDisconnect:
        raise DisconnectedError from None


async def _disconnected(request: StarletteRequest) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def sent(response: Response) -> StarletteResponse:
    """Convert a :class:`Response` to a Starlette response, streamed if its body is an iterator."""
    media = response.media or None
    if isinstance(response.body, bytes):
        return StarletteResponse(response.body, response.status, response.headers, media)
    return StreamingResponse(response.body, response.status, response.headers, media)


async def refuse(error: HttpError, scope: Scope, receive: Receive, send: Send) -> None:
    """Reject an HTTP request or WebSocket handshake with *error*."""
    if scope["type"] == "websocket":
        await receive()
    await sent(error_response(error))(scope, receive, send)
