"""ASGI middleware: checks, limits and headers for all requests and sockets.

* Paths are normalised first, because headers, files, routes and limits depend on them. If only some
  of these treated ``/embed/../index.html`` as ``/index.html``, a page could be served with another
  page's headers.
* The ``Host`` header is checked to prevent DNS rebinding: a malicious site can point its domain at
  an address in this network, and requests from its pages then have that domain as the ``Host``. So
  only known host names are accepted. Numeric addresses are accepted if they are private, or if the
  request was sent to that address.
* The number of simultaneous requests and sockets is limited per address.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Iterable
from ipaddress import ip_address
from posixpath import normpath
from urllib.parse import quote, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilerummy.server.asgi.endpoints import refuse
from tilerummy.server.asgi.pages import FRAMED, OFFLINE
from tilerummy.server.http.errors import HttpError
from tilerummy.server.ops.logs import WARNING, log_event
from tilerummy.server.ops.rate_limits import network
from tilerummy.server.services import Services
from tilerummy.server.settings import Settings

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)
"""The content security policy: no inline code, no other origins, no frames."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
}
"""The headers of every response. They suppress referrers, because URLs contain invitation codes.

Only the web client itself may use the camera, to read tiles. Any of its paths may lead to
``/photo``.
"""
FRAMED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
FRAMED_HEADERS = {
    **{name: value for name, value in HEADERS.items() if name != "x-frame-options"},
    "content-security-policy": FRAMED_POLICY,
    "permissions-policy": HEADERS["permissions-policy"].replace("camera=(self)", "camera=()"),
}
"""The headers for ``/embed/``: other sites may put it in a frame, since its games are public."""
OFFLINE_HEADERS = {
    **HEADERS,
    "content-security-policy": f"{POLICY}; script-src 'self' 'wasm-unsafe-eval'",
}
"""The headers for scripts that run WebAssembly: ``/offline-game/`` and ``PHOTO_READER``."""
PHOTO_READER = "/assets/photo_reader"
"""The prefix of the worker that reads photos with WebAssembly. Only the worker may compile it."""
UNCACHED = ("/api/", "/metrics", "/healthz", "/readyz")
"""Prefixes of paths whose responses must not be cached."""
OTHER = "(page)"
"""The route to log for requests to no endpoint, whose paths may contain invitation codes."""
LOGGED_EVERY = 10.0
"""The minimum time between log entries about rejected connections, in seconds."""
MAX_NAME = 255
"""The maximum length of a host name, in characters."""


RENAMED = {"/api/carry": "/api/device-transfer"}
"""Old path prefixes and their replacements; the old paths continue to work for one release."""


class NormalPaths:
    """Normalises the paths of requests and sockets."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Normalise the path, and then pass on the request or socket."""
        if scope["type"] in ("http", "websocket"):
            path = normal_path(scope["path"])
            for old, new in RENAMED.items():
                path = new + path.removeprefix(old) if path.startswith(old) else path
            if path != scope["path"]:
                scope = {**scope, "path": path, "raw_path": quote(path).encode()}
        await self._app(scope, receive, send)


def normal_path(path: str) -> str:
    r"""Return a decoded path without empty segments, ``.`` or ``..``, but with any trailing slash.

    >>> normal_path("/embed/../index.html"), normal_path("//api/./me/"), normal_path(r"/a\..\b")
    ('/index.html', '/api/me/', '/b')
    """
    slashes = path.replace("\\", "/")
    normal = "/" + normpath("/" + slashes).lstrip("/")
    folder = slashes.rpartition("/")[2] in ("", ".", "..")
    return normal + "/" if folder and normal != "/" else normal


class SecurityHeaders:
    """Adds security headers to every response, unless they have been set already."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        secure = {"strict-transport-security": "max-age=31536000"} if settings.secure else {}
        self._headers = {**HEADERS, **secure}
        self._framed = {**FRAMED_HEADERS, **secure}
        self._offline = {**OFFLINE_HEADERS, **secure}

    def _added(self, path: str) -> dict[str, str]:
        if path.startswith(FRAMED):
            return self._framed
        return self._offline if path.startswith((OFFLINE, PHOTO_READER)) else self._headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request, and add the headers to the response."""

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in self._added(scope["path"]).items():
                    headers.setdefault(name, value)
                if scope["path"].startswith(UNCACHED):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, with_headers)


class ConnectionLimits:
    """Limits the requests and sockets of each address and all sockets, and delays fast clients."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app, self._services = app, services
        self._requests: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()
        self._unlogged: Counter[str] = Counter()
        self._logged = -LOGGED_EVERY

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request or socket, or reject it if it exceeds a limit."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        settings = self._services.settings
        open_, limit = self._requests, settings.address_requests
        if scope["type"] == "websocket":
            open_, limit = self._sockets, settings.address_sockets
        address = network((scope.get("client") or ("?",))[0])
        if open_[address] >= limit:
            message = f"at most {limit} per address: close one, or try again later"
            self._count("requests" if open_ is self._requests else "sockets")
            await refuse(HttpError(429, "too_many", message, again=30), scope, receive, send)
            return
        if scope["type"] == "websocket" and open_.total() >= settings.connections:
            self._count("full")
            message = "the server has too many connections"
            await refuse(HttpError(503, "server_busy", message, again=10), scope, receive, send)
            return
        open_[address] += 1
        try:
            if pause := self._services.limits.charge("request", address):
                await asyncio.sleep(pause)
            await self._app(scope, receive, send)
        finally:
            open_[address] -= 1
            if not open_[address]:
                del open_[address]

    def _count(self, reason: str) -> None:
        """Count a rejected connection; log the counts at most every ``LOGGED_EVERY`` seconds."""
        self._services.metrics.count("connections_rejected", reason)
        self._unlogged[reason] += 1
        now = self._services.settings.clock()
        if now - self._logged >= LOGGED_EVERY:
            self._logged = now
            for code, count in self._unlogged.items():
                log_event("turned_away", WARNING, code=code, sockets=count)
            self._unlogged.clear()


class AccessLog:
    """Counts requests and logs them by route, never by path."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app, self._services = app, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request, and then count and log its outcome."""
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
            self._services.metrics.count("requests", method, route, str(status))
            if route != OTHER:
                took = (self._services.settings.clock() - began) * 1000
                log_event("request", method=method, route=route, status=status, ms=round(took, 1))


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE"})
"""The methods that are counted by name; any other method is counted as ``?``."""


def local_host_names() -> tuple[str, ...]:
    """Return the host names that other machines in the local network may use for this one."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    return tuple(dict.fromkeys(each for each in (name, short, f"{short}.local") if short))


class HostCheck:
    """Rejects requests and sockets whose ``Host`` header is unknown."""

    def __init__(self, app: ASGIApp, names: Iterable[str], public_url: str = "") -> None:
        self._app = app
        public = urlsplit(public_url).hostname
        self._names = {"localhost", *(name.lower().rstrip(".") for name in names)}
        self._names |= {public} if public else set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request or socket if its ``Host`` is this server, or reject it otherwise."""
        if scope["type"] not in ("http", "websocket") or self._ours(scope):
            await self._app(scope, receive, send)
            return
        message = (
            "this server does not accept that host name; its operator can add the name with"
            " --allowed-host or --public-url"
        )
        await refuse(HttpError(421, "unknown_host", message), scope, receive, send)

    def _ours(self, scope: Scope) -> bool:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or len(hosts[0]) > MAX_NAME + 6:
            return False
        name = host_of(hosts[0].decode("latin-1"))
        if name in self._names or name.endswith(".localhost"):
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        if address.is_private or address.is_loopback or address.is_link_local:
            return True
        server = scope.get("server")
        return server is not None and str(address) == server[0].partition("%")[0]


def host_of(header: str) -> str:
    """Return the host from a ``Host`` header in lower case, without port, brackets or final dot.

    Returns an empty string if the header is malformed.

    >>> host_of("Tiles.example.:8000"), host_of("[::1]:8000"), host_of("ann@x")
    ('tiles.example', '::1', '')
    """
    if any(mark in header for mark in "/?#@\\ \t,"):
        return ""
    try:
        parts = urlsplit(f"//{header}")
        port = parts.port
    except ValueError:
        return ""
    del port
    return (parts.hostname or "").rstrip(".")
