"""The endpoints of ``http/`` as routes of Starlette."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from functools import partial

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.requests import Request as StarletteRequest
from starlette.responses import Response as StarletteResponse
from starlette.responses import StreamingResponse
from starlette.routing import Route

from tilerummy.server.http.endpoint import AnyEndpoint
from tilerummy.server.http.errors import DisconnectedError, HttpError
from tilerummy.server.http.openapi import openapi
from tilerummy.server.http.request import Request, RequestHead, Response
from tilerummy.server.http.serve import error_response, respond
from tilerummy.server.services import Services

Serve = Callable[[Request], Awaitable[Response]]


def routes(services: Services, endpoints: Iterable[AnyEndpoint]) -> list[Route]:
    """Return a route for each path, with all of its methods, and one for their description."""
    endpoints = [*endpoints]
    paths: dict[str, dict[str, Serve]] = {}
    for endpoint in endpoints:
        serve = partial(respond, services, endpoint)
        paths.setdefault(endpoint.path, {})[endpoint.method] = serve
    description = msgspec.json.encode(openapi(endpoints))

    async def describe(_: StarletteRequest) -> StarletteResponse:
        return StarletteResponse(description, media_type="application/json")

    return [
        *(Route(path, _by_method(serve), methods=[*serve]) for path, serve in paths.items()),
        Route("/api/openapi.json", describe),
        Route("/api/{rest:path}", _not_found, methods=["GET", "POST", "PUT", "DELETE"]),
    ]


async def _not_found(_: StarletteRequest) -> StarletteResponse:
    message = "see /api/openapi.json for what there is"
    return sent(error_response(HttpError(404, "no_such_door", message)))


def _by_method(
    methods: dict[str, Serve],
) -> Callable[[StarletteRequest], Awaitable[StarletteResponse]]:
    async def answer(request: StarletteRequest) -> StarletteResponse:
        method = "GET" if request.method == "HEAD" else request.method
        return sent(await methods[method](_request_of(request)))

    return answer


def head_of(request: HTTPConnection) -> RequestHead:
    """Return the head of a request, or of the one that opens a socket, as the server knows it."""
    return RequestHead(*_head(request))


def _request_of(request: StarletteRequest) -> Request:
    return Request(*_head(request), partial(_stream, request), partial(_disconnected, request))


def _head(
    request: HTTPConnection,
) -> tuple[
    Mapping[str, str], Mapping[str, str], Mapping[str, str], Mapping[str, object], str, bool
]:
    host = request.client.host if request.client else ""
    https = request.scope["scheme"] in ("https", "wss")
    parts = (request.headers, request.cookies, request.query_params, request.path_params)
    return (*parts, host, https)


async def _stream(request: StarletteRequest) -> AsyncIterator[bytes]:
    """Yield the body of a request."""
    try:
        async for part in request.stream():
            yield part
    except ClientDisconnect:
        raise DisconnectedError from None


async def _disconnected(request: StarletteRequest) -> None:
    """Return when the client is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def sent(response: Response) -> StarletteResponse:
    """Return a response as Starlette sends it."""
    media = response.media or None
    if isinstance(response.body, bytes):
        return StarletteResponse(response.body, response.status, response.headers, media)
    return StreamingResponse(response.body, response.status, response.headers, media)
