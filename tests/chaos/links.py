"""Links to nodes and databases, which can be cut, refused, slow, silent or one-way.

They run in their own process, so that busy clients do not delay them.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, wraps
from multiprocessing import get_context
from multiprocessing.managers import BaseManager
from typing import TYPE_CHECKING, Literal, ParamSpec

Arguments = ParamSpec("Arguments")
Direction = Literal["there", "back"]
BOTH: tuple[Direction, ...] = ("there", "back")

GIVE_UP = 3.0
"""A machine gives up a connection after this many seconds without data."""
PIECE = 65_536


@dataclass(eq=False)
class _Connection:
    """A connection through a link, which consists of two sockets."""

    writers: list[asyncio.StreamWriter]
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def abort(self) -> None:
        for writer in self.writers:
            writer.transport.abort()
        for task in self.tasks:
            task.cancel()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """Return the event loop of all links of this process, which runs in a thread."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


def in_loop(
    work: Callable[Arguments, Coroutine[None, None, None]],
) -> Callable[Arguments, None]:
    """Make *work* callable from any thread; it runs in the event loop of the links."""

    @wraps(work)
    def call(*arguments: Arguments.args, **more: Arguments.kwargs) -> None:
        asyncio.run_coroutine_threadsafe(work(*arguments, **more), _loop()).result()

    return call


class Link:
    """Listens on a port, and forwards all bytes to the current *target* port.

    ``delay`` is added to all data in seconds, nothing arrives in the ``silent`` directions, and a
    refused link does not listen.
    """

    def __init__(self, target: int) -> None:
        self._target, self._port = target, 0
        self.delay = 0.0
        self._silent: frozenset[Direction] = frozenset()
        self._heard = asyncio.Event()
        self._connections: set[_Connection] = set()
        self._server: asyncio.Server | None = None
        self.mend()

    def port(self) -> int:
        return self._port

    def aim(self, target: int) -> None:
        """Forward new connections to the port *target*."""
        self._target = target

    @in_loop
    async def refuse(self) -> None:
        """Cut all connections, and refuse new ones."""
        if self._server is not None:
            self._server.close()
            self._server = None
        self._abort()

    @in_loop
    async def cut(self) -> None:
        """Cut all connections; new ones can be opened."""
        self._abort()

    def _abort(self) -> None:
        for connection in [*self._connections]:
            connection.abort()

    @in_loop
    async def silence(self, *directions: Direction) -> None:
        """Drop the data in these directions without an error."""
        self._silent = frozenset(directions)
        self._heard.clear()

    def slow(self, delay: float) -> None:
        """Delay all data by *delay* seconds."""
        self.delay = delay

    @in_loop
    async def mend(self) -> None:
        """End all faults."""
        self.delay, self._silent = 0.0, frozenset()
        self._heard.set()
        if self._server is None:
            self._server = await asyncio.start_server(self._connected, "127.0.0.1", self._port)
            self._port = self._server.sockets[0].getsockname()[1]

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        connection = _Connection([writer, far[1]])
        self._connections.add(connection)
        connection.tasks = [
            asyncio.create_task(self._pass_on(connection, reader, far[1], "there")),
            asyncio.create_task(self._pass_on(connection, far[0], writer, "back")),
        ]
        await asyncio.wait(connection.tasks)
        connection.abort()
        self._connections.discard(connection)

    async def _pass_on(
        self,
        connection: _Connection,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        direction: Direction,
    ) -> None:
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def write() -> None:
            while True:
                due, piece = await waiting.get()
                if (early := due - time.monotonic()) > 0:
                    await asyncio.sleep(early)
                if direction in self._silent:
                    try:
                        await asyncio.wait_for(self._heard.wait(), GIVE_UP)
                    except TimeoutError:
                        connection.abort()
                        return
                if writer.transport.is_closing():
                    return
                if not piece:
                    with suppress(OSError):
                        writer.write_eof()
                    return
                writer.write(piece)

        writing = asyncio.create_task(write())
        connection.tasks.append(writing)
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                waiting.put_nowait((time.monotonic() + self.delay, piece))
        waiting.put_nowait((0.0, b""))
        await asyncio.wait([writing])


class LinkProcess(BaseManager):
    """The process of the links, during the context; any thread may use a link."""

    if TYPE_CHECKING:

        def link(self, target: int) -> Link: ...


LinkProcess.register("link", Link)


def link_process() -> LinkProcess:
    return LinkProcess(ctx=get_context("spawn"))
