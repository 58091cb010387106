"""How bytes are taken from the net: what is too slow or too much is cut off before it counts.

Uvicorn bounds the size of a message and the time between two requests. What it leaves open is
bounded here: how long a request may take to arrive, how long its head may be, how many pieces a
message may come in, and how long a peer that reads nothing keeps its connection.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from http import HTTPStatus
from typing import cast

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

ARRIVAL = 10.0
"""Seconds in which a request must have arrived."""
HEAD = 32 * 1024
"""Bytes that address and headers of a request may have together."""
PIECES = 64
"""Pieces in which a message may come."""
LINGER = 5.0
"""Seconds in which the last bytes must have been taken by the peer."""


class Http(HttpToolsProtocol):
    """A connection for requests."""

    _late: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin to wait for the first request."""
        super().connection_made(cast("asyncio.Transport", transport))
        self._await_arrival()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._arrived()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Begin to wait for the rest of a request."""
        super().on_message_begin()
        self._head = 0
        self._await_arrival()

    def on_url(self, url: bytes) -> None:
        """Take a piece of the address."""
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header."""
        self._count(name + value)
        super().on_header(name, value)

    def on_message_complete(self) -> None:
        """Wait no more for this request."""
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over."""
        self._arrived()
        super().handle_websocket_upgrade()

    def _count(self, piece: bytes) -> None:
        self._head += len(piece)
        if self._head > HEAD:
            self.transport.abort()
            raise ValueError("the head of the request is too long")

    def _await_arrival(self) -> None:
        self._arrived()
        self._late = self.loop.call_later(ARRIVAL, self.transport.abort)

    def _arrived(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


AT_ONCE = "tilerummy.at_once"
"""The extension of ASGI with which messages are sent at once; its ``write`` is that of Sockets."""


class Sockets(WebSocketsSansIOProtocol):
    """A connection for messages."""

    _heard = 0.0

    def handle_connect(self, event: Request) -> None:
        """Tell the application how it may send at once."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            extensions = self.scope["extensions"]
            assert extensions is not None
            extensions[AT_ONCE] = {"write": self.write}

    def write(self, text: bytes) -> bool:
        """Send a message, and return whether that could be done without waiting."""
        open_still = self.conn.state is State.OPEN and not (self.close_sent or self.disconnected)
        if not (open_still and self.writable.is_set()):
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def data_received(self, data: bytes) -> None:
        """Take what the peer sends, which shows that it is there."""
        self._heard = self.loop.time()
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Ask the peer whether it is there, unless it has said something meanwhile."""
        assert self.ping_interval is not None
        quiet = self.loop.time() - self._heard + self.last_ping_rtt
        if quiet < self.ping_interval:
            later = self.ping_interval - quiet
            self.ping_timer = self.loop.call_later(later, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message, or the answer by which a socket is refused."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # else it is logged as an error of ours

    def handle_cont(self, event: Frame) -> None:
        """Take a piece of a message."""
        if len(self.frames) >= PIECES:
            self.conn.fail(1009, "too many pieces")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Leave a peer that takes no more bytes."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.loop.call_later(LINGER, self.transport.abort)
