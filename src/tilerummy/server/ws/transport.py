"""The transport of sockets: reads a slice at a time, within limits, and sends.

Uvicorn limits the size of a message. Here the number of its fragments is limited, and how much a
peer may send. From a peer that sent more than its share nothing is read for a while.
"""

from __future__ import annotations

import asyncio
import logging
from functools import cached_property
from http import HTTPStatus
from secrets import token_bytes
from typing import TYPE_CHECKING, Any, Literal, cast

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from tilerummy.server.limits import LINGER
from tilerummy.server.ws.channel import CHANNEL
from tilerummy.server.ws.frames import PONG, head_of_text, is_text, missing_bytes, unmasked_message
from tilerummy.server.ws.queues import MessageQueue, WriteGate

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.applications import Starlette

    from tilerummy.server.ops.connection_limits import ConnectionLimits, ConnectionSlot

PIECES = 64
"""The most fragments of a message."""
FRAMES = 512
"""The bytes of several frames that are parsed at once."""
WAITING = 4
"""So many messages may wait for the application; then no more are read."""
UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
"""The answer to a handshake that cannot be read, where the parser has none."""
_PARTS = frozenset(
    {
        *("config", "loop", "connections", "tasks", "transport", "queue", "writable", "frames"),
        *("ping_timer", "read_paused", "disconnected", "close_sent", "_place", "_meter"),
        *("_heard", "_frames", "_missing", "_later", "_held", "_corked"),
    }
)
"""The attributes that an open socket keeps, where they differ from those of the class."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """The connection of a socket; *place* is its slot among all connections.

    A message that comes as one whole frame, as nearly all do, is read without the parser, all else
    with it. ``_missing`` bytes of a frame are still to come, None where that is not known.

    There may be thousands of sockets, most of them quiet. So the parser, and all that uvicorn keeps
    of the handshake, is released between two messages; what is the same for all is on the class.
    """

    queue: MessageQueue  # type: ignore[assignment]
    writable: WriteGate  # type: ignore[assignment]
    logger = logging.getLogger("uvicorn.error")
    handshake_initiated = handshake_complete = True
    close_sent = disconnected = read_paused = False
    close_timeout, ping_sent_at, last_ping_rtt = 10.0, 0.0, 0.0
    client = None
    close_timer: asyncio.TimerHandle | None = None
    pong_timer: asyncio.TimerHandle | None = None
    pending_ping_payload: bytes | None = None
    initial_response: tuple[int, list[tuple[str, str]], bytes] | None = None
    curr_msg_data_type: Literal["text", "bytes"] = "text"

    _heard = 0.0
    _missing: int | None = 0
    _over = False
    _frames = 0
    _later: bytes = b""
    _held = False
    _corked: list[bytes] | None = None

    def __init__(self, *args: Any, place: ConnectionSlot, **kwargs: Any) -> None:  # noqa: ANN401 - uvicorn's
        super().__init__(*args, **kwargs)
        self.queue, self.writable = MessageQueue(), WriteGate()
        self._place = place
        self._serve: Callable[[], Awaitable[None]] | None = None
        app = cast("Starlette", self.config.app)
        everybody: ConnectionLimits = app.state.services.connections
        self._meter: Callable[[float], float] = everybody.limits.meter("socket_input")

    @cached_property
    def conn(self) -> ServerProtocol:  # type: ignore[override]
        """The parser of a connection that is open, at the beginning of a frame."""
        new = ServerProtocol(max_size=self.config.ws_max_size, logger=self.logger)
        new.parser.close()
        new.state = State.OPEN
        new.parser = new.parse()
        next(new.parser)
        return new

    @property
    def _open(self) -> bool:
        conn: ServerProtocol | None = self.__dict__.get("conn")
        return conn is None or conn.state is State.OPEN

    async def run_asgi(self) -> None:
        """Let the application answer the request, and then serve the socket."""
        try:
            await self.app(self.scope, self.receive, self.send)
            serve, self._serve = self._serve, None
            if serve is not None:
                await serve()
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        else:
            if not self.handshake_complete:
                self.logger.error("ASGI callable returned without completing handshake.")
                self.send_500_response()
        if self.close_timer is None:
            self.transport.close()

    def stay(self, serve: Callable[[], Awaitable[None]]) -> None:
        """Serve the socket with *serve*, which accepts it, when the application has returned."""
        self._serve = serve

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the slot."""
        self._place.leave()
        super().connection_lost(exc)
        if self._over:
            self._forget()

    def handle_connect(self, event: Request) -> None:
        """Give the application the channel."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            extensions = self.scope["extensions"]
            assert extensions is not None
            extensions[CHANNEL] = cast("dict[object, object]", self)

    def charge(self, address: str) -> None:
        """Charge what comes from now on to that address, which a proxy has named."""
        self._place.whose = address

    def write(self, text: bytes) -> bool:
        """Send a message, and return whether that was possible without waiting."""
        open_still = self._open and not (self.close_sent or self.disconnected)
        if not (open_still and self.writable.is_set()):
            return False
        corked = self._corked
        if corked is None:
            self.transport.write(head_of_text(len(text)) + text)
            return True
        if not corked:
            self.loop.call_soon(self._flush)
        corked += (head_of_text(len(text)), text)
        return True

    def cork(self) -> None:
        """Send what is written now together, at the latest in the next turn of the loop."""
        self._corked = []

    def uncork(self) -> None:
        """Send what is held, and from now on each message at once."""
        self._flush()
        self._corked = None

    def _flush(self) -> None:
        """Send what is held."""
        if self._corked:
            held = b"".join(self._corked)
            self._corked.clear()
            if not self.transport.is_closing():
                self.transport.write(held)

    def data_received(self, data: bytes) -> None:
        """Read what the peer sends, a slice at a time; it shows that the peer is there."""
        self._heard = self.loop.time()
        if self._later or self._held:
            self._later += data
            self.transport.pause_reading()
            return
        self._take(data)

    def _take(self, data: bytes) -> None:
        """Read one whole message, or a slice of anything else."""
        self._frames = 0
        # the head of a handshake was bounded as the head of a request
        size = FRAMES if self.handshake_initiated else len(data)
        whole = self._whole(data)
        if whole is not None:
            size = len(data)
            if data[0] == PONG:
                self.handle_pong(Frame(Opcode.PONG, whole))
            else:
                self._hand_over(whole)
        self._later = data[size:]
        if whole is None:
            self._parse(data[:size])
        if self.transport.is_closing():
            self._later = b""
            return
        cost = 1.0 + self._frames + min(len(data), size) / 2048
        wait = max(self._meter(cost), self._place.wait(cost))
        if wait or self._later:
            self._held = True
            self.transport.pause_reading()
            self.loop.call_later(wait, self._go_on)

    def _go_on(self) -> None:
        """Read what has come, when the messages before it are taken."""
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
        """Resume reading, unless there is a reason to wait."""
        if not (self._held or self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._read_on()
        if self._later and not self._held and not self.read_paused:
            self._held = True
            self.loop.call_soon(self._go_on)
        return message

    def _whole(self, data: bytes) -> bytes | None:
        """Return the payload if *data* is one frame with a whole text, or a pong."""
        between = self._missing == 0 and not self.frames and self._open
        return unmasked_message(data) if between and self.handshake_initiated else None

    def _parse(self, data: bytes) -> None:
        """Read data with the parser."""
        if self.handshake_initiated and self._missing is not None:
            self._missing = missing_bytes(data, self._missing)
        super().data_received(data)
        if not self.handshake_initiated:
            self._refuse_handshake()
        self._let_go()

    def _refuse_handshake(self) -> None:
        """Answer a request whose head the parser does not read: it came whole, so it never will."""
        self.handshake_initiated = self.handshake_complete = self.close_sent = True
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()) or UNREADABLE)
            self.transport.close()
            self.loop.call_later(LINGER, self.transport.abort)

    def _hand_over(self, text: bytes) -> None:
        """Pass a text to the application, as the parser would."""
        self._frames += 1
        self.curr_msg_data_type = "text"
        self.frames = [text]
        self.send_receive_event_to_app()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; one that is not UTF-8 closes the connection, and is no server error.

        From a peer that sends more than the application takes nothing is read for a while.
        """
        if self.curr_msg_data_type == "text" and not is_text(self.frames):
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

    def schedule_ping(self) -> None:
        """Ping the peer later."""
        later = max(0.0, (self.config.ws_ping_interval or 0.0) - self.last_ping_rtt)
        self.ping_timer = self.loop.call_later(later, self.send_keepalive_ping)

    def send_keepalive_ping(self) -> None:
        """Ping the peer, unless it has sent something meanwhile."""
        interval, patience = self.config.ws_ping_interval, self.config.ws_ping_timeout
        assert interval is not None
        assert patience is not None
        self.ping_timer, now = None, self.loop.time()
        quiet = now - self._heard + self.last_ping_rtt
        if quiet < interval:
            self.ping_timer = self.loop.call_later(interval - quiet, self.send_keepalive_ping)
        elif not (self.close_sent or self.transport.is_closing()):
            self.pending_ping_payload, self.ping_sent_at = token_bytes(4), now
            self.transport.write(b"\x89\x04" + self.pending_ping_payload)
            self.pong_timer = self.loop.call_later(patience, self.keepalive_timeout)

    async def send(self, message: ASGISendEvent) -> None:
        """Send an event, or the response that rejects a socket."""
        self._flush()
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # otherwise it is logged as a server error
        if message["type"] == "websocket.accept":
            self._forget_handshake()
        elif self.initial_response is None:
            self._let_go()

    def _forget_handshake(self) -> None:
        """Keep nothing of the request: it would take more memory than the socket."""
        self._let_go()
        mine = vars(self)
        kept = {
            k: v
            for k, v in mine.items()
            if k in _PARTS and v is not getattr(WebSocketProtocol, k, mine)
        }
        if "conn" in mine:
            kept["conn"] = mine["conn"]
        self.__dict__ = kept

    def _let_go(self) -> None:
        """Release the parser, where a new one can continue."""
        conn: ServerProtocol | None = self.__dict__.get("conn")
        if (
            conn is not None
            and (conn.state is State.OPEN and conn.current_size is None)
            and (self._missing == 0 and not self.frames)
        ):
            del self.conn
            conn.parser.close()

    def handle_cont(self, event: Frame) -> None:
        """Read a fragment of a message."""
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
        """Count and read a pong."""
        self._frames += 1
        super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """Count and read a message, or its first fragment."""
        self._frames += 1
        super().handle_text(event)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Close the connection to a peer that reads nothing more."""
        super().on_task_complete(task)
        self._over = True
        if self.disconnected:
            self._forget()
        else:
            self.loop.call_later(LINGER, self.transport.abort)

    def _forget(self) -> None:
        """Break reference cycles: the next full garbage collection may be far away."""
        mine = vars(self)
        mine.pop("scope", None)
        conn: ServerProtocol | None = mine.get("conn")
        if conn is not None:
            conn.parser.close()
            conn.parser_exc = conn.handshake_exc = None
