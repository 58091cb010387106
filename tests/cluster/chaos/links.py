"""A link to a node or a database, which can be cut, refused, slow, silent or one-way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

Direction = Literal["there", "back"]
BOTH: tuple[Direction, ...] = ("there", "back")

UNHEARD = 3.0
"""After so many seconds in which nothing arrives a machine gives up a connection."""
PIECE = 65_536


@dataclass(eq=False)
class _Connection:
    """Both ends of a connection through the link."""

    writers: list[asyncio.StreamWriter]
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def abort(self) -> None:
        for writer in self.writers:
            writer.transport.abort()
        for task in self.tasks:
            task.cancel()


class Link:
    """Listens on ``port``, and passes on all bytes to *target*, whichever that is then.

    ``delay`` holds them up by so many seconds, ``silent`` are the directions in which nothing
    arrives, and while it is refused nobody listens on the port.
    """

    def __init__(self, target: Callable[[], int]) -> None:
        self._target = target
        self.port = 0
        self.delay = 0.0
        self._silent: frozenset[Direction] = frozenset()
        self._heard = asyncio.Event()
        self._heard.set()
        self._connections: set[_Connection] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def refuse(self) -> None:
        """Cut all connections, and refuse new ones."""
        if self._server is not None:
            self._server.close()
            self._server = None
        await self.cut()

    async def cut(self) -> None:
        """Cut all connections; new ones can be opened."""
        for connection in [*self._connections]:
            connection.abort()

    async def silence(self, *directions: Direction) -> None:
        """Let nothing arrive in these directions; nobody is told."""
        self._silent = frozenset(directions)
        self._heard.clear()

    async def slow(self, delay: float) -> None:
        """Hold all up by so many seconds."""
        self.delay = delay

    async def mend(self) -> None:
        """Let all be as it should."""
        self.delay, self._silent = 0.0, frozenset()
        self._heard.set()
        if self._server is None:
            await self.start()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far = await asyncio.open_connection("127.0.0.1", self._target())
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
                        await asyncio.wait_for(self._heard.wait(), UNHEARD)
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
