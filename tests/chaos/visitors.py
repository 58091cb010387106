"""Clients with sockets at nodes that may die, hang, or lose their database."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random

import msgspec
from tests.chaos.attempts import (
    PARALLEL_AFTER,
    RETRY,
    Opened,
    Ports,
    first_connection,
    is_restart,
)
from tests.cluster.people import next_command
from tests.history.recorder import Recorder
from tests.server.stream_reader import Known
from tests.support.servers.api import Json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tilerummy.server.messages.client import Command, Ping, Watch
from tilerummy.server.messages.server import Answer, Fault, Pong, ServerMessage, Snapshot, Update

PATIENCE = 0.6
"""A client tries another node in parallel after this many seconds without a result."""
IDLE, STALE = 1.0, 2.0
"""Seconds without a message until a client sends a ping, and until it tries another node."""
BUSY = ("storage", "server_busy", "too_fast")
"""The error codes of a node that cannot do anything at present."""
TWICE = 0.1
"""The probability that a command is sent twice."""
HANDED_OVER = ("node ended",)
"""A node with one of these faults serves until it releases its rooms."""

_read = msgspec.json.Decoder(ServerMessage)
_encode = msgspec.json.Encoder().encode


@dataclass
class Measurements:
    """The measurements and errors of all clients of a run; times are (start, seconds)."""

    answered: list[tuple[str, Answer]] = field(default_factory=list)
    """The final results that have arrived, with their rooms."""
    answers: list[tuple[float, float]] = field(default_factory=list)
    back: list[tuple[float, float]] = field(default_factory=list)
    without: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds without service for each client, by fault."""
    wrong: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    """The latest version of each room that anyone has seen."""
    views: int = 0


def _not_used(search: asyncio.Task[tuple[int, Opened]]) -> None:
    """Close the connection that a search has found but no one needs."""
    if not search.cancelled() and search.exception() is None:
        search.result()[1].socket.transport.abort()


class Visitor:
    """A client that plays at one table after another, or only watches.

    *think* returns the delay of each move in seconds; *lays* is the share of best plays.
    """

    def __init__(
        self,
        name: str,
        address: str,
        ports: Ports,
        rng: Random,
        measurements: Measurements,
        think: Callable[[], float],
        *,
        recorder: Recorder,
        plays: bool = True,
        lays: float = 0.0,
    ) -> None:
        self._recorder = recorder
        self.name, self.address, self.ports, self._rng = name, address, ports, rng
        self._all, self._think, self._plays, self._lays = measurements, think, plays, lays
        self.token = self.room = ""
        self.known = Known()
        self.pending: Command | None = None
        self.over = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._port = 0
        self._since = self._sent = self._heard = 0.0
        self._lost: float | None = None
        self._acting: asyncio.TimerHandle | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._cids, self._connections = itertools.count(), itertools.count()
        self._doubted = self._pinged = 0.0
        self._search: asyncio.Task[tuple[int, Opened]] | None = None
        self._struck: tuple[str, float] | None = None

    async def post(self, path: str, body: Json) -> Json:
        return await self.ports.post(path, body, self.address, self.token)

    async def enter(self) -> None:
        """Sign up as a guest, and store the token."""
        self.token = ""
        while not self.token:
            made = await self.post("/api/tokens", {})
            self.token = made["token"] if made else ""

    def watch(self, room: str) -> None:
        """Move to a table."""
        self.room, self.known = room, Known()
        self.pending, self.over = None, asyncio.Event()
        self._stop_looking()
        self.abort()

    async def live(self) -> None:
        """Stay connected, through one node after another, until cancelled."""
        while True:
            if not self.room:
                await asyncio.sleep(RETRY)
                continue
            if self._search is not None and not self._search.done():
                self._stop_looking()  # it excludes a node that may respond again
            search, self._search = self._search or self._look(), None
            self._port, found = await search
            if (found.room, found.since) != (self.room, self.known.version):
                found.socket.transport.abort()  # the previous connection was faster
                continue
            try:
                await self._stay(found)
            except (OSError, WebSocketException) as error:
                if not is_restart(error):
                    self.ports.avoid(self._port)
            self._socket = None
            self._lost = self._lost or time.monotonic()

    async def _stay(self, found: Opened) -> None:
        socket, room = found.socket, found.room
        async with socket:
            self._socket, self._heard, self._sent = socket, time.monotonic(), time.monotonic()
            if self.pending is not None:
                await self._sent_to(socket, self.pending)
            for text in found.heard:
                self._hear(text, found.number)
            async for text in socket:
                self._heard = time.monotonic()
                if room != self.room:
                    return
                self._hear(text, found.number)

    def _look(self, but: Collection[int] = ()) -> asyncio.Task[tuple[int, Opened]]:
        """Search for a node that shows the table."""
        opened = partial(self._shown, room=self.room)
        return asyncio.create_task(first_connection(self.ports, self.room, opened, but))

    async def _shown(self, port: int, room: str) -> Opened:
        """Connect to a node, and return the connection once it shows the table."""
        since = self.known.version
        socket = await connect(
            f"ws://127.0.0.1:{port}/ws?room={room}",
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
            open_timeout=None,
            close_timeout=0.1,
            ping_interval=None,
            proxy=None,
            local_addr=(self.address, 0),
        )
        try:
            number = next(self._connections)
            self._recorder.watched(self.name, room, number, since)
            await socket.send(_encode(Watch(room=room, since=since or None)).decode())
            heard: list[str | bytes] = []
            latest: ServerMessage | None = None
            while not isinstance(latest, Snapshot | Update | Fault):
                heard.append(await socket.recv())
                latest = _read.decode(heard[-1])
            if isinstance(latest, Fault) and latest.code in BUSY:
                raise ConnectionRefusedError(latest.code)
        except BaseException:
            socket.transport.abort()
            raise
        return Opened(number, socket, room, since, heard)

    def check(self, now: float) -> None:
        """Search for another node while nothing arrives, and move there; called regularly."""
        if self._socket is None:
            return
        silent = now - self._heard
        waited = now - self._sent if self.pending is not None else 0.0
        if silent <= STALE and waited <= PATIENCE and not self._in_doubt(now):
            self._stop_looking()
        elif self._search is None:
            self._doubted = now
            self._search = self._look(but=[self._port])
        elif self._search.done():
            self._lost = self._doubted
            self.ports.avoid(self._port)
            self.abort()
            return
        if min(silent, now - self._pinged) > IDLE:
            self._pinged = now
            self._send(Ping())

    @property
    def is_shown(self) -> bool:
        """True if the client is connected to a node that shows its table."""
        return self._socket is not None and self._lost is None and self.known.table is not None

    def is_at(self, ports: Collection[int], rooms: Collection[str]) -> bool:
        """Return whether a connection goes through these nodes, or to one of these rooms."""
        return self._socket is not None and (self._port in ports or self.room in rooms)

    def strike(self, fault: str) -> None:
        """Ping the node, and measure the time without service.

        A stopping node responds until it closes the connection.
        """
        self._struck = fault, time.monotonic()
        if fault not in HANDED_OVER:
            self._send(Ping())

    def _in_doubt(self, now: float) -> bool:
        """Return whether the node has been silent since a fault, so another one should be tried."""
        if self._struck is None or self._struck[0] in HANDED_OVER:
            return False
        return now - self._struck[1] > PARALLEL_AFTER and self._heard < self._struck[1]

    def _stop_looking(self) -> None:
        if self._search is not None:
            self._search.cancel()
            self._search.add_done_callback(_not_used)
            self._search = None

    async def leave(self) -> None:
        """Disconnect, and stop searching."""
        search = self._search
        self._stop_looking()
        self.abort()
        if search is not None:
            await asyncio.wait([search])

    def abort(self) -> None:
        """Disconnect."""
        if self._socket is not None:
            self._socket.transport.abort()
            self._socket = None

    def _hear(self, text: str | bytes, connection: int) -> None:
        message = _read.decode(text)
        if isinstance(message, Snapshot | Update | Answer):
            written = text if isinstance(text, str) else text.decode()
            self._recorder.heard(self.name, self.room, connection, written)
        match message:
            case Snapshot() | Update():
                self._take(message)
            case Pong():
                if self._struck is not None and self._struck[0] not in HANDED_OVER:
                    self._struck = None  # this node is not affected
            case Answer():
                self._answered(message)
            case Fault(code=code) if code in BUSY:
                self.ports.avoid(self._port)
                self.abort()
            case Fault(cid=cid) if self.pending is not None and cid == self.pending.cid:
                self._all.wrong.append(f"{self.name}: {self.pending} got {message}")
                self.pending = None
                self.soon()
            case _:
                pass

    def _take(self, message: Snapshot | Update) -> None:
        if self._lost is not None:
            self._all.back.append((self._lost, time.monotonic() - self._lost))
            if self._struck is not None:
                fault, began = self._struck
                began = self._lost if fault in HANDED_OVER else began
                self._all.without[fault].append(time.monotonic() - began)
            self._lost = self._struck = None
        known = self.known
        known.take(message)
        self._all.views += 1
        self._all.seen[self.room] = max(self._all.seen[self.room], known.version)
        if known.table is not None and known.table.phase in ("over", "closed"):
            self.over.set()
        self.soon()

    def _answered(self, answer: Answer) -> None:
        if self.pending is None or answer.cid != self.pending.cid:
            return
        self._all.answers.append((self._since, time.monotonic() - self._since))
        self._all.answered.append((self.room, answer))
        self.pending = None
        self.soon()

    def soon(self) -> None:
        """Schedule the next action after some thinking time."""
        if self._plays and self.pending is None and self._acting is None:
            loop = asyncio.get_running_loop()
            self._acting = loop.call_later(self._think(), self._act)

    def _act(self) -> None:
        self._acting = None
        if self._socket is None or self.pending is not None:
            return
        cid, lays = f"{self.name}-{next(self._cids)}", self._rng.random() < self._lays
        command = next_command(self.known, self.room, cid, lays=lays)
        if command is None:
            return
        self.pending, self._since = command, time.monotonic()
        for _ in range(2 if self._rng.random() < TWICE else 1):
            self._send(command)
        self._sent = self._since

    def _send(self, message: Command | Ping) -> None:
        socket = self._socket
        assert socket is not None

        async def send() -> None:
            with suppress(OSError, WebSocketException):
                await self._sent_to(socket, message)

        task = asyncio.create_task(send())
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _sent_to(self, socket: ClientConnection, message: Command | Ping) -> None:
        text = _encode(message).decode()
        if not isinstance(message, Ping):
            self._recorder.sent(self.name, message.room, text)
        await socket.send(text)
