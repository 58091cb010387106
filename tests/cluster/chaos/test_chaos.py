"""The short form of ``make chaos-cluster``, and whether it would find what is wrong."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.chaos.gamer import Acknowledged
from tests.cluster.chaos.checking import check_history, check_log, ended_too_soon
from tests.cluster.chaos.links import Link
from tests.cluster.chaos.run import Form, run
from tests.cluster.nodes import Cluster, cluster

from tilerummy.server.room.entries import read_entry
from tilerummy.server.room.fold import replay

pytestmark = pytest.mark.anyio

KINDS = (
    "pipe cut",
    "node killed",
    "proxy wrong",
    "node frozen for longer than its lease",
    "database link one-way",
    "proxies disagree",
    "node ended",
    "database restarted",
    "nodes killed and started at once",
)
BRIEF = Form(pause=(0.2, 0.4), longest=1.5, think=(0.05, 0.3), pace="0.1")
GOES_ON = 15.0
"""Seconds in which a table goes on whose node was killed: two, and the rest for a busy machine."""


async def test_no_fault_is_seen_in_the_history_of_three_nodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILERUMMY_KEY", os.urandom(32).hex())
    outcome = await run(tmp_path, 1, tables=3, kinds=KINDS, form=BRIEF)
    assert outcome.wrong == []
    assert sum(outcome.faults.values()) == len(KINDS)
    assert outcome.rooms >= 3
    assert outcome.acknowledged > 100
    assert outcome.views_seen > 300
    assert max(abs(skew) for skew in outcome.skews) > 60
    taken = outcome.taken + outcome.taken_without_database
    assert max(taken, default=0.0) < GOES_ON


def test_what_is_wrong_with_a_history_is_found() -> None:
    async def test(nodes: Cluster) -> None:
        one = await nodes.start()
        ann, ben = one.person("Ann"), one.person("Ben")
        room, store = await ann.open(), nodes.store
        await ben.watch(room)
        await ben.control("sit")
        for person, what in ((ann, "start"), (ann, "ready"), (ben, "ready")):
            await person.control(what)
        await nodes.clock.pass_time(100)
        mover = ann if (await ann.game()).to_move == 0 else ben
        await mover.take_turn()
        rows = await store.logs.load(room)
        steps = [*replay(room, (read_entry(row.body) for row in rows))]
        command = rows[-1].cid or ""

        kept = Acknowledged(room, command, "ok", len(rows))
        assert await check_history(store, [room], [kept], Counter()) == [
            f"{room} did not reach its end: playing"
        ]
        lost = [replace(kept, cid="lost"), replace(kept, version=1)]
        assert len(await check_history(store, [room], lost, Counter())) == 1 + len(lost)

        twice = [*rows, rows[-1], rows[0], rows[-1]]
        assert any("executed 2 times" in each for each in check_log(room, twice, steps))
        assert any("version" in each for each in check_log(room, rows[:-1], steps))

        found = await check_history(store, [room], [], Counter({room: len(rows) + 1}))
        assert any("was shown, which has" in each for each in found)

    cluster(test)


def test_a_turn_that_the_clock_has_ended_too_soon_is_found() -> None:
    async def test(nodes: Cluster) -> None:
        one = await nodes.start()
        ann = one.person("Ann")
        room = await ann.open(computers={1: "beginner"}, start=True, turn_ms=5000)
        await ann.control("ready")
        await nodes.clock.pass_time(20_000)
        rows = await nodes.store.logs.load(room)
        steps = [*replay(room, (read_entry(row.body) for row in rows))]
        stored = [row.at / 1000 for row in rows]
        assert ended_too_soon(room, steps, stored, []) == []
        outages = [(at, at + 1) for at in range(int(stored[0]), int(stored[-1]))]
        assert ended_too_soon(room, steps, stored, outages)
        assert ended_too_soon(room, steps, [at / 2 for at in stored], [])

    cluster(test)


@asynccontextmanager
async def linked() -> AsyncIterator[tuple[Link, asyncio.StreamReader, asyncio.StreamWriter]]:
    """A link to a server that sends back what it gets, and a connection through it."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            writer.write(line)
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    link = Link(lambda: server.sockets[0].getsockname()[1])
    await link.start()
    reader, writer = await asyncio.open_connection("127.0.0.1", link.port)
    try:
        yield link, reader, writer
    finally:
        writer.close()
        await link.refuse()
        server.close()


async def test_a_link_can_be_one_way_cut_and_refused() -> None:
    async with linked() as (link, reader, writer):
        await link.silence("back")
        writer.write(b"PING\r\n")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.readline(), 0.1)
        await link.mend()
        assert await reader.readline() == b"PING\r\n"

        await link.cut()
        assert await reader.readline() == b"", "the connection has ended"
        (await asyncio.open_connection("127.0.0.1", link.port))[1].close()
        await link.refuse()
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", link.port)
        await link.mend()
        (await asyncio.open_connection("127.0.0.1", link.port))[1].close()
