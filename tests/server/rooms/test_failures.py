"""Failures at a table: full disks, people who leave meanwhile, deleted accounts."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.laws.stores import MoodyLogs
from tests.server.playing import play_round, ready, seated, table
from tests.server.room_clients import Client, TestRooms, restarted, settled

from tilerummy.server.messages import Fault
from tilerummy.server.rooms.registry import RESTART
from tilerummy.server.store import StorageError


@pytest.mark.parametrize("lost", [False, True], ids=["host", "lost host"])
async def test_a_table_that_was_not_stored_is_none(
    rooms: TestRooms, logs: MoodyLogs, *, lost: bool
) -> None:
    ann = Client(rooms, "Ann")
    logs.failing = 1
    logs.gate.clear()
    opening = asyncio.create_task(ann.open())
    await logs.reached.wait()
    if lost:
        opening.cancel()
    logs.gate.set()
    with pytest.raises(asyncio.CancelledError if lost else StorageError):
        await opening
    await settled()
    assert rooms.live() == 0
    assert (await rooms.lobby(ann.person.guest)).mine == []


async def test_a_computer_stands_in_for_a_person_absent_since_the_restart(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", "Cy")
    ann = people[0]
    await restarted(rooms, ann)
    await ann.watch(ann.room)
    await rooms.clock.pass_time(31_000)
    await ann.control("stand_in", seat=1)
    assert (await table(ann)).seats[1].stood_in


async def test_the_others_go_on_when_an_account_is_deleted(rooms: TestRooms) -> None:
    ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy", title="Ann's birthday")
    await rooms.delete_account(ann.person)
    await settled()
    for person in (ben, cy):
        assert person.closed == [RESTART]
        await person.watch(person.room)
    seat = (await table(ben)).seats[0]
    assert (seat.name, seat.resigned, bool(seat.stood_in)) == ("", True, True)
    before = await ben.version()
    await play_round([ben, cy], turns=4)
    assert await ben.version() > before
    view = await table(ben)
    assert (view.host, view.terms.title) == (None, "")
    [listed] = await rooms.store.rooms.cards([ann.room])
    assert listed.card.title == ""


async def test_no_stored_data_names_a_deleted_guest(rooms: TestRooms) -> None:
    ann, ben, cy = people = await seated(rooms, "Ann", "Ben", "Cy")
    await play_round(people)
    await ann.control("rematch")
    again = (await table(ann)).next_room
    assert again, "Ben is invited there"
    for person in (ann, ben):
        await person.watch(again)
    await ben.control("sit")
    await ann.control("stand")
    await ben.control("stand")
    await ben.open(seats=3)
    for person in (ann, cy):
        await person.join(ben.room)
    await ben.control("stand")
    await ann.control("remove", seat=2)
    assert [len(await stored_rooms(rooms, who)) for who in people] == [3, 3, 3]
    for gone in people:
        await rooms.delete_account(gone.person)
        assert await stored_rooms(rooms, gone) == set()


async def stored_rooms(rooms: TestRooms, person: Client) -> set[str]:
    """Return the tables whose entries name a person."""
    marks = [person.person.guest.encode(), f'"{person.person.name}"'.encode()]
    rows = await rooms.store.database.read(lambda db: db.rows("SELECT room, body FROM entries"))
    return {room for room, body in rows if any(mark in body for mark in marks)}


async def test_a_removed_spectator_gets_no_more_messages(rooms: TestRooms) -> None:
    ann, ben, eve = (Client(rooms, name) for name in ("Ann", "Ben", "Eve"))
    await ann.open(seats=3, spectators=False)
    for person in (ben, eve):
        await person.watch(ann.room)
    await ben.control("sit")
    await ann.control("remove", seat=1)
    assert isinstance(ben.heard[-1], Fault)
    heard = len(ben.heard)
    await ann.control("computer", seat=1, level="beginner")
    await ann.control("start")
    assert isinstance(eve.heard[-1], Fault)
    await ready([ann])
    assert (await table(ann)).phase == "playing"
    assert len(ben.heard) == heard
    assert isinstance(eve.heard[-1], Fault)
    assert isinstance(await rooms.attach(ann.room, eve.person, eve), Fault)


@pytest.mark.parametrize("gone", ["resign", "leave"])
async def test_the_next_round_waits_for_no_player_who_left(rooms: TestRooms, gone: str) -> None:
    ann, ben, cy = people = await seated(rooms, "Ann", "Ben", "Cy", rounds=2)
    await play_round(people)
    await ben.control("next")
    await cy.control("next")
    assert (await table(ben)).phase == "between"
    if gone == "resign":
        await ann.control("resign")
    else:
        await ann.leave()
        await ben.control("next")
    assert (await table(ben)).phase == "sealing"
