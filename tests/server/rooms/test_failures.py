"""Failures at a table: lost connections, full disks, people who leave meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

import pytest
from tests.server.laws.stores import MoodyStore
from tests.server.playing import play_round, ready, run, seated
from tests.server.room_clients import Client, StillClock, TestRooms, settled

from tilerummy.server.messages import Act, Answer, Control, Fault, Preview, Snapshot, Update
from tilerummy.server.messages.bodies.rooms import NewRoom, Terms
from tilerummy.server.room.entries import Locked, write_entry
from tilerummy.server.store import Entries, StorageError


def moody(
    test: Callable[[TestRooms, MoodyStore], Coroutine[object, object, None]],
) -> None:
    """Run a test with rooms whose store fails as the test requests."""

    async def alone() -> None:
        clock = StillClock()
        store = MoodyStore(clock.wall)
        rooms = TestRooms(clock=clock, store=store)
        try:
            await test(rooms, store)
        finally:
            await rooms.close()

    asyncio.run(asyncio.wait_for(alone(), 300))


async def mover_of(people: list[Client]) -> Client:
    game = (await people[0].sees()).game
    assert game
    return people[game.to_move]


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


def test_a_move_is_stored_as_a_whole_if_its_sender_disconnects_meanwhile() -> None:
    async def test(rooms: TestRooms, store: MoodyStore) -> None:
        people = await seated(rooms, "Ann", "Ben")
        mover = await mover_of(people)
        command = Act(cid="cut", room=mover.room, version=await mover.version(), actions=["draw"])
        store.reached.clear()
        store.gate.clear()
        sending = asyncio.create_task(rooms.command(mover.person, command))
        await store.reached.wait()
        sending.cancel()
        await settled()
        store.gate.set()
        with pytest.raises(asyncio.CancelledError):
            await sending
        await settled()
        assert await mover.version() == len(await store.load(mover.room))
        assert [gapless(p) for p in people] == [await mover.version()] * 2
        again = await mover.ask(command)
        assert isinstance(again, Answer)
        assert again.status == "ok"
        await play_round(people, turns=3)

    moody(test)


def test_a_room_reads_the_entries_of_another_writer_and_decides_again() -> None:
    async def test(rooms: TestRooms, store: MoodyStore) -> None:
        people = await seated(rooms, "Ann", "Ben")
        room = people[0].room
        await store.append(Entries(room, await people[0].version(), [write_entry(Locked(on=True))]))
        mover = await mover_of(people)
        answer = await mover.do("draw")
        assert isinstance(answer, Answer)
        assert answer.status == "ok"
        assert (await people[0].sees()).table.locked
        await play_round(people, turns=2)
        assert [gapless(p) for p in people] == [len(await store.load(room))] * 2

    moody(test)


def test_a_table_that_could_not_be_stored_does_not_exist() -> None:
    async def test(rooms: TestRooms, store: MoodyStore) -> None:
        ann = Client(rooms, "Ann")
        store.failing = 1
        with pytest.raises(StorageError):
            await ann.open(seats=2)
        assert rooms.live() == 0
        assert (await rooms.lobby(ann.person.session)).mine == []

    moody(test)


def test_a_table_that_is_being_opened_has_one_actor() -> None:
    async def test(rooms: TestRooms, store: MoodyStore) -> None:
        ann = Client(rooms, "Ann")
        new = NewRoom(terms=Terms(ruleset="sabra"), seats=2)
        opening = asyncio.create_task(rooms.open(new, ann.person))
        looking = [asyncio.create_task(rooms.lobby(ann.person.session)) for _ in range(20)]
        ann.room = await opening
        await asyncio.gather(*looking)
        await ann.watch(ann.room)
        answer = await ann.control("lock")
        assert isinstance(answer, Answer)
        assert answer.status == "ok"
        assert await ann.version() == len(await store.load(ann.room))

    moody(test)


def test_a_repeated_rematch_gets_the_same_answer() -> None:
    async def test(rooms: TestRooms) -> None:
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

    run(test)


def test_a_computer_stands_in_for_a_person_absent_since_the_restart() -> None:
    async def test(rooms: TestRooms) -> None:
        people = await seated(rooms, "Ann", "Ben", "Cy")
        await rooms.close()
        later = TestRooms(store=rooms.store, clock=rooms.clock, seed="later")
        await later.resume_all()
        ann = people[0]
        ann.rooms = later
        await ann.watch(ann.room)
        await rooms.clock.pass_time(31_000)
        await ann.control("stand_in", seat=1)
        assert (await ann.sees()).table.seats[1].stood_in
        await later.close()

    run(test)


def test_the_others_stay_connected_when_an_account_is_deleted() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
        await rooms.delete_account(ann.person)
        await settled()
        seat = (await ben.sees()).table.seats[0]
        assert (seat.name, seat.resigned, bool(seat.stood_in)) == ("", True, True)
        before = await ben.version()
        await play_round([ben, cy], turns=4)
        assert await ben.version() > before
        assert gapless(ben) == gapless(cy) == await ben.version()
        assert (await ben.sees()).table.host is None

    run(test)


def test_the_title_of_a_table_is_deleted_with_its_host() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben, _ = await seated(rooms, "Ann", "Ben", "Cy", title="Ann's birthday")
        await rooms.delete_account(ann.person)
        await settled()
        assert (await ben.sees()).table.terms.title == ""
        [listed] = await rooms.store.listed()
        assert listed.card.title == ""

    run(test)


def test_no_stored_data_names_a_deleted_guest() -> None:
    async def test(rooms: TestRooms) -> None:
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
            assert await stored_rooms(rooms, gone) == []

    run(test)


async def stored_rooms(rooms: TestRooms, person: Client) -> list[str]:
    """Return the tables whose entries name a person."""
    marks = [person.person.session.encode(), f'"{person.person.name}"'.encode()]
    return [
        listed.room
        for listed in await rooms.store.listed()
        for body in [b"".join([row.body for row in await rooms.store.load(listed.room)])]
        if any(mark in body for mark in marks)
    ]


def test_a_removed_spectator_gets_no_more_messages() -> None:
    async def test(rooms: TestRooms) -> None:
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
        assert isinstance(await rooms.attach(ann.room, eve.person, eve.hear), Fault)

    run(test)


@pytest.mark.parametrize("gone", ["resign", "leave"])
def test_the_next_round_does_not_wait_for_a_player_who_left(gone: str) -> None:
    async def test(rooms: TestRooms) -> None:
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

    run(test)


@pytest.mark.parametrize("text", ["*<b>", "r3 *", "*xx", "?", ""])
def test_a_draft_consists_of_tiles(text: str) -> None:
    async def test(rooms: TestRooms) -> None:
        people = await seated(rooms, "Ann", "Ben")
        mover = await mover_of(people)
        version = await mover.version()
        answer = await mover.ask(Preview(room=mover.room, version=version, rows=[[text]]))
        assert isinstance(answer, Fault)

    run(test)


def test_a_preview_after_the_turn_is_ignored() -> None:
    async def test(rooms: TestRooms) -> None:
        people = await seated(rooms, "Ann", "Ben")
        game = (await people[0].sees()).game
        assert game
        mover = people[game.to_move]
        version = await mover.version()
        await mover.do("draw")
        late = Preview(room=mover.room, version=version, rows=[["r1"]])
        assert await mover.ask(late) is None

    run(test)
