"""A table has one host, players with distinct names, and a log of limited size."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.playing import codes, mover_and_other, mover_of, ok, parked, seated, table
from tests.server.room_clients import Client, TestRooms, restarted, whole

from tilerummy.server.guests.faces import FACES, Face
from tilerummy.server.messages.server import Update
from tilerummy.server.room.entries import Opened, read_entry
from tilerummy.server.room.fold import replay
from tilerummy.server.room.refusal import Refused
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms import log, registry
from tilerummy.server.rooms.rooms import MAX_WAITING_ROOMS
from tilerummy.server.store.types import Row


async def test_host_controls_are_refused_to_other_players(rooms: TestRooms) -> None:
    ann, ben = Client(rooms, "Ann"), Client(rooms, "Ben")
    await ann.open(seats=3)
    await ben.join(ann.room)
    for what in ("start", "lock", "close"):
        assert codes(await ben.control(what)) == ["not_host"]
    assert codes(await ben.control("remove", seat=0)) == ["not_host"]
    assert codes(await ann.control("computer", seat=2, level="genius")) == ["no_such_level"]
    await ann.control("computer", seat=2, level="club")
    await ann.control("remove", seat=1)
    assert (await table(ann)).seats[1].kind == "open"
    await ann.control("lock")
    cy = Client(rooms, "Cy")
    await cy.watch(ann.room)
    assert codes(await cy.control("sit")) == ["table_locked"]


async def test_another_player_becomes_host_when_the_host_stands_up(rooms: TestRooms) -> None:
    ann, ben = Client(rooms, "Ann"), Client(rooms, "Ben")
    await ann.open(seats=3)
    await ben.join(ann.room)
    await ann.control("stand")
    view = await table(ben)
    assert (view.host, [s.kind for s in view.seats]) == (1, ["open", "person", "open"])
    assert codes(await ann.control("lock")) == ["not_host"]
    assert codes(await ben.control("lock")) == []


async def test_a_single_server_closes_all_rooms_without_pauses(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No other server could take them over, so a pause would only delay the restart."""
    monkeypatch.setattr(registry, "MIN_BATCH", 1)
    monkeypatch.setattr(registry, "BATCH_INTERVAL", 3600)
    people = [Client(rooms, name) for name in ("Ann", "Ben", "Cy")]
    for person in people:
        await person.open()
    await asyncio.wait_for(rooms.registry.close(), 60)
    assert [person.closed for person in people] == [[registry.RESTART]] * 3


async def test_a_guest_has_a_limited_number_of_waiting_tables(rooms: TestRooms) -> None:
    ann, ben = Client(rooms, "Ann"), Client(rooms, "Ben")
    for _ in range(MAX_WAITING_ROOMS):
        await ann.open()
        await ann.leave()
    await parked(rooms)
    assert len(rooms.registry) == 0, "parked tables count"
    with pytest.raises(Refused) as refused:
        await ann.open()
    assert [why.code for why in refused.value.reasons] == ["too_many_tables"]
    await ben.open()
    await ann.watch(ann.room)
    await ann.control("close")
    await ann.open()


async def test_d10_a_log_has_a_maximum_length(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One guest cannot fill the disk with legal commands."""
    people = await seated(rooms, "Ann", "Ben")
    ann, actor = people[0], await people[0].actor()
    monkeypatch.setattr(log, "MAX_LOG_ENTRIES", actor.room.version + 3)
    answers = [await ann.control("unlock" if n % 2 else "lock") for n in range(8)]
    assert [codes(answer) for answer in answers] == [[]] * 3 + [["log_full"]] * 5
    assert codes(await (await mover_of(people)).do("draw")) == ["log_full"]
    await rooms.rename(Person(ann.person.guest, "Zoe", Face("owl", "rose")))
    assert actor.room.version == log.MAX_LOG_ENTRIES
    assert actor.room.phase == "playing"

    await rooms.sweep()
    view = await table(ann)
    assert (view.phase, view.results[-1].ending) == ("over", "abandoned")
    ended = actor.room.version
    await ann.control("lock")
    await rooms.sweep()
    assert actor.room.version == ended


async def test_only_the_latest_entries_are_in_memory(rooms: TestRooms) -> None:
    ann = Client(rooms, "Ann")
    await ann.open()
    actor = await ann.actor()
    for number in range(log.RECENT_ENTRIES + 3 * log.TRIM_SLACK):
        await ann.control("unlock" if number % 2 else "lock")
    assert log.RECENT_ENTRIES <= len(actor.log.latest) <= log.RECENT_ENTRIES + log.TRIM_SLACK
    assert (await whole(rooms, ann.room))[-1].room == actor.room


async def test_d11_deleting_an_account_reads_no_finished_log(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leaving a table reads its log, and a guest may have thousands of finished ones."""
    ann, _ = await seated(rooms, "Ann", "Ben")
    await ann.control("resign")
    over, going = ann.room, await ann.open()
    await rooms.close()
    read, load = list[str](), rooms.store.logs.load

    async def counted(room: str, since: int = 0) -> list[Row]:
        read.append(room)
        return await load(room, since)

    monkeypatch.setattr(rooms.store.logs, "load", counted)
    later = await restarted(rooms, ann)
    await later.delete_account(ann.person)
    assert {*read} == {going}
    assert await load(over) == []


async def names(client: Client) -> list[str]:
    return [seat.name for seat in (await client.sees()).table.seats]


async def test_computer_players_at_a_table_have_distinct_names(rooms: TestRooms) -> None:
    tom = Client(rooms, "Tom")
    await tom.open(seats=4, computers={1: "casual", 2: "casual", 3: "club"})
    assert await names(tom) == ["Tom", "Ana", "Lea", "Leo"]
    await tom.control("empty", seat=1)
    await tom.control("computer", seat=2, level="club")
    ana = Client(rooms, "Ana")
    await ana.join(tom.room)
    assert await names(tom) == ["Tom", "Ana", "Mona", "Leo"]
    await tom.control("remove", seat=1)
    await tom.control("computer", seat=1, level="casual")
    leo = Client(rooms, "Leo")
    await leo.watch(tom.room)
    await tom.control("empty", seat=1)
    await leo.control("sit")
    seats = await names(tom)
    assert seats[:3] == ["Tom", "Leo", "Mona"]
    assert seats[3] not in ("Tom", "Leo", "Mona", "")


async def test_a_new_name_applies_to_all_tables_or_none(rooms: TestRooms) -> None:
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


def test_players_in_older_logs_have_faces_and_names() -> None:
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
