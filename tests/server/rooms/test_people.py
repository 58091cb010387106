"""Who is who at a table, who paused it, and what the list of my games says."""

from __future__ import annotations

import pytest
from tests.server.playing import ok, play_round, seated
from tests.server.room_clients import Client, TestRooms

from tilerummy.server.guests.faces import FACES, Face
from tilerummy.server.messages import Update
from tilerummy.server.room.entries import (
    Computer,
    Opened,
    Renamed,
    Sat,
    anonymised,
    read_entry,
    write_entry,
)
from tilerummy.server.room.fold import replay
from tilerummy.server.room.refusal import Refused
from tilerummy.server.rooms.access import Person

pytestmark = pytest.mark.anyio

DAY = 24 * 3600_000


async def names(client: Client) -> list[str]:
    return [seat.name for seat in (await client.sees()).table.seats]


async def test_computer_players_have_names_that_nobody_else_at_the_table_has(
    rooms: TestRooms,
) -> None:
    tom = Client(rooms, "Tom")
    await tom.open(seats=4, computers={1: "casual", 2: "casual", 3: "club"})
    assert await names(tom) == ["Tom", "Mira", "Ana", "Leo"]
    await tom.control("empty", seat=1)
    await tom.control("computer", seat=2, level="club")
    mira = Client(rooms, "Mira")
    await mira.watch(tom.room)
    await mira.control("sit")
    assert await names(tom) == ["Tom", "Mira", "Mona", "Leo"]
    await tom.control("remove", seat=1)
    await tom.control("computer", seat=1, level="casual")
    leo = Client(rooms, "Leo")
    await leo.watch(tom.room)
    await tom.control("empty", seat=1)
    await leo.control("sit")
    seats = await names(tom)
    assert seats[:3] == ["Tom", "Leo", "Mona"]
    assert seats[3] not in ("Tom", "Leo", "Mona", "")


async def test_a_new_name_does_not_disturb_the_turn(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    game = await people[0].game()
    mover = people[game.to_move]
    version = await mover.version()
    await rooms.rename(Person(mover.person.guest, "Zoe", Face("owl", "rose")))
    assert "Zoe" in await names(mover)
    last = people[1 - game.to_move].heard[-1]
    assert isinstance(last, Update)
    assert [(e.what, e.seat) for e in last.entries] == [("renamed", game.to_move)]
    ok(await mover.do("draw", version=version))


async def test_a_name_is_changed_at_all_tables_or_at_none(rooms: TestRooms) -> None:
    ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
    other = Client(rooms, "Ann")
    await other.open(seats=3)
    with pytest.raises(Refused) as refused:
        await rooms.rename(Person(ann.person.guest, "Ben", Face("owl", "rose")))
    assert refused.value.reasons[0].code == "name_taken"
    assert (await names(ann), (await names(other))[0]) == (["Ann", "Ben", "Cy"], "Ann")
    await rooms.rename(Person(ann.person.guest, "Zoe", Face("owl", "rose")))
    assert (await names(ann), (await names(other))[0]) == (["Zoe", "Ben", "Cy"], "Zoe")
    version = await ann.version()
    await rooms.rename(Person(ann.person.guest, "Zoe", Face("owl", "rose")))
    assert await ann.version() == version, "nothing has changed"
    del ben, cy


async def test_a_room_says_who_paused_it(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ben.control("pause")
    assert (await ann.sees()).table.paused_by is None
    await ann.control("pause")
    table = (await ann.sees()).table
    assert (table.phase, table.paused_by) == ("paused", 1)
    await ann.control("resume")
    await ben.control("resume")
    table = (await ann.sees()).table
    assert (table.phase, table.paused_by) == ("playing", None)


async def test_my_games_say_who_plays_what_stands_and_how_it_ended(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    ann = people[0]
    await rooms.clock.pass_time(5000)
    (card,) = (await rooms.lobby(ann.person.guest)).mine
    assert [seat.name for seat in card.seats] == ["Ann", "Ben"]
    assert all(seat.face in FACES for seat in card.seats)
    assert (card.tiles, card.totals, card.leaders) == ([14, 14], [0, 0], [])
    assert (card.ago_ms, card.ending) == (5000, None)
    await play_round(people)
    (card,) = (await rooms.lobby(ann.person.guest)).mine
    assert card.phase == "over"
    assert card.tiles == []
    assert card.leaders
    assert max(card.totals) > 0 or card.totals == [0, 0]
    resigned = await seated(rooms, "Cy", "Dee")
    await resigned[0].control("resign")
    (card,) = (await rooms.lobby("session-Cy")).mine
    assert (card.ending, card.leaders) == ("resigned", [1])


async def test_a_match_that_one_left_within_a_day_is_offered_first(rooms: TestRooms) -> None:
    async def offered() -> str | None:
        return (await rooms.lobby("session-Ann")).resume

    older, newer, waiting = (Client(rooms, "Ann") for _ in range(3))
    await older.open(seats=2, computers={1: "beginner"}, start=True)
    await rooms.clock.pass_time(1000)
    await newer.open(seats=2, computers={1: "beginner"}, start=True)
    await rooms.clock.pass_time(1000)
    await waiting.open(seats=2)
    await waiting.leave()
    assert await offered() is None, "still at both"
    await older.leave()
    assert await offered() == older.room
    await newer.leave()
    assert await offered() == newer.room
    assert (await rooms.lobby("session-Ben")).resume is None
    await rooms.clock.pass_time(DAY)
    assert await offered() is None


def test_older_logs_have_faces_and_names_too() -> None:
    opened = b'{"type":"opened","terms":{"ruleset":"sabra"},"seats":4,"host":"a"}'
    bodies = (
        opened,
        b'{"type":"sat","seat":0,"session":"a","name":"Ann"}',
        b'{"type":"computer","seat":1,"level":"club"}',
        b'{"type":"computer","seat":2,"level":"club"}',
        b'{"type":"sat","seat":3,"session":"","name":""}',
    )
    entries = [read_entry(body) for body in bodies]
    assert isinstance(entries[0], Opened)
    *_, (_, room) = replay("old", entries)

    ann, leo, mona, forgotten = room.places
    assert ann.face in FACES
    assert (leo.name, mona.name) == ("Leo", "Mona")
    assert forgotten.face == ""
    assert [*replay("old", entries)][-1].room == room


def test_an_entry_loses_name_and_face_of_a_forgotten_person() -> None:
    for entry in (
        Sat(seat=1, guest="a", name="Ann", face="owl", colour="rose"),
        Renamed(seat=1, guest="a", name="Ann", face="owl", colour="rose"),
    ):
        body = anonymised(write_entry(entry), "a")
        assert not [w for w in (b"Ann", b"owl", b"rose", b'"a"') if w in body]
        assert anonymised(write_entry(entry), "b") == write_entry(entry)
    computer = write_entry(Computer(seat=1, level="club", name="Leo", face="lion", colour="sky"))
    assert anonymised(computer, "") == computer
