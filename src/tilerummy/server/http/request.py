"""A request with its sender, origin and headers, independent of the web framework."""

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
    """The head of an HTTP request or a WebSocket handshake.

    ``headers`` has names in lower case, and ``path`` contains the parameters in the route's path.
    ``host`` is the client's IP address, or an empty string if it is unknown. ``https`` is True if
    players connect over HTTPS.
    """

    settings: Settings
    headers: Mapping[str, str]
    cookies: Mapping[str, str]
    query: Mapping[str, str]
    path: Mapping[str, object]
    host: str
    https: bool

    @property
    def address(self) -> str:
        """The client's address for rate limits; for an IPv6 address, it is the network."""
        return network(self.host) if self.host else "?"

    @property
    def cookie_name(self) -> str:
        """The cookie's name; over HTTPS, its prefix stops other hosts and paths from setting it."""
        return "__Host-tilerummy" if self.https else "tilerummy"

    @property
    def bearer(self) -> str | None:
        """The bearer token from the Authorization header, or None if there is no such token."""
        scheme, _, token = self.headers.get("authorization", "").partition(" ")
        return token.strip().removeprefix(PREFIX) if scheme.lower() == "bearer" else None

    def link(self, path: str) -> str:
        """Return the absolute URL of *path*, at the public address that players use."""
        base = self.settings.public_url.rstrip("/")
        scheme = "https" if self.https else "http"
        return (base or f"{scheme}://{self.headers.get('host', 'localhost')}") + path

    def cookie(self, token: str) -> str:
        """Return the ``Set-Cookie`` header value for *token*; an empty token deletes the cookie."""
        age = self.settings.retention_ms // 1000 if token else 0
        flags = "; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if self.https else "")
        return f"{self.cookie_name}={token}; Max-Age={age}{flags}"

    def same_origin(self) -> bool:
        """Return whether the request's origin is trusted; over HTTPS, HTTP origins are not."""
        origin = self.headers.get("origin", "")
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            return False
        if self.settings.public_url:
            own = urlsplit(self.settings.public_url)
            if (parts.scheme, parts.netloc) == (own.scheme, own.netloc):
                return True
        if origin in self.settings.origins:
            return True
        safe = parts.scheme == "https" or not self.https
        return safe and parts.netloc == self.headers.get("host")


TEXT = "text/plain; charset=utf-8"


@dataclass(slots=True)
class Response:
    """A response, which is streamed if the body is an iterator."""

    status: int
    body: bytes | AsyncIterator[bytes]
    media: str
    headers: dict[str, str] = field(default_factory=dict)


async def visitor_of(request: Request, sessions: Sessions) -> Visitor | None:
    """Return the visitor who sent a request, or None if the request has no valid token."""
    if request.bearer is not None:
        return await sessions.identify(request.bearer, "bearer")
    return await sessions.identify(request.cookies.get(request.cookie_name, ""), "cookie")


def check_forgery(request: Request, visitor: Visitor | None) -> None:
    """Raise HttpError if another site may have forged this request with the visitor's cookie.

    Only requests that change something are checked. Other origins cannot send JSON or custom
    headers, because that would need a preflight request, which always fails.
    """
    headers = request.headers
    if visitor is not None and visitor.how == "bearer":
        return
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HttpError(415, "not_json", "send Content-Type: application/json")
    if "origin" in headers and not request.same_origin():
        raise HttpError(403, "foreign_origin", "this site may not send requests for you")
    if request.cookie_name in request.cookies and "x-tile-rummy" not in headers:
        raise HttpError(403, "no_header", "send X-Tile-Rummy: 1 with a cookie")
