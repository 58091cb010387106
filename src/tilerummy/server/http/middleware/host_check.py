"""Middleware that checks the ``Host`` header, against DNS rebinding.

A page elsewhere may let its name point to an address in this network (DNS rebinding). Its requests
then come from here, but still name it as the ``Host``. So a name has to be known; an address in
numbers is never such a page's if it is private, or the one at which the request arrived.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tilerummy.server.http.errors import HttpError
from tilerummy.server.http.serving import error_response

LONGEST = 255
"""The greatest length of a name."""


def of_this_machine() -> tuple[str, ...]:
    """Return the names by which others in the network may know this machine."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    return tuple(dict.fromkeys(each for each in (name, short, f"{short}.local") if short))


class HostCheck:
    """Rejects requests and sockets whose ``Host`` is not one of this server's."""

    def __init__(self, app: ASGIApp, names: Iterable[str], public_url: str = "") -> None:
        self._app = app
        public = urlsplit(public_url).hostname
        self._names = {"localhost", *(name.lower().rstrip(".") for name in names)}
        self._names |= {public} if public else set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on requests to this server."""
        if scope["type"] not in ("http", "websocket") or self._ours(scope):
            await self._app(scope, receive, send)
            return
        response: Response = error_response(
            HttpError(
                421,
                "unknown_host",
                "this server is not known by that name; whoever runs it can name it, with"
                " --host-name or --public-url",
            )
        )
        if scope["type"] == "websocket":
            await receive()
        await response(scope, receive, send)

    def _ours(self, scope: Scope) -> bool:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or len(hosts[0]) > LONGEST + 6:
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
    """Return the host of a ``Host`` header: without port, brackets and a last dot, in lower case.

    >>> host_of("Tiles.example.:8000"), host_of("[::1]:8000"), host_of("nobody@x")
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
