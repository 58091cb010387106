"""Runs uvicorn with a given listening socket and limits, and shuts it down on a signal."""

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
"""The size of the operating system's send buffer for each connection, in bytes."""
READ_TIMEOUT = 20
"""How long a client may leave pending data unread, in seconds. Only Linux enforces this limit."""
HEAD = 32 * 1024
"""The maximum size of a request head that is still incomplete, in bytes."""
KEEP_ALIVE = 10
"""How long an idle connection stays open, in seconds."""
DRAIN = 5
"""How long a stopping server waits for running requests to finish, in seconds."""
PING, PONG = 10.0, 15.0
"""The interval between pings, and how long to wait for a pong, in seconds."""
DESCRIPTORS, SPARE = 65_536, 256
"""The number of file descriptors to request, and the number to reserve for other uses."""


def listen_on(host: str, port: int) -> socket.socket:
    """Return a socket that listens on *host* and *port*; raises OSError if that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # unless the protocol is set explicitly, accepted connections delay small responses
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # a small buffer reveals a slow client before megabytes are pending in the operating system
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, READ_TIMEOUT * 1000)
        listening.bind((host, port))
        listening.listen(2048)
        listening.setblocking(False)  # noqa: FBT003 - positional in the library
    except OSError:
        listening.close()
        raise
    return listening


def configured(app: Starlette, settings: Settings) -> uvicorn.Config:
    """Return uvicorn's configuration, including limits and trusted proxies."""
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
    """A uvicorn server that awaits *ending* before closing its sockets."""

    def __init__(self, config: uvicorn.Config, ending: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._ending = ending

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, so that new clients connect to another node, and then shut down."""
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
    """Run the server until SIGINT or SIGTERM, and return whether it started.

    *ending* is awaited before the sockets are closed. Finally, the signal is raised again.
    """
    server = _Server(configured(app, settings), ending)
    await server.serve([listening])
    return server.started


def max_connections() -> int:
    """Raise the file descriptor limit, and return the maximum number of connections.

    ``SPARE`` descriptors, or a quarter of the limit if that is fewer, are reserved for the store,
    workers and files.
    """
    try:
        import resource
    except ModuleNotFoundError:  # on Windows, where descriptors are unlimited
        return DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    limit = DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    return limit - min(SPARE, limit // 4)
