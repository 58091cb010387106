"""The doors of the HTTP interface: each says what it takes and gives, and is served from that.

A door is a row: method, path, types and a handler. Everything that all doors have in common is
done here, once: who asks, limits, forgery, decoding, errors, encoding.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from tilerummy.server.http.errors import HttpError, too_fast, unauthenticated
from tilerummy.server.http.sessions import Visitor, bearer, cookie_name, secure
from tilerummy.server.messages.bodies import ErrorDetail, ErrorResponse
from tilerummy.server.messages.decode_errors import DECODE_ERRORS, describe_decode_error
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.ops.rate_limits import network
from tilerummy.server.rooms.faults import damaged
from tilerummy.server.settings import BODY, Settings
from tilerummy.server.store import CorruptedError, Guest, StorageError

if TYPE_CHECKING:
    from tilerummy.server.services import Services

Asked = TypeVar("Asked", bound=msgspec.Struct)
Told = TypeVar("Told")
Result = TypeVar("Result")


class Access(Enum):
    """Who may come in."""

    ANYBODY = "anybody"
    NEWCOMERS = "a guest, who is made if there is none"
    GUESTS = "a guest or a program"


class PlainText(NamedTuple):
    """An answer that is no JSON."""

    body: str
    media: str = "text/plain; charset=utf-8"


@dataclass(slots=True)
class RequestContext:
    """One request: who asks, and what stands in its address."""

    services: Services
    request: Request
    visitor: Visitor | None
    cookie: str | None = None
    """The token of a cookie to set with the answer; empty to take it away."""

    @property
    def guest(self) -> Guest:
        """Who asks; only behind doors for guests."""
        assert self.visitor is not None
        return self.visitor.guest

    @property
    def address(self) -> str:
        """Where the visitor comes from, for limits."""
        return address(self.request)

    def path(self, name: str) -> str:
        """Return a part of the path."""
        return str(self.request.path_params[name])

    def query(self, name: str, usual: str = "") -> str:
        """Return a parameter of the query."""
        return self.request.query_params.get(name, usual)

    def link(self, path: str) -> str:
        """Return *path* as a link that others can open."""
        settings = self.services.settings
        base = settings.public_url.rstrip("/")
        if not base:
            scheme = "https" if secure(self.request, settings) else "http"
            base = f"{scheme}://{self.request.headers.get('host', 'localhost')}"
        return base + path

    def limit(self, what: str, whose: str) -> None:
        """Take one of what is limited; raises RefusedError if there is none left."""
        if wait := self.services.limits.wait(what, whose):
            raise too_fast(wait)


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint(Generic[Asked, Told]):
    """One way in: what it takes and gives, and who answers."""

    method: str
    path: str
    about: str
    handler: Callable[[RequestContext, Asked], Awaitable[Told | msgspec.Raw]]
    body: type[Asked]
    answer: type[Told]
    who: Access = Access.GUESTS
    limits: tuple[str, ...] = ()
    """What is limited for each address here, besides requests as such."""
    query: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    public: bool = False
    """Whether all are told the same, so that no secret stands beside what is compressed."""

    async def enter(self, services: Services, request: Request) -> Response:
        """Return the answer to a request."""
        call = RequestContext(services, request, None)
        try:
            told = await self._told(call)
        except HttpError as error:
            return error_response(error)
        except CorruptedError as error:
            return error_response(HttpError(500, "damaged", damaged(error)))
        except StorageError:
            return error_response(
                HttpError(503, "storage", "nothing can be kept now; try again soon")
            )
        except ClientDisconnect:
            return Response(status_code=499)
        except Exception as error:  # noqa: BLE001 - nothing of it may be seen outside
            services.metrics.failures.inc()
            mark = log_failure(self.path, error)
            return error_response(
                HttpError(500, "server_error", f"that should not happen ({mark})")
            )
        if isinstance(told, PlainText):
            response = Response(told.body, self.status, media_type=told.media)
        else:
            response = self._json(call, msgspec.json.encode(told))
        if call.cookie is not None:
            https = secure(request, services.settings)
            response.headers["set-cookie"] = services.sessions.cookie(call.cookie, https=https)
        return response

    def _json(self, call: RequestContext, told: bytes) -> Response:
        headers = {}
        if self.public and "gzip" in call.request.headers.get("accept-encoding", ""):
            told = _compressed(told)
            headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(told, self.status, headers, media_type="application/json")

    async def _told(self, call: RequestContext) -> Told | msgspec.Raw:
        services = call.services
        for what in ("api", *self.limits):
            call.limit(what, call.address)
        call.visitor = await services.sessions.who(call.request)
        if self.method != "GET":
            _no_forgery(call)
        if call.visitor is None and self.who is not Access.ANYBODY:
            if self.who is Access.GUESTS or bearer(call.request) is not None:
                raise unauthenticated()
            await newcomer(call)
        elif call.visitor is not None and services.sessions.due(call.visitor):
            call.cookie = await services.sessions.renew(call.guest.id)
        return await self.handler(call, await self._body(call.request))

    async def _body(self, request: Request) -> Asked:
        if self.method == "GET":
            return self.body()
        raw = await limited(request) or b"{}"
        try:
            return msgspec.json.decode(raw, type=self.body)
        except DECODE_ERRORS as error:
            raise HttpError(
                400, "bad_message", describe_decode_error(error, raw, self.body)
            ) from None


@lru_cache(maxsize=64)
def _compressed(told: bytes) -> bytes:
    return gzip.compress(told, 6, mtime=0)


async def newcomer(call: RequestContext) -> None:
    """Make whoever asks a guest."""
    call.limit("new_guest", call.address)
    guest, call.cookie = await call.services.sessions.make()
    call.visitor = Visitor(guest, call.services.settings.now(), "cookie")


async def limited(request: Request) -> bytes:
    """Return the body of a request, up to the size that is allowed."""
    raw = b""
    async for part in request.stream():
        raw += part
        if len(raw) > BODY:
            raise HttpError(413, "too_large", f"a body has up to {BODY} bytes")
    return raw


async def unless_gone(request: Request, work: Coroutine[None, None, Result]) -> Result:
    """Return what *work* returns; it is cancelled when nobody waits for it any more.

    Raises ClientDisconnect then. The body of the request has been read.
    """
    asked, gone = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait((asked, gone), return_when=asyncio.FIRST_COMPLETED)
        if not asked.done():
            raise ClientDisconnect
        return asked.result()
    finally:
        asked.cancel()
        gone.cancel()
        await asyncio.gather(asked, gone, return_exceptions=True)


async def _gone(request: Request) -> None:
    """Return when whoever asks is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _no_forgery(call: RequestContext) -> None:
    """Raise RefusedError for a write that another page may have sent with my cookie.

    A page of another origin can send neither JSON nor a header of its own without asking first,
    and it is never told yes.
    """
    headers = call.request.headers
    if call.visitor is not None and call.visitor.how == "bearer":
        return
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HttpError(415, "not_json", "send Content-Type: application/json")
    if "origin" in headers and not same_origin(call.request, call.services.settings):
        raise HttpError(403, "foreign_origin", "this page may not ask for you")
    https = secure(call.request, call.services.settings)
    if cookie_name(https=https) in call.request.cookies and "x-tile-rummy" not in headers:
        raise HttpError(403, "no_header", "send X-Tile-Rummy: 1 with a cookie")


def same_origin(connection: HTTPConnection, settings: Settings) -> bool:
    """Return whether the page that asks is one of this server's, or one that is allowed."""
    origin = connection.headers.get("origin", "")
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    if settings.public_url:
        own = urlsplit(settings.public_url)
        if (parts.scheme, parts.netloc) == (own.scheme, own.netloc):
            return True
    return origin in settings.origins or parts.netloc == connection.headers.get("host")


def address(connection: HTTPConnection) -> str:
    """Return where a visitor comes from, as it counts for limits."""
    return network(connection.client.host) if connection.client else "?"


def error_response(error: HttpError) -> Response:
    """Return a refusal as a response."""
    told = ErrorResponse(error=ErrorDetail(code=error.code, message=error.message, why=error.why))
    response = Response(msgspec.json.encode(told), error.status, media_type="application/json")
    if error.again:
        response.headers["retry-after"] = str(int(error.again))
    return response


AnyEndpoint = Endpoint[Any, Any]
"""A door, whatever it takes and gives."""
