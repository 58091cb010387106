"""Tables survive full disks, damaged logs, absent players and deleted accounts."""

from __future__ import annotations

import asyncio
from unittest.mock import Mock

import msgspec
import pytest
from tests.server.laws.stores import FaultyLogs
from tests.server.playing import mover_of, play_round, ready, seated, table
from tests.server.room_clients import Client, TestRooms, restarted, settled

from tilerummy.server.messages.client import Act
from tilerummy.server.messages.server import Answer, Fault
from tilerummy.server.messages.views import RefusalReason
from tilerummy.server.room.entries import Agreed, write_entry
from tilerummy.server.rooms import actor
from tilerummy.server.rooms.commands import limited_reasons
from tilerummy.server.rooms.registry import RESTART
from tilerummy.server.store.types import Entries, NotOwnerError, StorageError


@pytest.mark.parametrize("lost", [False, True], ids=["host", "lost host"])
async def test_a_table_that_was_not_stored_does_not_exist(
    rooms: TestRooms, logs: FaultyLogs, *, lost: bool
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
    assert len(rooms.registry) == 0
    assert (await rooms.lobby(ann.person.guest)).mine == []


async def test_a_computer_stands_in_for_a_person_absent_since_the_restart(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", "Cy")
    ann = people[0]
    await restarted(rooms, ann)
    await ann.watch(ann.room)
    await rooms.clock.pass_time(31_000)
    await ann.control("stand_in", seat=1)
    assert (await table(ann)).seats[1].stood_in


async def test_a_match_continues_when_an_account_is_deleted(rooms: TestRooms) -> None:
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
    [listed] = await rooms.store.rooms.find([ann.room])
    assert listed.summary.title == ""


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
    assert [len(await stored_rooms(rooms, person)) for person in people] == [3, 3, 3]
    for gone in people:
        await rooms.delete_account(gone.person)
        assert await stored_rooms(rooms, gone) == set()


async def stored_rooms(rooms: TestRooms, person: Client) -> set[str]:
    """Return the ids of the rooms whose stored entries contain this guest's id."""
    marks = [person.person.guest.encode(), f'"{person.person.name}"'.encode()]
    rows = await rooms.store.database.read(lambda db: db.rows("SELECT room, body FROM entries"))
    return {room for room, body in rows if any(mark in body for mark in marks)}


async def test_a_removed_spectator_gets_no_further_messages(rooms: TestRooms) -> None:
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


async def test_a_failed_deal_is_repeated(rooms: TestRooms, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Client(rooms, "Ann")
    monkeypatch.setattr(actor, "deal_entry", Mock(side_effect=ZeroDivisionError))
    await ann.open(computers={1: "club"}, start=True)
    await ready([ann])
    assert (await ann.sees()).table.phase == "sealing"
    monkeypatch.undo()
    await rooms.clock.pass_time(2000)
    assert (await ann.sees()).table.phase == "playing"


async def damage(rooms: TestRooms, *statements: str) -> None:
    """Change the stored data directly."""
    await rooms.store.database.write(lambda db: [db.rows(each) for each in statements])


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize(
    "added",
    [None, write_entry(Agreed(by=0)), b"no entry"],
    ids=["changed", "impossible", "unreadable"],
)
async def test_a_damaged_table_affects_no_other(
    rooms: TestRooms, *, private: bool, added: bytes | None
) -> None:
    """Deleting the account of one of its players is also possible."""
    ann, _ = await seated(rooms, "Ann", "Ben", private=private)
    cy, _ = await seated(rooms, "Cy", "Dee")
    if added is not None:
        epoch, rows = (await ann.actor()).log.epoch, await rooms.store.logs.load(ann.room)
        await rooms.store.logs.append(
            Entries(ann.room, len(rows), [added], head=rows[-1].head, epoch=epoch)
        )
    await rooms.close()
    if added is None:
        await damage(
            rooms, f"UPDATE entries SET body = x'00' WHERE seq = 3 AND room = '{ann.room}'"
        )
    eve = Client(rooms, "Eve")
    later = await restarted(rooms, ann, eve)
    assert later.registry.damaged == {ann.room}
    faults = [await later.attach(ann.room, each.person, each) for each in (ann, eve)]
    codes = [fault.code for fault in faults if isinstance(fault, Fault)]
    assert codes == ["damaged", "no_such_room" if private else "damaged"]
    assert added is not None or "damaged from entry 3 on" in getattr(faults[0], "message", "")
    assert len(later.registry) == 1, "the other table is unaffected"
    for person in (ann, cy):
        mine = (await later.lobby(person.person.guest)).mine
        assert [card.room for card in mine] == [person.room], "lists need only summaries"
    assert (await later.delete_account(ann.person)).rewritten == (ann.room,)


async def test_a_restored_log_is_not_continued_from_memory(rooms: TestRooms) -> None:
    """A restored file lacks the entries since its backup."""
    people = await seated(rooms, "Ann", "Ben")
    mover, size = await mover_of(people), await people[0].version()
    rows = await rooms.store.logs.load(mover.room)
    await damage(
        rooms,
        f"DELETE FROM entries WHERE seq >= {size - 2}",
        f"UPDATE rooms SET size = {size - 2}, head = x'{rows[-3].head.hex()}'",
    )
    command = Act(cid="a", room=mover.room, version=size, actions=["draw"])
    with pytest.raises(NotOwnerError):
        await mover.ask(command)
    await settled()
    assert [person.closed for person in people] == [[RESTART]] * 2
    assert len(await rooms.store.logs.load(mover.room)) == size - 2
    assert await mover.version() == size - 2


def test_a_reason_that_is_too_long_is_cut() -> None:
    long = RefusalReason(code="table_tile_missing", message="é" * 5000, tiles=["k1"] * 900)

    [received] = limited_reasons([long, RefusalReason(code="later")])

    assert received.code == "table_tile_missing"
    assert received.message.startswith("ééé")
    assert len(msgspec.json.encode(received)) <= 1900


async def test_a_limited_number_of_reasons_is_sent_and_stored(rooms: TestRooms) -> None:
    """The size of a stored refusal is limited, however long the sent table is."""
    people = await seated(rooms, "Ann", "Ben")
    for person in people:
        wrong = [f"r{n} r{n} r{n} b{n} k13 k13 o1 o9" for n in range(1, 14)] * 8
        answer = await person.done(*wrong)
        assert isinstance(answer, Answer)
        assert answer.status == "refused"
        assert 1 <= len(answer.reasons) <= 10
        stored = await rooms.store.logs.answer(person.room, person.person.guest, answer.cid)
        assert stored is not None
        assert len(stored) <= 2048
