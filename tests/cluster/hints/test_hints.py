"""Hints between nodes: with them all is seen at once, and any fault of theirs changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from tests.cluster.nodes import Cluster, Unplugged, cluster
from tests.cluster.tables import (
    check_stream,
    in_turn,
    mover_and_other,
    table_of_two,
    version_seen,
)
from tests.server.room_clients import Client, settled

from tilerummy.server.bus.local import at_once, faulty
from tilerummy.server.messages import Chatted, Preview, PreviewShown, React, Reacted, Say, Snapshot
from tilerummy.server.rooms.nodes.node import POLL
from tilerummy.server.rooms.ports import Pace
from tilerummy.server.store import Appended, AppendResult, Entries, Row
from tilerummy.server.store.nodes.memory import MemoryNodes
from tilerummy.server.store.nodes.port import LogEnd


def test_a_move_is_seen_at_another_node_without_the_store_being_asked() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, one, two = await table_of_two(nodes)
        for node in (one, two):
            node.store.load = no_load  # type: ignore[method-assign]
        for _ in range(4):
            await (await in_turn(ann, ben)).take_turn()
            await settled()
            assert version_seen(ann) == version_seen(ben) == await ann.version()
        for person in (ann, ben):
            await check_stream(person, nodes.shared)

    async def no_load(room: str, since: int = 0) -> list[Row]:
        raise AssertionError(f"{room} was read from {since} on")

    cluster(test, at_once)


def test_with_each_move_the_store_is_told_the_end_of_the_log_that_others_have_written() -> None:
    """Else it would first look for it, at nearly every move of players at different nodes."""

    async def test(nodes: Cluster) -> None:
        ann, ben, one, two = await table_of_two(nodes)
        told: list[bytes] = []
        for node in (one, two):
            node.store.append = partial(append, node.store, told)  # type: ignore[method-assign]
        for _ in range(5):
            await (await in_turn(ann, ben)).take_turn()
            await settled()
        size = await ann.version()
        assert told == [b"", *(b"%d" % n for n in range(size - 4, size))]

    async def append(store: Unplugged, told: list[bytes], new: Entries) -> AppendResult:
        told.append(new.head)
        result = await Unplugged.append(store, new)
        assert isinstance(result, Appended)
        return replace(result, head=b"%d" % (result.last + 1))

    cluster(test, at_once)


def test_a_clock_that_was_stored_with_a_move_is_not_stored_again_by_its_keeper() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, one, two = await table_of_two(nodes)
        for node in (one, two):
            node.store.nodes.save_clocks = no_save  # type: ignore[method-assign]
            node.store.nodes.ends = no_ends  # type: ignore[method-assign]
        for _ in range(4):
            await (await in_turn(ann, ben)).take_turn()
            await settled()
            clocks = [(await person.sees()).clock for person in (ann, ben)]
            assert clocks[0] == clocks[1]
            assert clocks[0].running

        assert asked == []

    asked: list[str] = []

    async def no_save(clocks: object) -> list[str]:
        asked.append(f"stored once more: {clocks}")
        return []

    async def no_ends(rooms: object) -> dict[str, LogEnd]:
        asked.append(f"looked at: {rooms}")
        return {}

    cluster(test, at_once)


@pytest.mark.parametrize("seed", range(4))
def test_hints_that_are_lost_doubled_and_late_change_nothing(seed: int) -> None:
    delivery = faulty(Random(seed), lose=0.3, double=0.3, late=0.5, delay=5.0)

    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes)
        for _ in range(25):
            if (await ann.actor()).room.phase != "playing":
                break
            await (await in_turn(ann, ben)).take_turn()
            await nodes.clock.pass_time(POLL)
            assert version_seen(ann) == version_seen(ben) == await ann.version()
        await nodes.clock.pass_time(10_000)
        for person in (ann, ben):
            await check_stream(person, nodes.shared)
        assert (await ann.actor()).room == (await ben.actor()).room

    cluster(test, delivery)


@pytest.mark.parametrize(("later", "counts"), [(40, False), (2000, True)])
def test_a_clock_that_was_told_with_its_entries_is_not_set_again_for_a_little_difference(
    later: int, *, counts: bool
) -> None:
    """Only the store knows exactly when it was stored; another clock of the turn is set."""

    async def test(nodes: Cluster) -> None:
        ann, ben, *both = await table_of_two(nodes, turn_ms=60_000)
        for node in both:
            node.store.nodes.ends = partial(ends, node.store.nodes)  # type: ignore[method-assign]
        await (await in_turn(ann, ben)).take_turn()
        await nodes.clock.pass_time(2 * POLL)
        keeper, other = sorted(both, key=lambda node: not node.holds(ann.room))
        actors = [await node.rooms.actor(ann.room) for node in (keeper, other)]
        kept, shown = (actor.turn.ends_in() for actor in actors if actor)
        assert kept is not None
        assert shown == (kept + later if counts else kept)

    async def ends(store: MemoryNodes, rooms: Sequence[str]) -> dict[str, LogEnd]:
        found = await MemoryNodes.ends(store, rooms)
        return {
            room: end._replace(clock=end.clock._replace(at=end.clock.at + later))
            for room, end in found.items()
            if end.clock is not None
        }

    cluster(test, at_once)


def test_however_many_hints_come_while_a_table_is_changed_one_task_looks_at_it() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes)
        mover, other = await mover_and_other(ann, ben)
        actor = await other.actor()
        version = await mover.version()
        async with actor.lock:
            before = len(asyncio.all_tasks())
            await mover.take_turn()
            bodies = [row.body for row in await nodes.shared.load(ann.room, version)]
            for _ in range(200):
                (await mover.actor()).services.node.appended(Entries(ann.room, version, bodies))
            await settled()
            assert len(asyncio.all_tasks()) <= before + 1
            assert actor.room.version == version
        await settled()
        assert actor.room.version > version
        for person in (ann, ben):
            await check_stream(person, nodes.shared)

    cluster(test, at_once)


def test_chat_and_reactions_reach_all_nodes_once() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes)
        await ann.ask(Say(room=ann.room, text="Hello"))
        await ben.ask(React(room=ann.room, reaction="thanks"))
        for person in (ann, ben):
            said = [m.text for m in person.heard if isinstance(m, Chatted)]
            shown = [m.reaction for m in person.heard if isinstance(m, Reacted)]
            assert (said, shown) == (["Hello"], ["thanks"])
            assert [m.text for m in (await person.sees()).chat] == ["Hello"]

    cluster(test, at_once)


def test_who_comes_later_to_another_node_reads_what_was_said_before() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes)
        for text in ("Hello", "Good luck"):
            await ann.ask(Say(room=ann.room, text=text))
        three = await nodes.start()
        cid = three.person("Cid")
        await cid.watch(ann.room)
        await settled()
        assert [m.text for m in (await cid.sees()).chat] == ["Hello", "Good luck"]
        shown = [m for m in cid.heard if isinstance(m, Snapshot)][-1]
        assert [m.text for m in shown.chat] == ["Hello", "Good luck"], "without a new connection"
        await ben.ask(Say(room=ann.room, text="Thanks"))
        for person in (ann, ben, cid):
            assert [m.text for m in (await person.sees()).chat][1:] == ["Good luck", "Thanks"]

    cluster(test, at_once)


async def preview(mover: Client) -> None:
    version = await mover.version()
    await mover.ask(Preview(room=mover.room, version=version, rows=[]))


def test_a_draft_is_shown_at_all_nodes_and_a_late_one_at_none() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes)
        mover, other = await mover_and_other(ann, ben)
        await preview(mover)
        shown = [m for m in other.heard if isinstance(m, PreviewShown)]
        assert [m.seat for m in shown] == [(await mover.sees()).seat]
        assert not [m for m in mover.heard if isinstance(m, PreviewShown)]
        assert (await other.sees()).preview == []

        await mover.take_turn()
        (await other.actor()).hear(shown[0])
        assert (await other.sees()).preview is None

    cluster(test, at_once)


def test_the_drafts_of_a_computer_player_are_shown_at_all_nodes() -> None:
    async def test(nodes: Cluster) -> None:
        pace = Pace(frame=100, move=500, ready=0)
        one, two = await nodes.start(pace), await nodes.start(pace)
        ann, ben = one.person("Ann"), two.person("Ben")
        await ann.open("american", computers={0: "casual", 1: "casual"}, start=True)
        await ben.watch(ann.room)
        await ann.leave()
        await nodes.clock.pass_time(120_000)
        assert [m for m in ben.heard if isinstance(m, PreviewShown)]

    cluster(test, at_once)


def test_who_comes_and_leaves_is_known_at_once() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes)
        await ann.leave()
        await settled()
        seats = (await ben.sees()).table.seats
        assert [seat.connected for seat in seats] == [False, True]
        await ann.watch(ann.room)
        await settled()
        seats = (await ben.sees()).table.seats
        assert [seat.connected for seat in seats] == [True, True]

    cluster(test, at_once)


@pytest.mark.parametrize("lost", [False, True])
def test_it_is_measured_how_far_a_node_is_behind(*, lost: bool) -> None:
    """Once for each entry of another node; hints that come late, or twice, measure nothing else."""
    delivery = faulty(Random(1), lose=1.0) if lost else at_once

    async def test(nodes: Cluster) -> None:
        ann, ben, one, two = await table_of_two(nodes)
        for node in (one, two):
            node.rooms.lags.clear()
        mover, before = await in_turn(ann, ben), await ann.version()
        await nodes.clock.pass_time(POLL // 4)
        await mover.take_turn()
        await nodes.clock.pass_time(POLL)
        follower, own = (two, one) if mover is ann else (one, two)
        assert len(follower.rooms.lags) == await ann.version() - before > 0
        assert own.rooms.lags == []
        assert all(0 < lag <= POLL if lost else lag == 0 for lag in follower.rooms.lags)

    cluster(test, delivery)
