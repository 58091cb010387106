"""Serves requests: rate limits, sessions, forgery checks, decoding, handlers and encoding."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import lru_cache

import msgspec

from tilerummy.server.guests.sessions import Visitor
from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, AnyEndpoint
from tilerummy.server.http.errors import (
    DisconnectedError,
    HttpError,
    storage_error,
    unauthenticated,
)
from tilerummy.server.http.request import Request, Response, check_forgery, visitor_of
from tilerummy.server.messages.bodies.common import ErrorDetail, ErrorResponse
from tilerummy.server.messages.decode_errors import DECODE_ERRORS, describe_decode_error
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.room.refusal import Refused
from tilerummy.server.rooms.access import damaged
from tilerummy.server.services import Services
from tilerummy.server.store.types import CorruptedError, StorageError

REQUEST_TIMEOUT = 408
JSON = "application/json"
BODY_TIMEOUT = 10.0
"""How long a client may take to send a request body, in seconds."""


async def respond(
    services: Services,
    endpoint: AnyEndpoint,
    request: Request,
    body: AsyncIterator[bytes],
    disconnected: Callable[[], Awaitable[None]],
) -> Response:
    """Return an endpoint's response to a request; never raises an exception.

    *body* may raise DisconnectedError. Awaiting *disconnected* waits until the client disconnects.
    """
    context = RequestContext(services, request, disconnected)
    with services.rooms.services.tracer.span(f"{endpoint.method} {endpoint.path}") as set_attribute:
        response = await _respond(context, endpoint, body)
        set_attribute("http.request.method", endpoint.method)
        set_attribute("http.route", endpoint.path)
        set_attribute("http.response.status_code", response.status)
        return response


async def _respond(
    context: RequestContext, endpoint: AnyEndpoint, body: AsyncIterator[bytes]
) -> Response:
    services, request = context.services, context.request
    try:
        result = await _result(context, endpoint, body)
    except HttpError as error:
        return error_response(error)
    except Refused as refused:
        reason = refused.reasons[0]
        status = 404 if reason.code == "no_such_room" else 400
        return error_response(HttpError(status, reason.code, reason.message))
    except CorruptedError as error:
        return error_response(HttpError(500, "damaged", damaged(error)))
    except StorageError:
        return error_response(storage_error())
    except DisconnectedError:
        return Response(499, b"", "")
    except Exception as error:  # noqa: BLE001 - details must not reach the client
        services.metrics.count("failures")
        mark = log_failure(endpoint.path, error)
        return error_response(HttpError(500, "server_error", f"internal error {mark}"))
    response = _response(endpoint, request, result)
    if context.cookie is not None:
        response.headers["set-cookie"] = request.cookie(context.cookie)
    return response


async def _result(
    context: RequestContext, endpoint: AnyEndpoint, body: AsyncIterator[bytes]
) -> object:
    services, request = context.services, context.request
    for kind in ("api", *endpoint.limits):
        context.limit(kind, context.address)
    context.visitor = await visitor_of(request, services.sessions)
    if endpoint.method != "GET":
        check_forgery(request, context.visitor)
    if context.visitor is None and endpoint.access is not Access.ANYONE:
        if endpoint.access is Access.GUESTS or request.bearer is not None:
            raise unauthenticated()
        context.limit("new_guest", context.address)
        guest, context.cookie = await services.sessions.sign_up()
        context.visitor = Visitor(guest, services.settings.now(), "cookie")
    elif context.visitor is not None and services.sessions.needs_renewal(context.visitor):
        context.cookie = await services.sessions.renew(context.guest.id)
    return await endpoint.handler(context, await _body(endpoint, body))


async def _body(endpoint: AnyEndpoint, body: AsyncIterator[bytes]) -> msgspec.Struct:
    if endpoint.method == "GET":
        empty: msgspec.Struct = endpoint.body()
        return empty
    raw = b""
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            async for part in body:
                raw += part
                if len(raw) > endpoint.max_body:
                    message = f"the body can have at most {endpoint.max_body} bytes"
                    raise HttpError(413, "too_large", message)
    except TimeoutError:
        message = f"the body must arrive within {BODY_TIMEOUT:.0f} s"
        raise HttpError(REQUEST_TIMEOUT, "too_slow", message) from None
    try:
        decoded: msgspec.Struct = msgspec.json.decode(raw or b"{}", type=endpoint.body)
    except DECODE_ERRORS as error:
        message = describe_decode_error(error, raw or b"{}", endpoint.body)
        raise HttpError(400, "bad_message", message) from None
    return decoded


def _response(endpoint: AnyEndpoint, request: Request, result: object) -> Response:
    if isinstance(result, Response):
        return result
    body = msgspec.json.encode(result)
    if endpoint.public and "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(endpoint.status, _compressed(body), JSON, headers)
    return Response(endpoint.status, body, JSON)


@lru_cache(maxsize=64)
def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


def error_response(error: HttpError) -> Response:
    """Convert an HttpError to a response whose body is an :class:`ErrorResponse`."""
    headers = {"retry-after": str(int(error.again))} if error.again else {}
    if error.status == REQUEST_TIMEOUT:
        headers["connection"] = "close"
    detail = ErrorDetail(code=error.code, message=error.message, why=error.why)
    return Response(error.status, msgspec.json.encode(ErrorResponse(error=detail)), JSON, headers)
