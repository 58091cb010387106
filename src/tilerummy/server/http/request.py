"""What the server reads of an HTTP request, whichever framework has received it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from tilerummy.server.ops.rate_limits import network
from tilerummy.server.settings import Settings


class Peer(Protocol):
    """The address from which a request came."""

    @property
    def host(self) -> str:
        """The IP address."""
        ...


class HttpRequest(Protocol):
    """The head of a request, or of the handshake of a socket."""

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers, by names in lower case."""
        ...

    @property
    def cookies(self) -> Mapping[str, str]:
        """The cookies."""
        ...

    @property
    def query_params(self) -> Mapping[str, str]:
        """The parameters of the query."""
        ...

    @property
    def path_params(self) -> Mapping[str, object]:
        """The parts of the path that stand for braces in the route."""
        ...

    @property
    def client(self) -> Peer | None:
        """Where it came from; None where that is not known."""
        ...

    @property
    def scope(self) -> Mapping[str, object]:
        """The ASGI scope; ``scheme`` is read of it."""
        ...


def address_of(request: HttpRequest) -> str:
    """Return the address of a request as it counts for limits."""
    return network(request.client.host) if request.client else "?"


def is_secure(request: HttpRequest, settings: Settings) -> bool:
    """Return whether the request came by https."""
    return settings.secure or request.scope.get("scheme") in ("https", "wss")


def link_to(request: HttpRequest, settings: Settings, path: str) -> str:
    """Return *path* as a link that others can open."""
    base = settings.public_url.rstrip("/")
    if not base:
        scheme = "https" if is_secure(request, settings) else "http"
        base = f"{scheme}://{request.headers.get('host', 'localhost')}"
    return base + path
