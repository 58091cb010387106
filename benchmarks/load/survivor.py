"""The time until all players see their tables after reconnecting to a fresh server.

``python -m benchmarks.load --survivor`` fills a database with tables that have two connected users
each. In every round, one server owns all tables, a second is started, and the first is killed. All
clients then connect to the second server while it takes over the leases. With ``--server PYTHON``,
the rounds alternate between this server and another checkout's, with the same tables.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import psycopg
from tests.support.servers.postgres import running_server

from benchmarks.load.server import ServerProcess, address
from benchmarks.load.tables import Socket, Table
from tilerummy.server.guests.sessions import Sessions
from tilerummy.server.room.entries import read_entry
from tilerummy.server.room.fold import replay
from tilerummy.server.settings import Settings
from tilerummy.server.store.factory import open_store
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Entries, RoomSummary

SAMPLES = 6
"""The number of tables to play; the rest are copies of their logs with other users."""
CALLERS = 2
"""The number of users per table who connect."""
MOVES = 100
"""The number of moves in a log, unless the round ends earlier."""
EVERY = 0.1
"""Seconds between moves."""
SETTLED = 3.0
"""How long to wait until the leases have been taken over too, in seconds."""


class Caller(NamedTuple):
    """A client that reconnects: its token, its address, and the number of entries it has seen."""

    room: str
    token: str
    source: str
    version: int


class Round(NamedTuple):
    """Seconds until each client saw its table, and processor seconds before and after that."""

    times: list[float]
    cpu: float
    later: float


@dataclass(frozen=True)
class Site:
    """A database, for servers of any checkout."""

    url: str
    folder: Path
    environment: dict[str, str]

    @contextmanager
    def server(self, python: str) -> Iterator[ServerProcess]:
        """Run a server that shares the database."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        options = ["--shared", "--workers", "1"]
        with ServerProcess(folder, python, options, self.environment) as running:
            yield running

    def unheld(self, by: int) -> int:
        """Return the number of tables that the process *by* does not own."""
        query = "SELECT count(*) FROM rooms WHERE split_part(coalesce(holder, ''), '.', -2) <> %s"
        with psycopg.connect(self.url) as db:
            [(count,)] = db.execute(query, (str(by),)).fetchall()
        return int(count)


@contextmanager
def site() -> Iterator[Site]:
    """Run a database."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(running_server(shared_buffers="128MB")).empty()
        key = os.urandom(32).hex()
        yield Site(url, folder, {"TILERUMMY_DATABASE": url, "TILERUMMY_KEY": key})


async def fill(there: Site, tables: int) -> list[Caller]:
    """Fill the database with tables and return the clients."""
    with there.server(sys.executable) as running:
        samples = [Table(running, n, share=n / SAMPLES, grows=True) for n in range(SAMPLES)]
        for table in samples:
            await asyncio.to_thread(table.set_up)
        await asyncio.gather(*(table.sit_down() for table in samples))
        start = time.perf_counter()
        await asyncio.gather(*(table.play(start, EVERY, EVERY * MOVES) for table in samples))
    store = open_store(there.url, lambda: int(time.time() * 1000), shared=True)
    try:
        logs = [_played([row.body for row in await store.logs.load(t.room)]) for t in samples]
        for table in samples:
            await store.rooms.drop(table.room)
        key = bytes.fromhex(there.environment["TILERUMMY_KEY"])
        sessions = Sessions(store.guests, Settings(key=key, now=lambda: 0, clock=time.monotonic))
        return [
            caller
            for number in range(tables)
            for caller in await _copy(store, sessions, number, logs[number % SAMPLES])
        ]
    finally:
        await store.close()


def _played(log: Sequence[bytes]) -> Sequence[bytes]:
    """Return the entries of *log* up to the last one during play."""
    steps = replay("sample", map(read_entry, log))
    return log[: max(step.room.version for step in steps if step.room.phase == "playing")]


async def _copy(
    store: Store, sessions: Sessions, number: int, log: Sequence[bytes]
) -> list[Caller]:
    """Store a table with the same log and other users, and return the clients."""
    room = f"table{number:07}"
    *_, played = replay(room, map(read_entry, log))
    people = [await sessions.sign_up(place.name, program=True) for place in played.room.places]
    for place, (guest, _) in zip(played.room.places, people, strict=True):
        log = [body.replace(place.guest.encode(), guest.id.encode()) for body in log]
    *_, last = replay(room, map(read_entry, log))
    card = RoomSummary(last.room.phase, members=tuple(guest.id for guest, _ in people))
    await store.logs.append(Entries(room, 0, log, summary=card, due=0))
    return [Caller(room, token, address(number), len(log)) for _, token in people[:CALLERS]]


async def call(port: int, caller: Caller) -> tuple[float, Socket]:
    """Connect to a server, and return the seconds until it shows the table, and the socket."""
    began, shown = time.perf_counter(), asyncio.get_running_loop().create_future()

    def hear(text: bytes, now: float) -> None:
        if not shown.done() and b'"welcome"' not in text[:20]:
            right = text.startswith((b'{"type":"update"', b'{"type":"snapshot"'))
            shown.set_result((now, right)) if right else shown.set_exception(OSError(str(text)))

    socket = await Socket.open(port, caller.token, caller.source, hear, caller.room)
    socket.send({"type": "watch", "room": caller.room, "since": caller.version})
    now, _ = await shown
    return now - began, socket


async def measure(there: Site, python: str, callers: Sequence[Caller]) -> Round:
    """Kill a server and connect all clients to the other one."""
    with there.server(python) as first:
        await _held(there, first)
        with there.server(python) as second:
            first.process.kill()
            before = second.cpu()
            calls = await asyncio.gather(*(call(second.port, each) for each in callers))
            shown = second.cpu()
            await asyncio.sleep(SETTLED)
            await _held(there, second)
            later = second.cpu()
            for _, socket in calls:
                socket.close()
    return Round(sorted(seconds for seconds, _ in calls), shown - before, later - shown)


async def _held(there: Site, by: ServerProcess) -> None:
    """Wait until the server *by* owns all tables; raises SystemExit after a minute."""
    for _ in range(600):
        if not there.unheld(by.process.pid):
            return
        await asyncio.sleep(0.1)
    raise SystemExit("the server has not taken all tables within a minute")


async def survivors(pythons: Sequence[str], tables: int, rounds: int) -> list[str]:
    """Measure the servers of these interpreters alternately, and return the medians as lines."""
    found: dict[str, list[Round]] = {python: [] for python in pythons}
    with site() as there:
        callers = await fill(there, tables)
        for _ in range(rounds):
            for python, results in found.items():
                results.append(await measure(there, python, callers))
                print(f"{python}: {_line(results[-1:], len(callers))}", flush=True)
    entries = statistics.mean(each.version for each in callers)
    text = [
        f"{tables:,} tables with {entries:.0f} entries, {len(callers):,} users connect together"
    ]
    return [*text, *(f"{python}: {_line(r, len(callers))}" for python, r in found.items())]


def _line(rounds: Sequence[Round], people: int) -> str:
    def median(number: Sequence[float]) -> float:
        return statistics.median(number)

    p50, p99 = (median([r.times[int(people * share)] for r in rounds]) for share in (0.5, 0.99))
    shown, later = (median([r.cpu for r in rounds]), median([r.later for r in rounds]))
    return (
        f"{shown / people * 1000:.2f} CPU-ms per user until all see their tables (and"
        f" {later:.2f} s after it), p50 {p50:.2f} s, p99 {p99:.2f} s"
    )
