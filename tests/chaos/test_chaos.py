"""The short form of ``make chaos-cluster``, and tests of its checks."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.chaos.checking import Times, check_history, check_log, ended_too_soon
from tests.chaos.links import link_process
from tests.chaos.run import Form, run
from tests.cluster.nodes import Cluster
from tests.server.playing import mover_of, ok, seated
from tests.server.room_clients import whole

from tilerummy.server.messages.server import Answer

KINDS = (
    "pipe cut",
    "node killed",
    "proxy wrong",
    "node frozen for longer than its lease",
    "database link one-way",
    "database failed over",
    "proxies disagree",
    "database link cut",
    "node ended",
    "database restarted",
    "nodes killed and started at once",
)
BRIEF = Form(pause=(0.2, 0.4), longest=1.5, think=(0.05, 0.3), pace="0.1")


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
    assert outcome.taken + outcome.taken_without_database, "rooms were taken over"


async def test_errors_in_a_history_are_found(nodes: Cluster) -> None:
    one = await nodes.start()
    people = await seated(one, "Ann", "Ben")
    room, store = people[0].room, nodes.store
    stored = ok(await (await mover_of(people)).do("draw"))
    rows, steps = await store.logs.load(room), await whole(one, room)

    async def found(*answers: Answer, seen: int = 0, times: Times | None = None) -> list[str]:
        sent = [(room, answer) for answer in answers]
        return await check_history(store, [room], sent, Counter({room: seen}), times)

    assert await found(stored, seen=len(rows)) == []
    for lost in (replace(stored, cid="lost"), replace(stored, version=1)):
        [wrong] = await found(lost)
        assert "was sent" in wrong
    [wrong] = await found(seen=len(rows) + 1)
    assert "was shown, which has" in wrong
    [wrong] = await found(times=Times({room: [row.at / 1000 for row in rows]}, {room: []}))
    assert "did not reach its end" in wrong
    twice = [*rows, rows[-1], rows[0], rows[-1]]
    assert any("executed 2 times" in each for each in check_log(room, twice, steps))
    assert any("has a gap" in each for each in check_log(room, rows[:-1], steps))


async def test_a_turn_that_the_clock_ended_too_early_is_found(nodes: Cluster) -> None:
    one = await nodes.start()
    ann = one.person("Ann")
    room = await ann.open(computers={1: "beginner"}, start=True, turn_ms=5000)
    await ann.control("ready")
    await nodes.clock.pass_time(20_000)
    rows, steps = await nodes.store.logs.load(room), await whole(one, room)
    stored = [row.at / 1000 for row in rows]
    assert ended_too_soon(room, steps, stored, []) == []
    outages = [(at, at + 1) for at in range(int(stored[0]), int(stored[-1]))]
    assert ended_too_soon(room, steps, stored, outages)
    assert ended_too_soon(room, steps, [at / 2 for at in stored], [])


async def test_a_link_can_be_one_way_cut_and_refused() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            writer.write(line)
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    with link_process() as links:
        link = links.link(server.sockets[0].getsockname()[1])
        reader, writer = await asyncio.open_connection("127.0.0.1", link.port())
        link.silence("back")
        writer.write(b"PING\r\n")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.readline(), 0.1)
        link.mend()
        assert await reader.readline() == b"PING\r\n"

        link.cut()
        assert await reader.readline() == b"", "the connection has ended"
        (await asyncio.open_connection("127.0.0.1", link.port()))[1].close()
        link.refuse()
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", link.port())
        link.mend()
        (await asyncio.open_connection("127.0.0.1", link.port()))[1].close()
        writer.close()
    server.close()
