"""The short form of ``make chaos-cluster``, and whether it would find what is wrong."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.chaos.gamer import Acknowledged
from tests.cluster.chaos.checking import check_history, check_log, check_seen, ended_too_soon
from tests.cluster.chaos.links import Link
from tests.cluster.chaos.run import Form, run
from tests.cluster.chaos.visitors import Seen
from tests.cluster.nodes import Cluster, cluster
from tests.cluster.tables import in_turn, table_of_two

from tilerummy.server.room.entries import read_entry
from tilerummy.server.room.fold import replay
from tilerummy.server.rooms.nodes.node import POLL

pytestmark = pytest.mark.anyio

KINDS = (
    "bus link double",
    "node killed",
    "bus link one-way",
    "node stopped",
    "database link one-way",
    "bus killed",
    "database link slow",
    "database restarted",
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
    assert outcome.entries_seen > outcome.views_seen > 300
    assert max(abs(skew) for skew in outcome.skews) > 60
    taken = outcome.taken + outcome.taken_without_database
    assert max(taken, default=0.0) < GOES_ON


def test_what_is_wrong_with_a_history_is_found() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes)
        await (await in_turn(ann, ben)).take_turn()
        await nodes.clock.pass_time(POLL)
        room, store = ann.room, nodes.shared
        rows = await store.load(room)
        steps = [*replay(room, (read_entry(row.body) for row in rows))]
        command = rows[-1].cid or ""

        kept = Acknowledged(room, command, "ok", len(rows))
        assert await check_history(store, [room], [kept], {}) == [
            f"{room} did not reach its end: playing"
        ]
        lost = [replace(kept, cid="lost"), replace(kept, version=1)]
        assert len(await check_history(store, [room], lost, {})) == 1 + len(lost)

        twice = [*rows, rows[-1], rows[0], rows[-1]]
        assert any("executed 2 times" in each for each in check_log(room, twice, steps))
        assert any("version" in each for each in check_log(room, rows[:-1], steps))

        shown = await ann.sees()
        game = msgspec.json.encode(shown.game)
        seen = Seen({shown.version: shown.seat}, {shown.version: game}, latest=shown.version)
        seen.entries = {(shown.seat, each.seq): msgspec.json.encode(each) for each in shown.log}
        assert check_seen(room, "Ann", seen, steps) == []
        seen.seat[shown.version] = 1 - (shown.seat or 0)
        assert any("another game" in each for each in check_seen(room, "Ann", seen, steps))
        seen.entries = {(None, seq): entry for (_, seq), entry in seen.entries.items()}
        assert any("another entry" in each for each in check_seen(room, "Ann", seen, steps))
        seen.latest += 1
        assert any("which has" in each for each in check_seen(room, "Ann", seen, steps))

    cluster(test)


def test_a_turn_that_the_clock_has_ended_too_soon_is_found() -> None:
    async def test(nodes: Cluster) -> None:
        one = await nodes.start()
        ann = one.person("Ann")
        room = await ann.open(computers={1: "beginner"}, start=True, turn_ms=5000)
        await ann.control("ready")
        await nodes.clock.pass_time(20_000)
        rows = await nodes.shared.load(room)
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
    link = Link(lambda: server.sockets[0].getsockname()[1], messages=True)
    await link.start()
    reader, writer = await asyncio.open_connection("127.0.0.1", link.port)
    try:
        yield link, reader, writer
    finally:
        writer.close()
        await link.close()
        server.close()


async def test_a_link_can_be_double_one_way_and_cut() -> None:
    async with linked() as (link, reader, writer):
        link.repeat()
        writer.write(b"PUB tr.e.R 1\r\nx\r\nPING\r\n")
        lines = [await reader.readline() for _ in range(5)]
        assert lines == [b"PUB tr.e.R 1\r\n", b"x\r\n", b"PUB tr.e.R 1\r\n", b"x\r\n", b"PING\r\n"]

        link.mend()
        link.silence("back")
        writer.write(b"PING\r\n")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.readline(), 0.1)
        link.mend()
        assert await reader.readline() == b"PING\r\n"

        link.refuse()
        assert await reader.readline() == b"", "the connection has ended"
