"""Servers in processes of their own that share a database, killed and paused while people play."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from tests.chaos.gamer import Acknowledged, Gamer, Message
from tests.server.process import Process, started
from tests.support.servers import nats
from tests.support.servers.nats import nats_server
from tests.support.servers.postgres import PostgresServer
from tests.support.waiting import eventually
from websockets.asyncio.client import ClientConnection, connect

from tilerummy.cli.commands import tilerummy
from tilerummy.server.room.entries import read_entry
from tilerummy.server.room.fold import replay
from tilerummy.server.store.opening import open_store

pytestmark = pytest.mark.anyio

GOES_ON = 15.0
"""Seconds in which a table goes on whose node was killed: two, and the rest for a busy machine."""


@dataclass(eq=False)
class RovingGamer(Gamer):
    """Plays each seat through another node, after every lost connection through any."""

    ports: list[int] = field(default_factory=list)

    def _post(self, path: str, body: Message, token: str = "") -> Message:
        self.port = self.rng.choice(self.ports)
        return super()._post(path, body, token)

    def _connected(self, seat: int) -> connect:
        order = self.rng.sample(self.ports, len(self.ports))
        self.port = order[seat % len(order)]
        return super()._connected(seat)


@asynccontextmanager
async def watching(port: int, token: str, room: str) -> AsyncIterator[ClientConnection]:
    headers = {"Authorization": f"Bearer {token}"}
    async with connect(
        f"ws://127.0.0.1:{port}/ws", additional_headers=headers, compression=None
    ) as socket:
        await socket.send(json.dumps({"type": "watch", "room": room}))
        yield socket


def port_of(node: Process) -> int:
    return int(node.url.rpartition(":")[2])


async def check_logs(url: str, answers: Iterable[Acknowledged], rooms: Iterable[str]) -> None:
    """Check that what was answered is stored, once, in logs without gaps that can be replayed."""
    store = open_store(url, lambda: 0, shared=True)
    try:
        logs = {room: await store.load(room) for room in {*rooms}}
        for room, rows in logs.items():
            assert [row.seq for row in rows] == [*range(len(rows))]
            *_, last = replay(room, [read_entry(row.body) for row in rows])
            assert last.room.version == len(rows)
            first = Counter(
                (row.session, row.cid)
                for before, row in zip([None, *rows], rows, strict=False)
                if row.cid and (before is None or before.cid != row.cid)
            )
            assert not [who for who, times in first.items() if times > 1], "stored twice"
        with_sessions = {
            (room, row.cid): row.session for room, rows in logs.items() for row in rows if row.cid
        }
        for known in answers:
            if known.status != "ok":
                continue
            session = with_sessions.get((known.room, known.cid))
            stored = await store.answered(known.room, session or "", known.cid)
            assert stored is not None, f"{known} was answered, but is not stored"
            answer = json.loads(stored)
            assert (answer["status"], answer["version"]) == (known.status, known.version)
    finally:
        await store.close()


async def test_players_of_one_table_at_two_nodes_lose_nothing_when_these_are_killed_and_paused(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILERUMMY_KEY", os.urandom(32).hex())
    url = postgres.empty()
    async with AsyncExitStack() as stack:
        bus = stack.enter_context(nats_server()) if nats.program() else None
        options: tuple[str, ...] = ("--database", url, "--shared", "--pace", "0.3")
        options += ("--bus", bus.url) if bus else ()
        one = stack.enter_context(started(tmp_path / "one", *options))
        two = stack.enter_context(started(tmp_path / "two", *options))
        ports = [port_of(one), port_of(two)]
        executed: list[float] = []
        gamers = [
            RovingGamer(
                ports[0], number, Random(number), lambda: executed.append(0), ports=[*ports]
            )
            for number in range(3)
        ]
        rooms: set[str] = set()
        playing = [asyncio.create_task(gamer.play()) for gamer in gamers]

        async def some_more(count: int = 12) -> None:
            wanted = len(executed) + count
            await eventually(lambda: len(executed) >= wanted)
            rooms.update(gamer.room for gamer in gamers if gamer.room)

        await some_more()

        # a table of computer players, kept by the first node and watched at the second
        gamers[0].port = ports[0]
        computers = [{"seat": seat, "level": "beginner"} for seat in (0, 1)]
        token = Gamer._token(gamers[0])
        body: Message = {"seats": 2, "computers": computers, "start": True}
        room = Gamer._post(gamers[0], "/api/rooms", body, token)["room"]
        async with watching(ports[1], token, room) as socket:
            await moved(socket)
            one.process.kill()
            began = time.monotonic()
            for gamer in gamers:
                gamer.ports = ports[1:]
            await drained(socket)
            await moved(socket)
            assert time.monotonic() - began < GOES_ON
        await some_more()

        three = stack.enter_context(started(tmp_path / "one", *options))
        for gamer in gamers:
            gamer.ports = [port_of(three), ports[1]]
        await some_more()
        two.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(2.5)  # as long as a lease lasts, and longer
        two.process.send_signal(signal.SIGCONT)
        await some_more()
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
        await some_more()
        if bus:
            bus.stop()
        await some_more(6)

        await stopped(gamers, playing)
        answers = [answer for gamer in gamers for answer in gamer.answers]
        rooms |= {answer.room for answer in answers}
        await check_logs(url, answers, [*rooms, room])
        assert three.end()[0] == two.end()[0] == 0


async def stopped(gamers: Iterable[RovingGamer], playing: Iterable[asyncio.Task[None]]) -> None:
    """Let nobody play any more."""
    for gamer in gamers:
        gamer.stop()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def moved(socket: ClientConnection) -> None:
    """Wait until the table that is watched changes."""
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if message["type"] == "update" and message.get("entries"):
            return


async def drained(socket: ClientConnection) -> None:
    """Read what was sent before."""
    with suppress(TimeoutError):
        while True:
            await asyncio.wait_for(socket.recv(), 0.3)


def test_servers_that_share_need_the_same_key_and_a_database(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TILERUMMY_KEY", raising=False)
    words = ["serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    told = CliRunner().invoke(tilerummy, [*words, "--database", postgres.empty(), "--shared"])
    assert told.exit_code == 1
    assert "need the same key" in told.output
    told = CliRunner().invoke(tilerummy, [*words, "--shared"])
    assert told.exit_code == 2
    assert "--database" in told.output
    told = CliRunner().invoke(tilerummy, [*words, "--bus", "http://bus.example"])
    assert told.exit_code == 2
    assert "nats://" in told.output
