"""The life of a table: its host, its place in the lobby, and when it is closed."""

from __future__ import annotations

import pytest
from tests.server.playing import codes, play_round, seated, table
from tests.server.room_clients import Client, TestRooms, restarted, settled, whole

from tilerummy.server.guests.faces import Face
from tilerummy.server.messages import Answer, Presence
from tilerummy.server.room.refusal import Refused
from tilerummy.server.rooms import log
from tilerummy.server.rooms.access import Person
from tilerummy.server.rooms.rooms import MOST_WAITING
from tilerummy.server.store import Row

pytestmark = pytest.mark.anyio


async def test_the_controls_of_the_host_are_refused_to_others(rooms: TestRooms) -> None:
    ann, ben = Client(rooms, "Ann"), Client(rooms, "Ben")
    await ann.open(seats=3)
    await ben.watch(ann.room)
    await ben.control("sit")
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
    await ben.watch(ann.room)
    await ben.control("sit")
    await ann.control("stand")
    view = await table(ben)
    assert (view.host, [s.kind for s in view.seats]) == (1, ["open", "person", "open"])
    assert codes(await ann.control("lock")) == ["not_host"]
    assert codes(await ben.control("lock")) == []


async def test_a_guest_has_a_limited_number_of_waiting_tables(rooms: TestRooms) -> None:
    ann, ben = Client(rooms, "Ann"), Client(rooms, "Ben")
    for _ in range(MOST_WAITING):
        await ann.open(seats=2)
    with pytest.raises(Refused) as refused:
        await ann.open(seats=2)
    assert [why.code for why in refused.value.reasons] == ["too_many_tables"]
    await ben.open(seats=2)
    await ann.control("close")
    await ann.open(seats=2)


async def found_by(person: Client) -> tuple[list[str], list[str]]:
    """Return the tables in a guest's lobby: those with a free seat, those to watch."""
    await settled()
    lobby = await person.rooms.lobby(person.person.guest)
    return [card.room for card in lobby.open], [card.room for card in lobby.watch]


async def test_the_lobby_lists_tables_with_a_free_seat(rooms: TestRooms) -> None:
    ann, ben, eve = (Client(rooms, name) for name in ("Ann", "Ben", "Eve"))
    await ann.open(seats=2, private=True)
    room = await ann.open(seats=2)
    assert await found_by(eve) == ([room], [])
    assert await found_by(ann) == ([], []), "it is among the own ones"
    await ben.watch(room)
    await ben.control("sit")
    await ann.control("remove", seat=1)
    assert await found_by(ben) == ([], [])
    await ann.control("lock")
    assert await found_by(eve) == ([], [])
    await ann.control("unlock")
    assert await found_by(eve) == ([room], [])
    await ann.leave()
    assert await found_by(eve) == ([], []), "no player is connected"


async def test_the_lobby_lists_matches_open_to_spectators(rooms: TestRooms) -> None:
    eve = Client(rooms, "Eve")
    kinds: list[dict[str, object]] = [{}, {"private": True}, {"spectators": False}]
    seen = []
    for terms in kinds:
        ann, _ = await seated(rooms, "Ann", "Ben", ruleset="sabra", **terms)
        seen.append(ann.room)
    assert await found_by(eve) == ([], seen[:1])


async def test_spectators_are_counted_once_and_without_the_players(rooms: TestRooms) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    for name in ("Eve", "Eve", "Fay"):
        await Client(rooms, name).watch(ann.room)
    counts = [m.watching for m in ann.heard if isinstance(m, Presence)]
    assert counts[-1] == 2


async def test_d10_a_log_has_a_greatest_length(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One guest cannot fill the disk with what is allowed."""

    people = await seated(rooms, "Ann", "Ben")
    ann = people[0]
    actor = await ann.actor()
    codes: list[str] = []
    monkeypatch.setattr(log, "LONGEST", actor.room.version + 3)
    for number in range(8):
        answer = await ann.control("unlock" if number % 2 else "lock")
        assert isinstance(answer, Answer)
        assert answer.status == ("ok" if number < 3 else "refused")
        codes = [why.code for why in answer.reasons]
    assert codes == ["log_full"]
    mover = people[(await ann.game()).to_move]
    moved = await mover.do("draw")
    assert isinstance(moved, Answer)
    assert [why.code for why in moved.reasons] == ["log_full"]
    await rooms.rename(Person(ann.person.guest, "Zoe", Face("owl", "rose")))
    assert actor.room.version == log.LONGEST
    assert actor.room.phase == "playing"

    await rooms.sweep()
    assert (await table(ann)).phase == "over"
    assert (await table(ann)).results[-1].ending == "abandoned"
    ended = actor.room.version
    await ann.control("lock")
    await rooms.sweep()
    assert actor.room.version == ended


async def test_the_latest_entries_are_in_memory_and_all_in_the_record(rooms: TestRooms) -> None:
    ann = Client(rooms, "Ann")
    await ann.open(seats=2)
    actor = await ann.actor()
    for number in range(log.KEPT + 3 * log.SPARE):
        await ann.control("unlock" if number % 2 else "lock")
    assert log.KEPT <= len(actor.log.latest) <= log.KEPT + log.SPARE
    version = actor.room.version
    log_steps = await whole(rooms, ann.room)
    assert log_steps[-1].room == actor.room
    assert len(log_steps) == version
    assert [each.seq for each in actor.broadcast.entries(0, version - 5)] == [
        *range(version - 5, version)
    ]
    assert len(actor.broadcast.snapshot(actor.room.places[0].guest).log) == 60


async def test_d11_who_is_deleted_leaves_no_table_whose_match_is_over(
    rooms: TestRooms,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To leave a table, its log is read: of the finished ones, a guest may have thousands."""

    people = await seated(rooms, "Ann", "Ben", rounds=1)
    await play_round(people)
    over = people[0].room
    await people[0].open(seats=2)
    going = people[0].room
    await rooms.close()
    later = TestRooms(store=rooms.store, clock=rooms.clock, name="later")
    read, load = list[str](), rooms.store.logs.load

    async def counted(room: str, since: int = 0) -> list[Row]:
        read.append(room)
        return await load(room, since)

    monkeypatch.setattr(rooms.store.logs, "load", counted)
    await later.delete_account(people[0].person)
    assert over not in read
    assert going in read
    assert await load(over) == []
    await later.close()


async def test_a_private_rematch_is_open_to_all_who_played_after_a_restart_too(
    rooms: TestRooms,
) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben", private=True)
    await play_round(people)
    await ann.control("rematch")
    again = (await table(ben)).next_room
    assert again

    later = await restarted(rooms)
    eve, ben = Client(later, "Eve"), Client(later, "Ben")
    with pytest.raises(AssertionError, match="no_such_room"):
        await eve.watch(again)
    assert later.registry.in_memory(again) is None
    await ben.watch(again)
    await ben.control("sit")
    assert [seat.name for seat in (await table(ben)).seats] == ["Ann", "Ben"]
    await later.close()
