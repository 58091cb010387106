"""The transport of requests, with limits of time, size and rate.

Uvicorn limits the time between two requests. Here are limited: the number of connections, the time
in which a request must arrive and an answer be read, the length of a head, and how much a peer may
send; for sockets, see :mod:`tilerummy.server.ws.transport`. Data is parsed in slices, so that no
peer delays the others; from one that sent more than its share nothing is read for a while.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from functools import partial
from typing import TYPE_CHECKING, cast

from starlette.applications import Starlette
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tilerummy.server.limits import LINGER

if TYPE_CHECKING:
    from tilerummy.server.ops.connection_limits import ConnectionLimits, ConnectionSlot

ARRIVAL = 10.0
"""Seconds in which a request must have arrived, from the connection or its first byte on."""
TAKING = 20.0
"""Seconds in which a peer must read so much of an answer that more can be written."""
HEAD = 32 * 1024
"""The most bytes of the address and headers of a request."""
SLICE = 2048
"""The bytes of requests that are parsed at once."""
REQUEST = 4.0
"""The cost of a request, in units of input."""

_REFUSAL = b"too many connections from this address: close some, or try again in 10 seconds\n"
REFUSAL = (
    b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\nretry-after: 10\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n%s"
) % (len(_REFUSAL), _REFUSAL)
"""The answer to a connection that is rejected."""


class HeldFlow(FlowControl):
    """Nothing is read while ``held``: uvicorn resumes reading after each answer of many."""

    held = False

    def hold(self) -> None:
        """Read nothing while it is held."""
        self.held = True
        self.pause_reading()

    def resume_reading(self) -> None:
        """Resume reading, unless it is held."""
        if not self.held:
            super().resume_reading()


class HttpProtocol(HttpToolsProtocol):
    """The connection of a client that sends requests."""

    flow: HeldFlow

    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _place: ConnectionSlot | None = None
    _head = 0
    _requests = 0
    _later: bytes = b""
    _held = False

    @property
    def _everybody(self) -> ConnectionLimits:
        app = cast("Starlette", self.config.app)
        return cast("ConnectionLimits", app.state.services.connections)

    def connection_made(self, transport: BaseTransport) -> None:
        """Wait for the first request, if the connection is accepted."""
        transport = cast("asyncio.Transport", transport)
        host = (transport.get_extra_info("peername") or ("?",))[0]
        self._place = self._everybody.enter(host, transport.abort)
        if self._place is None:
            self.transport = transport
            transport.write(REFUSAL)
            transport.close()
            return
        super().connection_made(transport)
        self.flow = HeldFlow(transport)
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
        """Parse what the peer sends, a slice at a time."""
        if self._place is None:
            return
        if self._later or self._held:
            self._later += data
            self.flow.hold()
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
            self.flow.hold()
            self.loop.call_later(wait, self._go_on)

    @property
    def _mine(self) -> bool:
        """Whether the connection has not become a socket."""
        return self.transport.get_protocol() is self

    def _go_on(self) -> None:
        """Parse what has come, when the requests before it are answered."""
        self._held = False
        if self.transport.is_closing():
            self._later = b""
        elif self.pipeline:  # until the answer is there
            self.flow.held = bool(self._later)
        else:
            if self._later:
                self._take(self._later)
            if not self._held and self._mine:
                self.flow.held = False
                if not self.pipeline:
                    self.flow.resume_reading()

    def on_message_begin(self) -> None:
        """Wait for the rest of a request."""
        super().on_message_begin()
        self._head = 0
        if self._late is None:
            self._await_arrival()

    def on_url(self, url: bytes) -> None:
        """Read a part of the address."""
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Read a header."""
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
        """Continue with what came meanwhile; abort if the peer does not read the last bytes."""
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
        """Close the connection of a peer that sends no further request."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(LINGER, self.transport.abort)

    def pause_writing(self) -> None:
        """Wait until the peer has read what was sent."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(TAKING, self.transport.abort)

    def resume_writing(self) -> None:
        """Wait no more for the peer."""
        self._taken()
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """Pass the connection on to a socket."""
        self._arrived()
        assert self._place is not None
        assert self.ws_protocol_class is not None
        self._place.busy()
        self.flow.held = False  # a long head came in several slices
        self.flow.resume_reading()
        self.ws_protocol_class = partial(self.ws_protocol_class, place=self._place)  # type: ignore[assignment, call-arg]
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
