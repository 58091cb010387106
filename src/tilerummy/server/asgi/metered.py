"""Limits how much event loop time each socket may use, no matter what its peer sends.

uvicorn applies backpressure to messages, but it reads pings, pongs, fragments and invalid frames as
fast as they arrive. So incoming data is processed in small slices, and each slice's processing time
is charged to its socket. A socket that exceeds its limit is not read from for a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import thread_time
from typing import cast

from tilerummy.server.ops.rate_limits import Bucket
from tilerummy.server.settings import Rate

SLICE = 512
"""The maximum number of bytes that are processed in one slice."""
SHARE = Rate(burst=0.05, per_second=0.005)
"""The limit on a socket's processing time, in seconds per burst and in seconds per second."""


class MeteredSocket(asyncio.Protocol):
    """Wraps the protocol that *stock* creates when it is called with the arguments *given*."""

    __slots__ = ("_bucket", "_held", "_later", "_loop", "_protocol", "_resume", "_transport")

    def __init__(self, stock: Callable[..., asyncio.Protocol], **given: object) -> None:
        self._protocol = stock(**given)
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(SHARE, self._loop.time())
        self._later = b""
        self._held = False
        """True while incoming data is buffered; ``_resume`` is True if reading resumes later."""
        self._resume = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Forward the call to the wrapped protocol."""
        self._transport = cast("asyncio.Transport", transport)
        self._protocol.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass the data to the wrapped protocol, now or when the socket's time limit allows it."""
        if self._held:
            self._later += data
            self._resume = True  # the protocol has requested more data
            self._transport.pause_reading()
        else:
            self._pass_on(data)

    def _pass_on(self, data: bytes) -> None:
        piece, self._later = data[:SLICE], data[SLICE:]
        began = thread_time()
        self._protocol.data_received(piece)
        wait = self._bucket.charge(thread_time() - began, self._loop.time())
        if (wait or self._later) and not self._transport.is_closing():
            self._held, self._resume = True, self._transport.is_reading()
            self._transport.pause_reading()
            self._loop.call_later(wait, self._release)

    def _release(self) -> None:
        self._held = False
        if self._transport.is_closing():
            self._later = b""
            return
        if self._resume:
            self._transport.resume_reading()
        if self._later:
            self._pass_on(self._later)

    def eof_received(self) -> bool | None:
        """Forward the call to the wrapped protocol."""
        return self._protocol.eof_received()

    def pause_writing(self) -> None:
        """Forward the call to the wrapped protocol."""
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """Forward the call to the wrapped protocol."""
        self._protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forward the call to the wrapped protocol."""
        self._protocol.connection_lost(exc)
