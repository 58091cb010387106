"""A socket takes little time of the loop, whatever its peer sends.

uvicorn reads no message before the last one is taken, but pings, pongs, fragments and what is no
frame at all as fast as they come. So a socket is given what it has received in slices, and the time
that each takes is charged to it; from one that has used up its time nothing is read for a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import thread_time
from typing import cast

from tilerummy.server.ops.rate_limits import Bucket
from tilerummy.server.settings import Rate

SLICE = 512
"""The bytes that are passed on at once."""
SHARE = Rate(burst=0.05, per_second=0.005)
"""The seconds of the loop that a socket may take: at once, and per second."""


class MeteredSocket(asyncio.Protocol):
    """Passes the events of a connection on to the protocol that *stock* makes of *given*."""

    __slots__ = ("_bucket", "_held", "_later", "_loop", "_protocol", "_resume", "_transport")

    def __init__(self, stock: Callable[..., asyncio.Protocol], **given: object) -> None:
        self._protocol = stock(**given)
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(SHARE, self._loop.time())
        self._later = b""
        self._held = False
        """Whether nothing is passed on; ``_resume`` is whether to read on after that."""
        self._resume = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast("asyncio.Transport", transport)
        self._protocol.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass on what has come, now or later."""
        if self._held:
            self._later += data
            self._resume = True  # the protocol has asked for more
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
        """Pass it on."""
        return self._protocol.eof_received()

    def pause_writing(self) -> None:
        """Pass it on."""
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """Pass it on."""
        self._protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass it on."""
        self._protocol.connection_lost(exc)
