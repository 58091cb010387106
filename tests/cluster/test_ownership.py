"""Which node takes a room, and when; test_owners.py tests the behaviour of an owner."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from unittest.mock import AsyncMock

import pytest
from tests.cluster.nodes import Cluster, Node
from tests.server.playing import codes, play_round, seated, table
from tests.server.room_clients import Client, settled

from tilerummy.server.cluster import leases
from tilerummy.server.cluster.leases import DEAD_AFTER, HEARTBEAT, LEASE, POLL_INTERVAL
from tilerummy.server.messages.server import Fault
from tilerummy.server.rooms import registry
from tilerummy.server.store.types import Heartbeat, NotOwnerError, Row, StorageError, Taken

TAKEN_OVER = LEASE + DEAD_AFTER + 2 * POLL_INTERVAL
"""Milliseconds until another node has taken the due rooms of a dead one."""
RESTART = 1012


def slow_reading(node: Node, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Delay every log that *node* reads until the returned event is set."""
    load, read = node.store.logs.load, asyncio.Event()

    async def slowly(room: str) -> list[Row]:
        rows = await load(room)
        await read.wait()
        return rows

    monkeypatch.setattr(node.store.logs, "load", slowly)
    return read


def test_a_frozen_owner_is_replaced_within_two_seconds() -> None:
    assert LEASE + HEARTBEAT < 1500, "the rest is for connecting and reading the room"


async def timed(nodes: Cluster, turn_ms: int = 60_000) -> tuple[Client, Node, Node]:
    """Return the player to move at a table with a clock, its owner, and another node."""
    one, two = await nodes.start(), await nodes.start()
    ann = one.person("Ann")
    await ann.open(computers={1: "beginner"}, start=True, turn_ms=turn_ms)
    await ann.control("ready")
    await nodes.clock.pass_time(100)
    while (await ann.game()).to_move != 0:
        await nodes.clock.pass_time(100)
    assert nodes.owners(ann.room) == [one]
    return ann, one, two


async def left(client: Client) -> int:
    ms = (await client.sees()).clock.left_ms
    assert ms is not None
    return ms


async def watching(node: Node, name: str, room: str) -> Client:
    person = node.person(name)
    await person.watch(room)
    return person


async def test_reading_takes_no_room(nodes: Cluster) -> None:
    ann, one, two = await timed(nodes)
    version = await ann.version()
    await ann.leave()
    assert (await two.read(ann.room, ann.person)).version == version
    assert len((await two.look(ann.room, ann.person)).seats) == 2
    assert [card.room for card in (await two.lobby(ann.person.guest)).mine]
    assert nodes.owners(ann.room) == [one]


async def test_simultaneous_viewers_take_a_dead_node_s_room_once(
    nodes: Cluster,
) -> None:
    """If the room was taken twice, its first viewers would be disconnected."""
    ann, one, two = await timed(nodes)
    one.kill()
    again, ben = two.person("Ann"), two.person("Ben")
    await nodes.store.rooms.admit(ann.room, ben.person.guest)

    async def comes(person: Client) -> None:
        assert await nodes.serving(two, ann.room) is two
        await person.watch(ann.room)

    async def looks() -> None:
        assert await nodes.serving(two, ann.room) is two

    await asyncio.gather(comes(again), comes(ben), looks())
    [(taken,)] = await nodes.database.read(
        lambda db: db.rows("SELECT epoch FROM rooms WHERE room = ?", ann.room)
    )
    assert taken == two.node.owned[ann.room] == (await again.actor()).log.epoch == 2
    assert not isinstance(await again.do("draw"), Fault)
    assert again.closed == ben.closed == []


async def test_heartbeats_continue_while_many_rooms_are_taken(
    nodes: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise other nodes would take the same rooms again."""
    monkeypatch.setattr(leases, "MAX_TAKEN", 1)
    one, two = await nodes.start(), await nodes.start()
    for number in range(4):
        ann = one.person(f"Ann{number}")
        await ann.open(computers={1: "beginner"}, start=True)
    beats: list[int] = []
    store = two.store.leases
    take, beat = store.take_due, store.heartbeat

    async def slowly(node: str, limit: int) -> list[Taken]:
        found = await take(node, limit)
        if found:
            await nodes.clock.sleep(LEASE)
        return found

    async def counted(node: str, address: str, lease: int | None) -> Heartbeat:
        beats.append(nodes.clock.now())
        return await beat(node, address, lease)

    store.take_due, store.heartbeat = slowly, counted  # type: ignore[method-assign]
    one.kill()
    await nodes.clock.pass_time(DEAD_AFTER + 8 * (LEASE + HEARTBEAT))
    assert max(after - before for before, after in pairwise(beats)) <= LEASE
    assert len(two.node.owned) == 4


async def test_a_stopping_node_takes_no_room_back(nodes: Cluster) -> None:
    """It still checks for due rooms until its sockets are closed."""
    ann, one, two = await timed(nodes)
    await one.close()
    await one.node.take_due()
    assert ann.closed == [RESTART]
    assert not one.owns(ann.room)
    with pytest.raises(StorageError):
        await one.node.take(ann.room)
    await watching(two, "Ann", ann.room)
    assert nodes.owners(ann.room) == [two]


async def test_a_stopping_node_hands_over_its_rooms_in_batches(
    nodes: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players of the other rooms continue until then."""
    monkeypatch.setattr(registry, "MIN_BATCH", 1)
    monkeypatch.setattr(registry, "BATCH_INTERVAL", 0)
    one, two = await nodes.start(), await nodes.start()
    people = [one.person(f"Ann{number}") for number in range(3)]
    for ann in people:
        await ann.open(computers={1: "beginner"}, start=True)
        await ann.control("ready")
        await nodes.clock.pass_time(100)
    ending, seen = asyncio.create_task(one.close()), set[tuple[int, int]]()
    while not ending.done():
        await asyncio.sleep(0)
        loaded = sum(one.registry.in_memory(ann.room) is not None for ann in people)
        seen.add((sum(bool(ann.closed) for ann in people), loaded))
    assert seen >= {(1, 2), (2, 1)}, "released, and still played here"
    for ann in people:
        assert ann.closed == [RESTART]
        await watching(two, "Ann", ann.room)
        assert nodes.owners(ann.room) == [two]


async def test_clocks_do_not_run_during_two_successive_outages(
    nodes: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same applies if the second owner dies before it has stored the clock."""
    ann, one, two = await timed(nodes, turn_ms=60_000)
    three = await nodes.start()
    await nodes.clock.pass_time(20_000)
    one.kill()
    await nodes.clock.pass_time(TAKEN_OVER)

    monkeypatch.setattr(two.store.leases, "save_clock", AsyncMock())
    await watching(two, "Ann", ann.room)
    await nodes.clock.pass_time(5000)
    two.kill()
    await nodes.clock.pass_time(TAKEN_OVER)
    again = await watching(three, "Ann", ann.room)
    ms = await left(again)
    assert 35_000 - 3 * HEARTBEAT <= ms <= 40_000 + HEARTBEAT, ms


async def test_a_room_both_due_and_requested_has_one_actor(nodes: Cluster) -> None:
    """Otherwise the first viewers would receive no updates."""
    ann, one, two = await timed(nodes)
    one.kill()
    await nodes.clock.pass_time(LEASE)
    await nodes.store.leases.park_expired(0, two.node.name)
    taken = await nodes.store.leases.take_due(two.node.name, 5)
    assert [each.room for each in taken] == [ann.room]
    again = await watching(two, "Ann", ann.room)
    actor = await again.actor()
    await two.registry.take_over(taken)
    assert await again.actor() is actor
    assert not isinstance(await again.do("draw"), Fault)
    assert again.closed == []


async def test_a_room_lost_while_it_is_read_is_dropped(
    nodes: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise an outdated state would be shown after its owner's death."""
    ann, one, two = await timed(nodes)
    before = await ann.version()
    await one.registry.park(await ann.actor())
    read = slow_reading(two, monkeypatch)
    taking = asyncio.create_task(two.registry.own(ann.room))
    await settled()
    await one.node.take(ann.room, by_force=True)
    await ann.watch(ann.room)
    assert not isinstance(await ann.do("draw"), Fault)
    await two.node.heartbeat()
    read.set()
    with pytest.raises(NotOwnerError):
        await taking
    one.kill()
    await nodes.clock.pass_time(LEASE)
    again = await watching(two, "Ann", ann.room)
    assert await again.version() > before


async def test_a_room_taken_again_while_it_is_read_continues(
    nodes: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lost its lease and was due; no one else has to request it."""
    ann, one, two = await timed(nodes)
    await one.registry.park(await ann.actor())
    read = slow_reading(two, monkeypatch)
    taking = asyncio.create_task(two.registry.own(ann.room))
    await settled()
    await two.store.leases.leave(two.node.name)
    taken = await two.store.leases.take_due(two.node.name, 5)
    two.node.owned |= {each.room: each.epoch for each in taken}
    adopting = asyncio.create_task(two.registry.take_over(taken))
    await settled()
    read.set()
    await asyncio.wait([taking, adopting])
    assert isinstance(taking.exception(), NotOwnerError)
    assert [actor.log.epoch for actor in two.registry] == [each.epoch for each in taken]


async def test_viewers_of_a_replaced_actor_are_disconnected(
    nodes: Cluster,
) -> None:
    """The room was lost and taken again unnoticed."""
    ann, one, two = await timed(nodes)
    one.freeze()
    await nodes.clock.pass_time(LEASE)
    await nodes.store.leases.park_expired(0, two.node.name)
    one.link.cut = one.frozen = False
    taken = await nodes.store.leases.take_due(one.node.name, 5)
    one.node.owned |= {each.room: each.epoch for each in taken}
    await one.registry.take_over(taken)
    await nodes.clock.pass_time(1)
    assert ann.closed == [RESTART]
    await one.node.heartbeat()
    again = await watching(one, "Ann", ann.room)
    assert not isinstance(await again.do("draw"), Fault)
    assert again.closed == []


async def test_declining_a_rematch_that_has_begun_does_not_move_it(nodes: Cluster) -> None:
    one, two = await nodes.start(), await nodes.start()
    ann, ben = people = await seated(one, "Ann", "Ben")
    await play_round(people)
    assert codes(await ann.control("rematch")) == []
    rematch = (await table(ann)).next_room
    assert rematch
    await watching(two, "Ann", rematch)
    assert codes(await (await watching(two, "Ben", rematch)).control("sit")) == []
    assert nodes.owners(rematch) == [two]
    assert codes(await ben.control("decline")) == ["not_now"]
    assert nodes.owners(rematch) == [two]
