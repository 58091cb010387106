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

from tilerummy.server.settings import FRAME

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was built without a compiler
    from websockets.utils import apply_mask

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
        self.__dict__.pop("parser", None)  # which knows this connection: nobody need find that out

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
        self.__dict__.pop("parser", None)

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


WAITING = 4
"""Messages of a socket that may wait for the application before no more are read."""
AT_ONCE = "tilerummy.at_once"
"""The extension of ASGI with which messages are sent at once; its ``write`` is that of Sockets."""


class Sockets(WebSocketsSansIOProtocol):
    """A connection for messages.

    What comes in as one whole text, as nearly everything does, is taken without the parser; all
    else goes through it, and so does what follows a frame that came in pieces.
    """

    _heard = 0.0
    _whole = True

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
        self.transport.write(_head(len(text)) + text)
        return True

    def data_received(self, data: bytes) -> None:
        """Take what the peer sends, which shows that it is there."""
        self._heard = self.loop.time()
        if self._whole and self.handshake_initiated:
            start = 8 if data[1:2] == b"\xfe" else 6
            size = int.from_bytes(data[2:4]) if start == 8 else (data[1] & 127 if data[1:] else 0)
            plain = data[:1] == b"\x81" and data[1:2] >= b"\x80" and len(data) == start + size
            if plain and size <= FRAME and not self.frames and self.conn.state is State.OPEN:
                self._take(apply_mask(data[start:], data[start - 4 : start]))
                return
            self._whole = _whole(data)
        super().data_received(data)

    def _take(self, text: bytes) -> None:
        """Hand a text to the application, as the parser would have it done."""
        self.curr_msg_data_type = "text"
        self.frames = [text]
        self.send_receive_event_to_app()

    def send_receive_event_to_app(self) -> None:
        """Hand a message to the application; who sends more than it takes is not listened to."""
        paused, self.read_paused = self.read_paused, True  # or reading would stop with each one
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= WAITING:
            self.read_paused = True
            self.transport.pause_reading()

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
        if message["type"] == "websocket.accept":
            self._forget_handshake()
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # else it is logged as an error of ours

    def _forget_handshake(self) -> None:
        """Keep nothing of the request any more: it would take more memory than the socket."""
        for name in ("request", "response"):
            self.__dict__.pop(name, None)
        cast("list[object]", self.scope["headers"]).clear()

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
        self.scope["extensions"] = {}  # which knew this connection, as it knows them
        self.conn.parser.close()


def _head(size: int) -> bytes:
    """Return the head of a frame that is a whole text of so many bytes: RFC 6455, section 5.2."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2)
    return b"\x81\x7f" + size.to_bytes(8)


def _whole(data: bytes) -> bool:
    """Return whether *data* ends where a frame of a client does, having begun where one does."""
    start = 0
    while start + 2 <= len(data):
        size, head = data[start + 1] & 127, 6
        if size >= 126:
            head = 8 if size == 126 else 14
            size = int.from_bytes(data[start + 2 : start + head - 4])
        start += head + size
    return start == len(data)
