"""The socket on which a server listens, and the limits of its transport."""

from __future__ import annotations

import os
import socket

import uvicorn
from starlette.applications import Starlette

from tilerummy.server.http.transport import HttpProtocol
from tilerummy.server.settings import FRAME
from tilerummy.server.ws.transport import WebSocketProtocol

SEND_BUFFER = 128 * 1024
"""How many bytes of a connection may wait in the operating system."""
DRAIN = 5
"""Seconds in which requests under way may end when the server stops."""
PING, PONG = 10.0, 15.0
"""After how many quiet seconds a peer is pinged, and in how many it has to answer."""


def listening_at(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # with the protocol named, accepted connections send small answers at once
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # a slow reader is noticed before megabytes wait in the operating system
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listening.bind((host, port))
        listening.listen(2048)
        listening.setblocking(False)  # noqa: FBT003 - sockets take it by position alone
    except OSError:
        listening.close()
        raise
    return listening


def configured(app: Starlette) -> uvicorn.Config:
    """Return the configuration of uvicorn, with every limit of the transport."""
    return uvicorn.Config(
        app,
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=DRAIN,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    )
