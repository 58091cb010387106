"""The life of a table: its host, its place in the lobby, and when it is closed."""

from __future__ import annotations

import pytest
from tests.server.playing import codes, mover_of, parked, seated, table
from tests.server.room_clients import Client, TestRooms, restarted, whole

from tilerummy.server.guests.faces import Face
from tilerummy.server.room.refusal import Refused
from tilerummy.server.rooms import log
from tilerummy.server.rooms.access import Person
from tilerummy.server.rooms.rooms import MOST_WAITING
from tilerummy.server.store import Row


async def test_the_controls_of_the_host_are_refused_to_others(rooms: TestRooms) -> None:
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


async def test_the_table_gets_another_host_when_the_host_stands_up(rooms: TestRooms) -> None:
    ann, ben = Client(rooms, "Ann"), Client(rooms, "Ben")
    await ann.open(seats=3)
    await ben.join(ann.room)
    await ann.control("stand")
    view = await table(ben)
    assert (view.host, [s.kind for s in view.seats]) == (1, ["open", "person", "open"])
    assert codes(await ann.control("lock")) == ["not_host"]
    assert codes(await ben.control("lock")) == []


async def test_a_guest_has_a_limited_number_of_waiting_tables(rooms: TestRooms) -> None:
    ann, ben = Client(rooms, "Ann"), Client(rooms, "Ben")
    for _ in range(MOST_WAITING):
        await ann.open()
        await ann.leave()
    await parked(rooms)
    assert rooms.live() == 0, "those that are parked count"
    with pytest.raises(Refused) as refused:
        await ann.open()
    assert [why.code for why in refused.value.reasons] == ["too_many_tables"]
    await ben.open()
    await ann.watch(ann.room)
    await ann.control("close")
    await ann.open()


async def test_d10_a_log_has_a_greatest_length(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One guest cannot fill the disk with what is allowed."""

    people = await seated(rooms, "Ann", "Ben")
    ann, actor = people[0], await people[0].actor()
    monkeypatch.setattr(log, "LONGEST", actor.room.version + 3)
    answers = [await ann.control("unlock" if n % 2 else "lock") for n in range(8)]
    assert [codes(answer) for answer in answers] == [[]] * 3 + [["log_full"]] * 5
    assert codes(await (await mover_of(people)).do("draw")) == ["log_full"]
    await rooms.rename(Person(ann.person.guest, "Zoe", Face("owl", "rose")))
    assert actor.room.version == log.LONGEST
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
    for number in range(log.KEPT + 3 * log.SPARE):
        await ann.control("unlock" if number % 2 else "lock")
    assert log.KEPT <= len(actor.log.latest) <= log.KEPT + log.SPARE
    assert (await whole(rooms, ann.room))[-1].room == actor.room


async def test_d11_who_is_deleted_leaves_no_table_whose_match_is_over(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To leave a table, its log is read: of the finished ones, a guest may have thousands."""

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
