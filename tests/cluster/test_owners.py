"""Rooms in a shared store have one owner, and are taken over when that owner dies."""

from __future__ import annotations

import asyncio
from unittest.mock import AsyncMock

import pytest
from tests.cluster.nodes import Cluster, Node
from tests.server.playing import fault, mover_of, ok, play_round, seated
from tests.server.room_clients import Client, settled, whole

from tilerummy.server.cluster.leases import DEAD_AFTER, HEARTBEAT, LEASE
from tilerummy.server.guests.faces import Face
from tilerummy.server.messages.client import Act
from tilerummy.server.room.refusal import Refused
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms.registry import RESTART
from tilerummy.server.store.types import NotOwnerError, StorageError

TURN = 60_000
FAILOVER = 5000
"""Milliseconds until another server owns the rooms of a dead one."""


@pytest.fixture
async def one(nodes: Cluster) -> Node:
    return await nodes.start()


@pytest.fixture
async def two(nodes: Cluster, one: Node) -> Node:
    del one  # it is the first
    return await nodes.start()


async def move_to(rooms: Node, *people: Client) -> None:
    """Connect clients to another server."""
    for person in people:
        person.rooms = rooms
        await person.watch(person.room)


async def test_a_parked_room_is_taken_by_its_players_server(one: Node, two: Node) -> None:
    people = await seated(one, "Ann", "Ben")
    await play_round(people, turns=3)
    before = await people[0].game()
    await one.registry.park(await people[0].actor())
    assert [person.closed for person in people] == [[RESTART]] * 2
    await move_to(two, *people)
    assert await people[0].game() == before
    assert (len(one.registry), len(two.registry)) == (0, 1)
    await play_round(people, turns=3)


async def test_a_stopping_server_hands_over_its_rooms(one: Node, two: Node) -> None:
    people = await seated(one, "Ann", "Ben", turn_ms=TURN)
    await one.clock.pass_time(20_000)
    await one.end()
    assert [person.closed for person in people] == [[RESTART]] * 2
    await two.clock.pass_time(2000)
    assert len(two.registry) == 1, "taken before anyone connects"
    await move_to(two, *people)
    assert (await people[0].sees()).clock.left_ms == TURN - 20_000


async def test_rooms_of_a_dead_server_continue_with_their_clocks(one: Node, two: Node) -> None:
    people = await seated(one, "Ann", "Ben", turn_ms=TURN)
    await one.clock.pass_time(20_000)
    one.kill()
    await two.clock.pass_time(FAILOVER)
    assert len(two.registry) == 1
    assert await two.store.leases.held(one.node.name) == {}
    await move_to(two, *people)
    clock = (await people[0].sees()).clock
    assert clock.running
    assert clock.left_ms is not None
    assert TURN - 20_000 <= clock.left_ms <= TURN - 20_000 + HEARTBEAT


async def test_a_computer_player_continues_after_its_server_died(one: Node, two: Node) -> None:
    ann = Client(one, "Ann")
    await ann.open(seats=3, computers={1: "beginner", 2: "beginner"}, start=True)
    one.kill()  # before the deal
    await two.clock.pass_time(FAILOVER)
    log = await whole(two, ann.room)
    assert log[-1].room.phase == "playing"
    assert log[-1].room.state is not None
    assert log[-1].room.state.to_move == 0


async def test_a_frozen_server_changes_nothing_and_closes_its_sockets(one: Node, two: Node) -> None:
    people = await seated(one, "Ann", "Ben")
    mover = await mover_of(people)
    eve = Client(one, "Eve")
    await eve.watch(mover.room)
    version = await mover.version()
    one.freeze()
    await one.clock.pass_time(LEASE)
    one.link.cut = False
    guests = [Client(two, name) for name in ("Ann", "Ben")]
    for each in guests:
        each.room = mover.room
    await move_to(two, *guests)
    command = Act(cid="late", room=mover.room, version=version, actions=["draw"])
    assert fault(await one.command(mover.person, command)) == "storage"
    await one.node.heartbeat()
    await settled()
    assert [each.closed for each in (*people, eve)] == [[RESTART]] * 3
    assert len(one.registry) == 0
    answer = ok(await two.command(mover.person, command))
    log = await whole(two, mover.room)
    assert len(log) == (await guests[0].sees()).version == answer.version


async def test_a_frozen_server_shows_nothing_outdated(one: Node, two: Node) -> None:
    people = await seated(one, "Ann", "Ben")
    mover = await mover_of(people)
    version = await mover.version()
    one.freeze()
    await one.clock.pass_time(LEASE)
    await move_to(two, *people)
    assert ok(await mover.do("draw")).version == version + 1
    one.link.cut = False
    one.link.reading.clear()
    beating = asyncio.create_task(one.node.heartbeat())
    reading = asyncio.create_task(one.read(mover.room, mover.person))
    await settled()
    assert fault(await one.attach(mover.room, mover.person, mover, version)) == "storage"
    one.link.reading.set()
    assert (await reading).version == version + 1
    await beating
    with pytest.raises(NotOwnerError):
        await one.attach(mover.room, mover.person, mover, version)


async def test_a_fenced_owner_drops_its_room(one: Node, two: Node) -> None:
    people = await seated(one, "Ann", "Ben")
    mover = await mover_of(people)
    size = await mover.version()
    await two.node.take(mover.room, by_force=True)
    with pytest.raises(NotOwnerError):
        await mover.do("draw")
    await settled()
    assert [each.closed for each in people] == [[RESTART]] * 2
    assert len(await whole(two, mover.room)) == size
    await move_to(two, *people)
    await play_round(people, turns=4)
    assert len(one.registry) == 0


async def test_a_room_taken_without_confirmation_is_released(one: Node, two: Node) -> None:
    """The store's response to taking it may have been lost."""
    ann = Client(two, "Ann")
    await ann.open(seats=2, computers={1: "beginner"})
    await two.registry.park(await ann.actor())
    await one.store.leases.take(ann.room, one.node.name)
    await two.clock.pass_time(DEAD_AFTER)
    assert len(one.registry) + len(two.registry) == 1


async def test_a_name_is_changed_in_the_rooms_of_all_servers(one: Node, two: Node) -> None:
    here, there, parked = Client(one, "Ann"), Client(two, "Ann"), Client(two, "Ann")
    for each in (here, there, parked):
        await each.open(seats=3)
    await two.registry.park(await parked.actor())
    zoe = Person(here.person.guest, "Zoe", Face("owl", "rose"))
    await one.rename(zoe)
    await two.renamed(zoe)
    for each in (here, there, parked):
        assert (await whole(one, each.room))[-1].room.places[0].name == "Zoe"
    assert (await there.sees()).table.seats[0].name == "Zoe"


async def test_a_name_taken_at_another_server_is_refused(one: Node, two: Node) -> None:
    people = await seated(two, "Ann", "Ben")
    await Client(one, "Ann").open(seats=2)
    with pytest.raises(Refused):
        await one.rename(Person(people[0].person.guest, "Ben", Face("owl", "rose")))


async def test_no_account_is_deleted_during_an_outage(
    one: Node, two: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await seated(two, "Ann", "Cy")
    monkeypatch.setattr(one.store.leases, "take", AsyncMock(side_effect=StorageError))
    with pytest.raises(StorageError):
        await one.delete_account(people[0].person)
    monkeypatch.undo()
    assert (await people[1].sees()).table.phase == "playing"
    await play_round(people, turns=2)
