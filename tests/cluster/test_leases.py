"""Who keeps the clock of a table and plays for its computer players, when nodes come and go."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.cluster.nodes import Cluster, OneNode, cluster
from tests.server.room_clients import Client

from tilerummy.server.messages import Answer, Preview
from tilerummy.server.room.entries import Acted, read_entry, write_entry
from tilerummy.server.room.turns import SeatTurn, judge_actions, turn_entry
from tilerummy.server.rooms.errors import OvertakenError
from tilerummy.server.rooms.nodes import leases
from tilerummy.server.rooms.nodes.leases import BEAT, LEASE
from tilerummy.server.rooms.nodes.node import POLL
from tilerummy.server.rooms.ports import Pace
from tilerummy.server.store import Entries, Fenced
from tilerummy.server.store.nodes.memory import MemoryNodes
from tilerummy.server.store.nodes.port import Beat, Lease
from tilerummy.state import TimeOut

TAKEN_OVER = LEASE + 2 * BEAT
"""After so many milliseconds another node has the leases of one that is gone: within 2 s."""
SLOW = Pace(frame=0, move=1000, ready=0)


def test_no_node_is_gone_for_more_than_two_seconds() -> None:
    assert LEASE + BEAT < 1500, "the rest is for reading the tables"


async def moves(nodes: Cluster, room: str) -> int:
    rows = await nodes.shared.load(room)
    return sum(isinstance(read_entry(row.body), Acted) for row in rows)


async def timed(nodes: Cluster, turn_ms: int = 60_000) -> tuple[Client, OneNode, OneNode]:
    """Return the person to move at a table with a clock, the node of its lease, and another."""
    one, two = await nodes.start(), await nodes.start()
    ann = one.person("Ann")
    await ann.open(computers={1: "beginner"}, start=True, turn_ms=turn_ms)
    await ann.control("ready")
    await nodes.clock.pass_time(100)
    while (await ann.game()).to_move != 0:
        await nodes.clock.pass_time(100)
    assert nodes.holders(ann.room) == [one]
    return ann, one, two


async def left(client: Client) -> int:
    ms = (await client.sees()).clock.left_ms
    assert ms is not None
    return ms


def test_a_table_is_held_by_the_node_that_opened_it() -> None:
    async def test(nodes: Cluster) -> None:
        one, two, three = [await nodes.start() for _ in range(3)]
        for node in (one, two, three):
            ann = node.person(f"Ann {node.name}")
            await ann.open(computers={1: "beginner"}, start=True)
            assert nodes.holders(ann.room) == [node]
            await nodes.clock.pass_time(20 * BEAT)
            assert nodes.holders(ann.room) == [node]

    cluster(test)


def test_a_node_that_takes_many_leases_slowly_goes_on_beating(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Others must not take it for gone, and take the same leases again."""
    monkeypatch.setattr(leases, "MOST_TAKEN", 1)

    async def test(nodes: Cluster) -> None:
        one, two = await nodes.start(), await nodes.start()
        for number in range(4):
            await one.person(f"Ann {number}").open(computers={1: "beginner"}, start=True)
        beats: list[int] = []
        take = two.store.nodes.take
        beat = two.store.nodes.beat

        async def slowly(node: str, *, most: int) -> list[Lease]:
            found = await take(node, most=most)
            if found:
                nodes.clock.time += LEASE
            return found

        async def counted(node: str, *, lease: int, away: bool = False) -> Beat:
            beats.append(nodes.clock.now())
            return await beat(node, lease=lease, away=away)

        two.store.nodes.take = slowly  # type: ignore[method-assign]
        two.store.nodes.beat = counted  # type: ignore[method-assign]
        one.kill()
        await nodes.clock.pass_time(8 * (LEASE + BEAT))
        assert len(beats) > 4
        assert max(after - before for before, after in pairwise(beats)) <= LEASE + BEAT
        assert len((await beat(two.name, lease=LEASE)).held) == 4

    cluster(test)


def test_a_table_is_held_that_is_opened_while_a_beat_is_under_way() -> None:
    """The beat has read the leases before there was this one."""

    async def test(nodes: Cluster) -> None:
        one = await nodes.start()
        ann = one.person("Ann")
        beat = one.store.nodes.beat

        async def slow(node: str, *, lease: int, away: bool = False) -> Beat:
            read = await beat(node, lease=lease, away=away)
            if not ann.room:
                await ann.open(computers={1: "beginner"}, start=True)
            return read

        one.store.nodes.beat = slow  # type: ignore[method-assign]
        await one.node.beat()
        assert nodes.holders(ann.room) == [one]

    cluster(test)


def test_a_node_of_which_others_have_not_heard_lately_opens_a_table_without_a_lease() -> None:
    """Else nobody would know when the lease of such a node ends."""

    async def test(nodes: Cluster) -> None:
        one, two = await nodes.start(), await nodes.start()
        one.kill()
        one.store.cut = False
        await nodes.clock.pass_time(TAKEN_OVER)
        ann = one.person("Ann")
        await ann.open(computers={1: "beginner"}, start=True)
        await nodes.clock.pass_time(BEAT)
        assert [node for node in nodes.nodes if node.holds(ann.room)] == [two]

    cluster(test)


def test_computer_players_go_on_when_their_node_is_killed() -> None:
    async def test(nodes: Cluster) -> None:
        one, two = await nodes.start(SLOW), await nodes.start(SLOW)
        ann, ben = one.person("Ann"), two.person("Ben")
        await ann.open(seats=3, computers={1: "beginner", 2: "beginner"}, start=True)
        await ann.control("ready")
        await ben.watch(ann.room)
        again = two.person("Ann")
        await again.watch(ann.room)
        await nodes.clock.pass_time(POLL)
        while (await again.game()).to_move != 0:
            await nodes.clock.pass_time(POLL)
        one.kill()
        await again.do("draw")
        before = await moves(nodes, ann.room)
        await nodes.clock.pass_time(TAKEN_OVER)
        assert nodes.holders(ann.room) == [two]
        await nodes.clock.pass_time(5 * 1000)
        assert await moves(nodes, ann.room) >= before + 2, "both computers have moved"

    cluster(test)


def test_a_node_that_ends_hands_its_tables_over_at_once() -> None:
    async def test(nodes: Cluster) -> None:
        ann, one, two = await timed(nodes)
        await one.end()
        await nodes.clock.pass_time(BEAT)
        assert nodes.holders(ann.room) == [two]

    cluster(test)


def test_what_a_node_does_that_was_paused_is_refused_and_nothing_forks() -> None:
    """It wakes, and believes that the time of a turn is over: so another thinks, who has it now."""

    async def test(nodes: Cluster) -> None:
        ann, one, two = await timed(nodes, turn_ms=30_000)
        actor = await ann.actor()
        epoch = one.node.epoch(ann.room)
        one.kill()
        await nodes.clock.pass_time(TAKEN_OVER)
        assert nodes.holders(ann.room) == [two]
        before = len(await nodes.shared.load(ann.room))
        ended = SeatTurn(None, judge_actions(actor.room, None, (TimeOut(None),)))
        entries = [write_entry(turn_entry(ended).entry)]
        late = Entries(ann.room, before, entries, epoch=epoch)
        assert await nodes.shared.append(late) == Fenced()

        assert not actor.holds, "it takes its own leases for lost before others do"
        one.store.cut = False
        with pytest.raises(OvertakenError):
            async with actor.lock:
                await actor.commit([ended], as_holder=True)
        assert len(await nodes.shared.load(ann.room)) == before

    cluster(test)


def test_a_node_whose_store_was_away_takes_its_tables_again() -> None:
    async def test(nodes: Cluster) -> None:
        ann, one, two = await timed(nodes)
        two.kill()
        one.store.cut = True
        before = await left(ann)
        await nodes.clock.pass_time(50_000)
        assert nodes.holders(ann.room) == []
        one.store.cut = False
        await nodes.clock.pass_time(BEAT)
        assert nodes.holders(ann.room) == [one]
        assert before - await left(ann) <= LEASE, "nobody could move meanwhile"
        await nodes.clock.pass_time(before + BEAT)
        assert (await ann.game()).to_move == 0
        assert await moves(nodes, ann.room) >= 2, "the clock has ended the turn"

    cluster(test)


def test_the_clock_of_a_turn_goes_on_at_another_node_without_the_outage() -> None:
    async def test(nodes: Cluster) -> None:
        ann, one, two = await timed(nodes, turn_ms=60_000)
        await nodes.clock.pass_time(20_000)
        one.kill()
        await nodes.clock.pass_time(TAKEN_OVER)
        again = two.person("Ann")
        await again.watch(ann.room)
        ms = await left(again)
        assert 40_000 - BEAT <= ms <= 40_000 + BEAT, ms
        before = await moves(nodes, ann.room)
        await nodes.clock.pass_time(39_000)
        assert await moves(nodes, ann.room) == before, "the time is not over yet"
        await nodes.clock.pass_time(2000)
        assert await moves(nodes, ann.room) > before, "the new holder has ended the turn"

    cluster(test)


def test_no_outage_is_charged_of_two_that_follow_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also when the second holder dies before it has stored the clock that it went on with."""

    async def nothing_stored(*_: object) -> list[str]:
        return []

    async def test(nodes: Cluster) -> None:
        ann, one, two = await timed(nodes, turn_ms=60_000)
        three = await nodes.start()
        await nodes.clock.pass_time(20_000)
        monkeypatch.setattr(MemoryNodes, "save_clocks", nothing_stored)
        for gone in (one, two):
            if nodes.holders(ann.room) != [gone]:
                continue
            gone.kill()
            await nodes.clock.pass_time(TAKEN_OVER)
        [holder] = nodes.holders(ann.room)
        assert holder is not one
        again = three.person("Ann")
        await again.watch(ann.room)
        assert 40_000 - 3 * BEAT <= await left(again) <= 40_000 + BEAT

    cluster(test)


def test_the_draft_that_counts_when_the_time_is_over_outlives_its_node() -> None:
    """It is no legal table, which costs three tiles; without a draft it would be one."""

    async def test(nodes: Cluster) -> None:
        ann, one, two = await timed(nodes, turn_ms=30_000)
        rack = (await ann.game()).rack
        assert rack
        version = await ann.version()
        await ann.ask(Preview(room=ann.room, version=version, rows=[[rack[0]]]))
        await nodes.clock.pass_time(2000)
        one.kill()
        again = two.person("Ann")
        await again.watch(ann.room)
        await nodes.clock.pass_time(31_000)
        assert len((await again.game()).rack or []) == len(rack) + 3

    cluster(test)


def test_the_clock_stands_still_while_nobody_is_connected_anywhere() -> None:
    """Whose player is connected at another node than the one that keeps the clock."""

    async def test(nodes: Cluster) -> None:
        ann, _, two = await timed(nodes, turn_ms=30_000)
        again = two.person("Ann")
        await again.watch(ann.room)
        await nodes.clock.pass_time(POLL)
        await ann.leave()
        await nodes.clock.pass_time(10_000)
        assert 17_000 <= await left(again) <= 19_000
        assert (await again.sees()).clock.running
        await again.leave()
        await nodes.clock.pass_time(100_000)
        assert not (await again.sees()).clock.running
        assert 15_000 <= await left(again) <= 19_000
        assert 15_000 <= await left(ann) <= 19_000

    cluster(test)


def test_a_table_among_computers_waits_for_a_viewer_at_any_node() -> None:
    async def test(nodes: Cluster) -> None:
        one, two = await nodes.start(SLOW), await nodes.start(SLOW)
        ann, ben = one.person("Ann"), two.person("Ben")
        await ann.open(computers={0: "beginner", 1: "beginner"}, start=True)
        await ann.leave()
        await nodes.clock.pass_time(60_000)
        before = await moves(nodes, ann.room)
        await nodes.clock.pass_time(20_000)
        assert await moves(nodes, ann.room) == before
        await ben.watch(ann.room)
        await nodes.clock.pass_time(POLL + 5000)
        assert await moves(nodes, ann.room) > before
        assert nodes.holders(ann.room) == [one]

    cluster(test)


def test_all_nodes_agree_who_is_connected() -> None:
    async def test(nodes: Cluster) -> None:
        ann, _, two = await timed(nodes)
        ben = two.person("Ben")
        await ben.watch(ann.room)
        await nodes.clock.pass_time(POLL)
        for person in (ann, ben):
            table = (await person.sees()).table
            assert [seat.connected for seat in table.seats] == [True, True]
            actor = await person.actor()
            assert actor.broadcast.presence.watching(actor.room) == 1
        await ann.leave()
        await nodes.clock.pass_time(POLL)
        assert [seat.connected for seat in (await ben.sees()).table.seats] == [False, True]
        answer = await ben.control("sit")
        assert isinstance(answer, Answer)
        assert answer.status == "refused"

    cluster(test)


def test_a_table_that_sleeps_wakes_when_somebody_comes_to_it_at_another_node() -> None:
    async def test(nodes: Cluster) -> None:
        ann, one, two = await timed(nodes, turn_ms=600_000)
        await ann.leave()
        await nodes.clock.pass_time(10 * 60_000)
        await one.rooms.sweep()
        assert one.rooms.registry.in_memory(ann.room) is None
        again = two.person("Ann")
        await again.watch(ann.room)
        await nodes.clock.pass_time(POLL)
        assert one.rooms.registry.in_memory(ann.room) is not None
        assert nodes.holders(ann.room) == [one]
        await nodes.clock.pass_time(600_000)
        assert await moves(nodes, ann.room) >= 2

    cluster(test)
