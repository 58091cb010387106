"""Names and faces at a table."""

from __future__ import annotations

import pytest
from tests.server.playing import mover_and_other, ok, seated
from tests.server.room_clients import Client, TestRooms

from tilerummy.server.guests.faces import FACES, Face
from tilerummy.server.messages import Update
from tilerummy.server.room.entries import Opened, read_entry
from tilerummy.server.room.fold import replay
from tilerummy.server.room.refusal import Refused
from tilerummy.server.rooms.access import Person


async def names(client: Client) -> list[str]:
    return [seat.name for seat in (await client.sees()).table.seats]


async def test_computer_players_have_names_of_their_own_at_a_table(rooms: TestRooms) -> None:
    tom = Client(rooms, "Tom")
    await tom.open(seats=4, computers={1: "casual", 2: "casual", 3: "club"})
    assert await names(tom) == ["Tom", "Mira", "Ana", "Leo"]
    await tom.control("empty", seat=1)
    await tom.control("computer", seat=2, level="club")
    mira = Client(rooms, "Mira")
    await mira.join(tom.room)
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


async def test_a_new_name_is_given_at_all_tables_or_none(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    mover, following = await mover_and_other(people)
    other, me = Client(rooms, mover.person.name), mover.person
    await other.open(seats=3)
    version = await mover.version()
    zoe = Person(me.guest, "Zoe", Face("owl", "rose"))
    with pytest.raises(Refused) as refused:
        await rooms.rename(zoe._replace(name=following.person.name))
    assert refused.value.reasons[0].code == "name_taken"
    assert ({*await names(mover)}, (await names(other))[0]) == ({"Ann", "Ben"}, me.name)
    for _ in range(2):
        await rooms.rename(zoe)
        assert (await names(other))[0] == "Zoe"
        assert {*await names(mover)} == {"Zoe", following.person.name}
        assert await mover.version() == version + 1, "the second time nothing changes"
    last = following.heard[-1]
    assert isinstance(last, Update)
    assert [(e.what, e.seat) for e in last.entries] == [("renamed", people.index(mover))]
    ok(await mover.do("draw", version=version))


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
