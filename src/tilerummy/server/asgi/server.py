"""uvicorn as it serves the application: its listening socket, its limits, its end on a signal."""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import uvicorn
from starlette.applications import Starlette

from tilerummy.server.asgi.metered import MeteredSocket
from tilerummy.server.settings import FRAME, Settings

SEND_BUFFER = 128 * 1024
"""How many bytes of a connection may wait in the operating system."""
TAKING = 20
"""Seconds in which a peer must read some of what waits for it; on Linux."""
HEAD = 32 * 1024
"""The most bytes of the address and headers of a request that are waited for."""
KEEP_ALIVE = 10
"""Seconds for which a connection is kept after an answer."""
DRAIN = 5
"""Seconds in which requests under way may end when the server stops."""
PING, PONG = 10.0, 15.0
"""How often, in seconds, a peer is pinged, and in how many it has to answer."""
DESCRIPTORS, SPARE = 65_536, 256
"""How many file descriptors are requested, and how many are not for connections."""


def listen_on(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # with the protocol named, accepted connections send small answers at once
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # a slow reader is noticed before megabytes wait in the operating system
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TAKING * 1000)
        listening.bind((host, port))
        listening.listen(2048)
        listening.setblocking(False)  # noqa: FBT003 - sockets take it by position alone
    except OSError:
        listening.close()
        raise
    return listening


def configured(app: Starlette, settings: Settings) -> uvicorn.Config:
    """Return the configuration of uvicorn: its limits, and the proxies that it believes."""
    config = uvicorn.Config(
        app,
        http="h11",
        h11_max_incomplete_event_size=HEAD,
        ws="websockets-sansio",
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        limit_concurrency=settings.connections,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=DRAIN,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=[*settings.proxies],
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    )
    config.load()
    assert config.ws_protocol_class is not None
    config.ws_protocol_class = partial(MeteredSocket, config.ws_protocol_class)  # type: ignore[assignment]
    return config


class _Server(uvicorn.Server):
    """Does something before it closes its sockets."""

    def __init__(self, config: uvicorn.Config, ending: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._ending = ending

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; who connects from now on is refused, and goes to another node."""
        for server in self.servers:
            server.close()
        await self._ending()
        await super().shutdown(sockets)


async def serve(
    app: Starlette,
    settings: Settings,
    listening: socket.socket,
    ending: Callable[[], Awaitable[None]],
) -> bool:
    """Serve until SIGINT or SIGTERM, raise that signal again, and return whether it began to.

    *ending* is called before the sockets are closed.
    """
    server = _Server(configured(app, settings), ending)
    await server.serve([listening])
    return server.started


def max_connections() -> int:
    """Return how many connections there may be, after raising the limit of file descriptors.

    Some are left for the store, the workers and files; a quarter of all, if that is less.
    """
    try:
        import resource
    except ModuleNotFoundError:  # on Windows, where descriptors are not limited
        return DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    most = DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    return most - min(SPARE, most // 4)
