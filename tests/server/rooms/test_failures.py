"""Failures at a table: lost connections, full disks, people who leave meanwhile."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.laws.stores import MoodyLogs
from tests.server.playing import mover_of, ok, play_round, ready, seated
from tests.server.room_clients import Client, TestRooms, restarted, settled

from tilerummy.server.messages import Act, Answer, Control, Fault, Preview, Snapshot, Update
from tilerummy.server.rooms.registry import RESTART
from tilerummy.server.store import StorageError

pytestmark = pytest.mark.anyio


def gapless(person: Client) -> int:
    """Return the version of a person after all entries sent, which have no gap."""
    version = 0
    for message in person.heard:
        match message:
            case Snapshot(version=sent):
                version = sent
            case Update(entries=entries, version=sent):
                assert [e.seq for e in entries] == [*range(version, sent)]
                version = sent
    return version


async def test_a_move_is_stored_as_a_whole_if_its_sender_disconnects_meanwhile(
    rooms: TestRooms, logs: MoodyLogs
) -> None:
    people = await seated(rooms, "Ann", "Ben")
    mover = await mover_of(people)
    command = Act(cid="cut", room=mover.room, version=await mover.version(), actions=["draw"])
    logs.reached.clear()
    logs.gate.clear()
    sending = asyncio.create_task(rooms.command(mover.person, command))
    await logs.reached.wait()
    sending.cancel()
    await settled()
    logs.gate.set()
    with pytest.raises(asyncio.CancelledError):
        await sending
    await settled()
    assert await mover.version() == len(await logs.load(mover.room))
    assert [gapless(p) for p in people] == [await mover.version()] * 2
    ok(await mover.ask(command))
    await play_round(people, turns=3)


async def test_a_table_that_could_not_be_stored_does_not_exist(
    rooms: TestRooms, logs: MoodyLogs
) -> None:
    ann = Client(rooms, "Ann")
    logs.failing = 1
    with pytest.raises(StorageError):
        await ann.open(seats=2)
    assert rooms.live() == 0
    assert (await rooms.lobby(ann.person.guest)).mine == []


async def test_a_repeated_rematch_gets_the_same_answer(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben")
    early = Control(cid="early", room=ann.room, what="rematch")
    refused = await ann.ask(early)
    assert isinstance(refused, Answer)
    assert refused.status == "refused"
    await play_round(people)
    assert await ann.ask(early) == refused
    wish = Control(cid="again", room=ann.room, what="rematch")
    first = await ben.ask(wish)
    await ann.control("lock")
    assert await ben.ask(wish) == first


async def test_a_computer_stands_in_for_a_person_absent_since_the_restart(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", "Cy")
    ann = people[0]
    later = await restarted(rooms, ann)
    await ann.watch(ann.room)
    await rooms.clock.pass_time(31_000)
    await ann.control("stand_in", seat=1)
    assert (await ann.sees()).table.seats[1].stood_in
    await later.close()


async def test_the_others_go_on_when_an_account_is_deleted(rooms: TestRooms) -> None:
    ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
    await rooms.delete_account(ann.person)
    await settled()
    for person in (ben, cy):
        assert person.closed == [RESTART]
        await person.watch(person.room)
    seat = (await ben.sees()).table.seats[0]
    assert (seat.name, seat.resigned, bool(seat.stood_in)) == ("", True, True)
    before = await ben.version()
    await play_round([ben, cy], turns=4)
    assert await ben.version() > before
    assert gapless(ben) == gapless(cy) == await ben.version()
    assert (await ben.sees()).table.host is None


async def test_the_title_of_a_table_is_deleted_with_its_host(rooms: TestRooms) -> None:
    ann, ben, _ = await seated(rooms, "Ann", "Ben", "Cy", title="Ann's birthday")
    await rooms.delete_account(ann.person)
    await settled()
    assert (await ben.sees()).table.terms.title == ""
    [listed] = await rooms.store.rooms.cards([ann.room])
    assert listed.card.title == ""


async def test_no_stored_data_names_a_deleted_guest(rooms: TestRooms) -> None:
    ann, ben, cy = people = await seated(rooms, "Ann", "Ben", "Cy")
    await play_round(people)
    await ann.control("rematch")
    again = (await ann.sees()).table.next_room
    assert again, "Ben is invited there"
    for person in (ann, ben):
        await person.watch(again)
    await ben.control("sit")
    await ann.control("stand")
    await ben.control("stand")
    await ben.open(seats=3)
    for person in (ann, cy):
        await person.watch(ben.room)
        await person.control("sit")
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
    assert (await ann.sees()).table.phase == "playing"
    assert len(ben.heard) == heard
    assert isinstance(eve.heard[-1], Fault)
    assert isinstance(await rooms.attach(ann.room, eve.person, eve), Fault)


@pytest.mark.parametrize("gone", ["resign", "leave"])
async def test_the_next_round_does_not_wait_for_a_player_who_left(
    rooms: TestRooms, gone: str
) -> None:
    ann, ben, cy = people = await seated(rooms, "Ann", "Ben", "Cy", rounds=2)
    await play_round(people)
    await ben.control("next")
    await cy.control("next")
    assert (await ben.sees()).table.phase == "between"
    if gone == "resign":
        await ann.control("resign")
    else:
        await ann.leave()
        await ben.control("next")
    assert (await ben.sees()).table.phase == "sealing"


@pytest.mark.parametrize("text", ["*<b>", "r3 *", "*xx", "?", ""])
async def test_a_draft_consists_of_tiles(rooms: TestRooms, text: str) -> None:
    people = await seated(rooms, "Ann", "Ben")
    mover = await mover_of(people)
    version = await mover.version()
    answer = await mover.ask(Preview(room=mover.room, version=version, rows=[[text]]))
    assert isinstance(answer, Fault)


async def test_a_preview_after_the_turn_is_ignored(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    game = await people[0].game()
    mover = people[game.to_move]
    version = await mover.version()
    await mover.do("draw")
    late = Preview(room=mover.room, version=version, rows=[["r1"]])
    assert await mover.ask(late) is None
