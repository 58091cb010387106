"""A request as the server knows it, whatever has received it: who sends it, and from which page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tilerummy.server.guests.sessions import PREFIX, Sessions, Visitor
from tilerummy.server.http.errors import HttpError
from tilerummy.server.ops.rate_limits import network
from tilerummy.server.settings import Settings


@dataclass(frozen=True, slots=True)
class Request:
    """The head of a request, or of the one that opens a socket.

    ``headers`` are found by their names in lower case. ``path`` has the parts that stand for braces
    in the route. ``host`` is the IP address from which it came, empty if that is not known, and
    ``https`` tells how it came.
    """

    headers: Mapping[str, str]
    cookies: Mapping[str, str]
    query: Mapping[str, str]
    path: Mapping[str, object]
    host: str
    https: bool


TEXT = "text/plain; charset=utf-8"


@dataclass(slots=True)
class Response:
    """The answer to a request; a body that is an iterator is sent part by part."""

    status: int
    body: bytes | AsyncIterator[bytes]
    media: str
    headers: dict[str, str] = field(default_factory=dict)


def address_of(request: Request) -> str:
    """Return the address of a request as it counts for limits."""
    return network(request.host) if request.host else "?"


def is_secure(request: Request, settings: Settings) -> bool:
    """Return whether the request came by https."""
    return settings.secure or request.https


def link_to(request: Request, settings: Settings, path: str) -> str:
    """Return *path* as a link that others can open."""
    base = settings.public_url.rstrip("/")
    if not base:
        scheme = "https" if is_secure(request, settings) else "http"
        base = f"{scheme}://{request.headers.get('host', 'localhost')}"
    return base + path


# Credentials: the cookie of a guest, or the bearer token of a program


def cookie_name(*, https: bool) -> str:
    """Return the cookie's name; behind https no other host or path can have set it."""
    return "__Host-tilerummy" if https else "tilerummy"


def bearer(request: Request) -> str | None:
    """Return the bearer token of a request, or None if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip().removeprefix(PREFIX) if scheme.lower() == "bearer" else None


async def visitor_of(request: Request, sessions: Sessions, settings: Settings) -> Visitor | None:
    """Return who sends a request, or None for somebody without a valid token."""
    token = bearer(request)
    if token is not None:
        return await sessions.who(token, "bearer")
    https = is_secure(request, settings)
    return await sessions.who(request.cookies.get(cookie_name(https=https), ""), "cookie")


def cookie_header(token: str, settings: Settings, *, https: bool) -> str:
    """Return the header that sets the cookie; an empty token deletes it."""
    age = settings.keep // 1000 if token else 0
    flags = "; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if https else "")
    return f"{cookie_name(https=https)}={token}; Max-Age={age}{flags}"


# Forgery: writes that another page sends with a visitor's cookie. A page of another origin can send
# neither JSON nor a header of its own without a preflight request, and none is ever allowed.


def same_origin(request: Request, settings: Settings) -> bool:
    """Return whether the page that asks is one of this server's, or one that is allowed.

    Where people come by https, a page that came without it may be anybody's on the way.
    """
    origin = request.headers.get("origin", "")
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    if settings.public_url:
        own = urlsplit(settings.public_url)
        if (parts.scheme, parts.netloc) == (own.scheme, own.netloc):
            return True
    if origin in settings.origins:
        return True
    safe = parts.scheme == "https" or not is_secure(request, settings)
    return safe and parts.netloc == request.headers.get("host")


def check_forgery(request: Request, visitor: Visitor | None, settings: Settings) -> None:
    """Raise HttpError for a write that another page may have sent with the visitor's cookie."""
    headers = request.headers
    if visitor is not None and visitor.how == "bearer":
        return
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HttpError(415, "not_json", "send Content-Type: application/json")
    if "origin" in headers and not same_origin(request, settings):
        raise HttpError(403, "foreign_origin", "this page may not ask for you")
    https = is_secure(request, settings)
    if cookie_name(https=https) in request.cookies and "x-tile-rummy" not in headers:
        raise HttpError(403, "no_header", "send X-Tile-Rummy: 1 with a cookie")
