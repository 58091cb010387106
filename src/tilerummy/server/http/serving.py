"""The adaptor that serves endpoints with Starlette.

It decodes a request, authenticates the visitor, applies limits, calls the handler, and encodes the
answer or the error.
"""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache, partial

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.credentials import bearer, cookie_header, visitor_of
from tilerummy.server.http.endpoint import (
    Access,
    AnyEndpoint,
    Content,
    Download,
    EventStream,
    PlainText,
)
from tilerummy.server.http.errors import (
    DisconnectedError,
    HttpError,
    error_body,
    storage_error,
    unauthenticated,
)
from tilerummy.server.http.origins import check_forgery
from tilerummy.server.http.request import is_secure
from tilerummy.server.messages.decode_errors import DECODE_ERRORS, describe_decode_error
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.rooms.errors import damaged
from tilerummy.server.services import Services
from tilerummy.server.sessions import Visitor
from tilerummy.server.store import CorruptedError, StorageError

EVENT_HEADERS = {"x-accel-buffering": "no"}
"""What keeps proxies from holding events back."""

Serve = Callable[[Request], Awaitable[Response]]


def routes(services: Services, endpoints: Iterable[AnyEndpoint]) -> list[Route]:
    """Return a route for each path, with all of its methods."""
    paths: dict[str, dict[str, Serve]] = {}
    for endpoint in endpoints:
        serve = partial(respond, services, endpoint)
        paths.setdefault(endpoint.path, {})[endpoint.method] = serve
    return [Route(path, _by_method(serve), methods=[*serve]) for path, serve in paths.items()]


def _by_method(methods: dict[str, Serve]) -> Serve:
    async def answer(request: Request) -> Response:
        return await methods["GET" if request.method == "HEAD" else request.method](request)

    return answer


async def respond(services: Services, endpoint: AnyEndpoint, request: Request) -> Response:
    """Return the response of an endpoint to a request; no exception leaves it."""
    with services.rooms.services.tracer.span(f"{endpoint.method} {endpoint.path}") as span:
        response = await _respond(services, endpoint, request)
        span.set("http.request.method", endpoint.method)
        span.set("http.route", endpoint.path)
        span.set("http.response.status_code", response.status_code)
        return response


async def _respond(services: Services, endpoint: AnyEndpoint, request: Request) -> Response:
    context = RequestContext(services, request, partial(_disconnected, request))
    try:
        answer = await _answer(context, endpoint, request)
    except HttpError as error:
        return error_response(error)
    except CorruptedError as error:
        return error_response(HttpError(500, "damaged", damaged(error)))
    except StorageError:
        return error_response(storage_error())
    except (ClientDisconnect, DisconnectedError):
        return Response(status_code=499)
    except Exception as error:  # noqa: BLE001 - nothing of it may be seen outside
        services.metrics.failure()
        mark = log_failure(endpoint.path, error)
        return error_response(HttpError(500, "server_error", f"that should not happen ({mark})"))
    response = _response(endpoint, request, answer)
    if context.cookie is not None:
        https = is_secure(request, services.settings)
        response.headers["set-cookie"] = cookie_header(
            context.cookie, services.settings, https=https
        )
    return response


async def _answer(context: RequestContext, endpoint: AnyEndpoint, request: Request) -> object:
    services = context.services
    for what in ("api", *endpoint.limits):
        context.limit(what, context.address)
    context.visitor = await visitor_of(request, services.sessions, services.settings)
    if endpoint.method != "GET":
        check_forgery(request, context.visitor, services.settings)
    if context.visitor is None and endpoint.who is not Access.ANYBODY:
        if endpoint.who is Access.GUESTS or bearer(request) is not None:
            raise unauthenticated()
        await _sign_up(context)
    elif context.visitor is not None and services.sessions.due(context.visitor):
        context.cookie = await services.sessions.renew(context.guest.id)
    return await endpoint.handler(context, await _body(endpoint, request))


async def _sign_up(context: RequestContext) -> None:
    """Make a guest of whoever asks."""
    context.limit("new_guest", context.address)
    guest, context.cookie = await context.services.sessions.make()
    context.visitor = Visitor(guest, context.services.settings.now(), "cookie")


async def _body(endpoint: AnyEndpoint, request: Request) -> msgspec.Struct:
    if endpoint.method == "GET":
        empty: msgspec.Struct = endpoint.body()
        return empty
    raw = await _read(request, endpoint.largest) or b"{}"
    try:
        body: msgspec.Struct = msgspec.json.decode(raw, type=endpoint.body)
    except DECODE_ERRORS as error:
        message = describe_decode_error(error, raw, endpoint.body)
        raise HttpError(400, "bad_message", message) from None
    return body


async def _read(request: Request, largest: int) -> bytes:
    """Return the body of a request, up to the size that is allowed."""
    raw = b""
    async for part in request.stream():
        raw += part
        if len(raw) > largest:
            raise HttpError(413, "too_large", f"a body has up to {largest} bytes")
    return raw


async def _disconnected(request: Request) -> None:
    """Return when the client is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(endpoint: AnyEndpoint, request: Request, answer: object) -> Response:
    if isinstance(answer, PlainText):
        return Response(answer.body, endpoint.status, media_type=answer.media)
    if isinstance(answer, Content):
        return Response(answer.body, answer.status, answer.headers, media_type=answer.media)
    if isinstance(answer, Download):
        disposition = {"content-disposition": f'attachment; filename="{answer.name}"'}
        return Response(answer.body, endpoint.status, disposition, media_type=answer.media)
    if isinstance(answer, EventStream):
        return StreamingResponse(
            answer.events, endpoint.status, EVENT_HEADERS, media_type="text/event-stream"
        )
    body, headers = msgspec.json.encode(answer), {}
    if endpoint.public and "gzip" in request.headers.get("accept-encoding", ""):
        body = _compressed(body)
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(body, endpoint.status, headers, media_type="application/json")


@lru_cache(maxsize=64)
def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


def error_response(error: HttpError) -> Response:
    """Return an error as a response."""
    response = Response(error_body(error), error.status, media_type="application/json")
    if error.again:
        response.headers["retry-after"] = str(int(error.again))
    return response
