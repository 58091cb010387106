"""How bytes are taken from the net: what is too slow or too much is cut off before it counts.

Uvicorn bounds the size of a message and the time between two requests. What it leaves open is
bounded here: how many connections there are, how long a request may take to arrive and an answer
to be taken, how long a head may be, how many pieces a message may come in, and how much a peer
may send. What is read is worked on in slices, so that no peer holds up the others; who has sent
more than its share is read again later.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

from starlette.applications import Starlette
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
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

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilerummy.server.connections import Connection, Connections

ARRIVAL = 10.0
"""Seconds in which a request must have arrived, from the connection or its first byte on."""
TAKING = 20.0
"""Seconds in which a peer must have taken so much of an answer that there is room for more."""
HEAD = 32 * 1024
"""Bytes that address and headers of a request may have together."""
PIECES = 64
"""Pieces in which a message may come."""
LINGER = 5.0
"""Seconds in which the last bytes must have been taken by the peer."""
SLICE = 2048
"""So many bytes of requests are worked on at once."""
FRAMES = 512
"""So many bytes of small frames are worked on at once."""
REQUEST = 4.0
"""What a request costs, in pieces of input."""

_REFUSAL = b"too many connections from this address: close some, or try again in 10 seconds\n"
REFUSAL = (
    b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\nretry-after: 10\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n%s"
) % (len(_REFUSAL), _REFUSAL)
"""What is answered to a connection that may not be."""


class Http(HttpToolsProtocol):
    """A connection for requests."""

    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _place: Connection | None = None
    _head = 0
    _requests = 0
    _later: bytes = b""
    _held = False

    @property
    def _everybody(self) -> Connections:
        app = cast("Starlette", self.config.app)
        return cast("Connections", app.state.house.connections)

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin to wait for the first request, if there is room for the connection."""
        transport = cast("asyncio.Transport", transport)
        host = (transport.get_extra_info("peername") or ("?",))[0]
        self._place = self._everybody.enter(host, transport.abort)
        if self._place is None:
            self.transport = transport
            transport.write(REFUSAL)
            transport.close()
            return
        super().connection_made(transport)
        self._await_arrival()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        if self._place is None:
            return
        self._place.leave()
        self._arrived()
        self._taken()
        super().connection_lost(exc)
        self.__dict__.pop("parser", None)  # which knows this connection: nobody need find that out

    def data_received(self, data: bytes) -> None:
        """Take what the peer sends, a slice at a time."""
        if self._place is None:
            return
        if self._later or self._held:
            self._later += data
            self.flow.pause_reading()
            return
        self._take(data)

    def _take(self, data: bytes) -> None:
        assert self._place is not None
        self._later = data[SLICE:]
        self._requests = 0
        super().data_received(data[:SLICE] if self._later else data)
        if self.transport.is_closing() or not self._mine:
            self._later = b""
            return
        wait = self._place.wait(1 + min(len(data), SLICE) / 1024 + REQUEST * self._requests)
        if wait or self._later:
            self._held = True
            self.flow.pause_reading()
            self.loop.call_later(wait, self._go_on)

    @property
    def _mine(self) -> bool:
        """Whether the connection is not one for messages yet."""
        return self.transport.get_protocol() is self

    def _go_on(self) -> None:
        """Work on what has come, when the requests before it are answered."""
        self._held = False
        if self.transport.is_closing():
            self._later = b""
        elif self.pipeline:
            pass  # until the answer is there
        else:
            if self._later:
                self._take(self._later)
            if not self._held and not self.pipeline and self._mine:
                self.flow.resume_reading()

    def on_message_begin(self) -> None:
        """Begin to wait for the rest of a request."""
        super().on_message_begin()
        self._head = 0
        if self._late is None:
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
        self._requests += 1
        if self._place is not None:
            self._place.busy()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on with what came meanwhile; leave a peer that does not take the last bytes."""
        super().on_response_complete()
        if self.transport.is_closing():
            self.loop.call_later(LINGER, self.transport.abort)
        elif not self.pipeline:
            if self._place is not None and self.cycle.response_complete:
                self._place.idle()
            if self._later and not self._held:
                self._held = True
                self.loop.call_soon(self._go_on)

    def timeout_keep_alive_handler(self) -> None:
        """Leave a peer that asks for nothing more."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(LINGER, self.transport.abort)

    def pause_writing(self) -> None:
        """Begin to wait for the peer to take what was sent."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(TAKING, self.transport.abort)

    def resume_writing(self) -> None:
        """Wait no more for the peer."""
        self._taken()
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over."""
        self._arrived()
        assert self._place is not None
        self._place.busy()
        self.ws_protocol_class = partial(Sockets, place=self._place)  # type: ignore[assignment]
        super().handle_websocket_upgrade()
        # which refers to this connection, and has no more to do
        self.__dict__.pop("parser", None)

    def _count(self, piece: bytes) -> None:
        self._head += len(piece)
        if self._head > HEAD:
            self.transport.abort()
            raise ValueError("the head of the request is too long")

    def _await_arrival(self) -> None:
        self._late = self.loop.call_later(ARRIVAL, self.transport.abort)

    def _arrived(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _taken(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


WAITING = 4
"""Messages of a socket that may wait for the application before no more are read."""
AT_ONCE = "tilerummy.at_once"
"""The extension of ASGI with which messages are sent at once and charged to an address.

Its ``write`` is :meth:`Sockets.write`, its ``charge`` :meth:`Sockets.charge`.
"""


class Sockets(WebSocketsSansIOProtocol):
    """A connection for messages; *place* is its place among all connections.

    What comes in as one whole text, as nearly everything does, is taken without the parser; all
    else goes through it, and so does what follows a frame that came in pieces.
    """

    _heard = 0.0
    _whole = True
    _over = False
    _frames = 0
    _later: bytes = b""
    _held = False

    def __init__(self, *args: Any, place: Connection, **kwargs: Any) -> None:  # noqa: ANN401 - uvicorn's
        super().__init__(*args, **kwargs)
        self._place = place
        app = cast("Starlette", self.config.app)
        everybody: Connections = app.state.house.connections
        self._meter: Callable[[float], float] = everybody.limits.meter("socket_input")

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place free."""
        self._place.leave()
        super().connection_lost(exc)
        if self._over:
            self._forget()

    def handle_connect(self, event: Request) -> None:
        """Tell the application how it may send at once."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            extensions = self.scope["extensions"]
            assert extensions is not None
            extensions[AT_ONCE] = {"write": self.write, "charge": self.charge}

    def charge(self, address: str) -> None:
        """Have what comes from now on count for that address, which a proxy has named."""
        self._place.whose = address

    def write(self, text: bytes) -> bool:
        """Send a message, and return whether that could be done without waiting."""
        open_still = self.conn.state is State.OPEN and not (self.close_sent or self.disconnected)
        if not (open_still and self.writable.is_set()):
            return False
        self.transport.write(_head(len(text)) + text)
        return True

    def data_received(self, data: bytes) -> None:
        """Take what the peer sends, which shows that it is there, a slice at a time."""
        self._heard = self.loop.time()
        if self._later or self._held:
            self._later += data
            self.transport.pause_reading()
            return
        self._take(data)

    def _take(self, data: bytes) -> None:
        # the head of a handshake was bounded as the head of a request
        some = FRAMES if self.handshake_initiated else len(data)
        self._later = data[some:]
        self._frames = 0
        self._parse(data[:some] if self._later else data)
        if self.transport.is_closing():
            self._later = b""
            return
        cost = 1.0 + self._frames + min(len(data), some) / 2048
        wait = max(self._meter(cost), self._place.wait(cost))
        if wait or self._later:
            self._held = True
            self.transport.pause_reading()
            self.loop.call_later(wait, self._go_on)

    def _go_on(self) -> None:
        """Work on what has come, when the messages before it are taken."""
        self._held = False
        if self.transport.is_closing():
            self._later = b""
        elif self.read_paused:
            pass  # until the application has taken the last message
        else:
            if self._later:
                self._take(self._later)
            self._read_on()

    def _read_on(self) -> None:
        """Have the transport read again, unless there is a reason to wait."""
        if not (self._held or self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message."""
        message = await super().receive()
        if self._later and not self._held and not self.read_paused:
            self._held = True
            self.loop.call_soon(self._go_on)
        return message

    def _parse(self, data: bytes) -> None:
        if self._whole and self.handshake_initiated:
            start = 8 if data[1:2] == b"\xfe" else 6
            size = int.from_bytes(data[2:4]) if start == 8 else (data[1] & 127 if data[1:] else 0)
            plain = data[:1] == b"\x81" and data[1:2] >= b"\x80" and len(data) == start + size
            if plain and size <= FRAME and not self.frames and self.conn.state is State.OPEN:
                self._hand_over(apply_mask(data[start:], data[start - 4 : start]))
                return
            self._whole = _whole(data)
        super().data_received(data)

    def _hand_over(self, text: bytes) -> None:
        """Hand a text to the application, as the parser would have it done."""
        self._frames += 1
        self.curr_msg_data_type = "text"
        self.frames = [text]
        self.send_receive_event_to_app()

    def send_receive_event_to_app(self) -> None:
        """Hand a message over; what is no text closes the connection, and is no error of ours.

        Who sends more than the application takes is not listened to until it has taken some.
        """
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self.frames = []
            self.conn.fail(1007, "not UTF-8")
            self.handle_parser_exception()
            return
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
        self._frames += 1
        if len(self.frames) >= PIECES:
            self.conn.fail(1009, "too many pieces")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Count and answer a ping."""
        self._frames += 1
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Count and take a pong."""
        self._frames += 1
        super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """Count and take a message, or its first piece."""
        self._frames += 1
        super().handle_text(event)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Leave a peer that takes no more bytes."""
        super().on_task_complete(task)
        self._over = True
        if self.disconnected:
            self._forget()
        else:
            self.loop.call_later(LINGER, self.transport.abort)

    def _forget(self) -> None:
        """Forget what refers to itself: it would stay until all garbage is looked for, seldom."""
        del self.scope
        self.conn.parser.close()
        self.conn.parser_exc = self.conn.handshake_exc = None


def _is_text(pieces: list[bytes]) -> bool:
    try:
        b"".join(pieces).decode()
    except UnicodeDecodeError:
        return False
    return True


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
