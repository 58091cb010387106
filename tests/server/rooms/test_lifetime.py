"""The life of a table: its host, its place in the lobby, and when it is closed."""

from __future__ import annotations

import pytest
from tests.server.playing import play_round, run, seated
from tests.server.room_clients import Client, TestRooms

from tilerummy.server.guests.faces import Face
from tilerummy.server.messages import Answer, Presence, RoomView
from tilerummy.server.room.refusal import Refused
from tilerummy.server.rooms import lobby, log
from tilerummy.server.rooms.access import Person
from tilerummy.server.rooms.dormant import PLAYING_TOO_LONG
from tilerummy.server.rooms.rooms import MOST_WAITING
from tilerummy.server.store import Row


async def table(person: Client) -> RoomView:
    return (await person.sees()).table


def codes(answer: object) -> list[str]:
    assert isinstance(answer, Answer), answer
    return [r.code for r in answer.reasons]


def test_the_controls_of_the_host_are_refused_to_others() -> None:
    async def test(rooms: TestRooms) -> None:
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

    run(test)


def test_the_table_gets_another_host_when_the_host_stands_up() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = Client(rooms, "Ann"), Client(rooms, "Ben")
        await ann.open(seats=3)
        await ben.watch(ann.room)
        await ben.control("sit")
        await ann.control("stand")
        view = await table(ben)
        assert (view.host, [s.kind for s in view.seats]) == (1, ["open", "person", "open"])
        assert codes(await ann.control("lock")) == ["not_host"]
        assert codes(await ben.control("lock")) == []

    run(test)


def test_a_guest_has_a_limited_number_of_waiting_tables() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = Client(rooms, "Ann"), Client(rooms, "Ben")
        for _ in range(MOST_WAITING):
            await ann.open(seats=2)
        with pytest.raises(Refused) as refused:
            await ann.open(seats=2)
        assert [why.code for why in refused.value.reasons] == ["too_many_tables"]
        await ben.open(seats=2)
        await ann.control("close")
        await ann.open(seats=2)

    run(test)


async def found_by(person: Client) -> tuple[list[str], list[str]]:
    """Return the tables in a guest's lobby: those with a free seat, those to watch."""
    lobby = await person.rooms.lobby(person.person.session)
    return [card.room for card in lobby.open], [card.room for card in lobby.watch]


def test_the_lobby_lists_tables_with_a_free_seat() -> None:
    async def test(rooms: TestRooms) -> None:
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

    run(test)


def test_the_lobby_lists_matches_open_to_spectators() -> None:
    async def test(rooms: TestRooms) -> None:
        eve = Client(rooms, "Eve")
        kinds: list[dict[str, object]] = [{}, {"private": True}, {"spectators": False}]
        seen = []
        for terms in kinds:
            ann, _ = await seated(rooms, "Ann", "Ben", ruleset="sabra", **terms)
            seen.append(ann.room)
        assert await found_by(eve) == ([], seen[:1])

    run(test)


def test_spectators_are_counted_once_and_without_the_players() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, _ = await seated(rooms, "Ann", "Ben")
        for name in ("Eve", "Eve", "Fay"):
            await Client(rooms, name).watch(ann.room)
        counts = [m.watching for m in ann.heard if isinstance(m, Presence)]
        assert counts[-1] == 2

    run(test)


@pytest.mark.parametrize("by_days", [False, True])
def test_an_abandoned_match_is_broken_off_unless_it_is_by_days(*, by_days: bool) -> None:
    async def test(rooms: TestRooms) -> None:
        people = await seated(rooms, "Ann", "Ben", by_days=by_days)
        for person in people:
            await person.leave()
        await rooms.clock.pass_time(PLAYING_TOO_LONG)
        await rooms.sweep()
        assert (await table(people[0])).phase == "playing"
        await rooms.clock.pass_time(1)
        await rooms.sweep()
        view = await table(people[0])
        if by_days:
            assert view.phase == "playing"
        else:
            assert (view.phase, view.totals, view.leaders) == ("over", [0, 0], [0, 1])
            assert view.results[-1].ending == "abandoned"
            assert view.shuffles[0].seed

    run(test)


def test_abandoned_tables_are_closed() -> None:
    async def test(rooms: TestRooms) -> None:
        ann = Client(rooms, "Ann")
        room = await ann.open(seats=2)
        await ann.leave()
        await rooms.clock.pass_time(31 * 60_000)
        await rooms.sweep()
        assert (await ann.actor()).room.phase == "closed"
        await rooms.clock.pass_time(11 * 60_000)
        await rooms.sweep()
        assert rooms.live() == 0
        assert room not in await rooms.store.live()

    run(test)


def test_d10_a_log_has_a_greatest_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """One guest cannot fill the disk with what is allowed."""

    async def test(rooms: TestRooms) -> None:
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
        await rooms.rename(Person(ann.person.session, "Zoe", Face("owl", "rose")))
        assert actor.room.version == log.LONGEST
        assert actor.room.phase == "playing"

        await rooms.sweep()
        assert (await table(ann)).phase == "over"
        assert (await table(ann)).results[-1].ending == "abandoned"
        ended = actor.room.version
        await ann.control("lock")
        await rooms.sweep()
        assert actor.room.version == ended

    run(test)


def test_the_latest_entries_are_in_memory_and_all_in_the_record() -> None:
    async def test(rooms: TestRooms) -> None:
        ann = Client(rooms, "Ann")
        await ann.open(seats=2)
        actor = await ann.actor()
        for number in range(log.KEPT + 3 * log.SPARE):
            await ann.control("unlock" if number % 2 else "lock")
        assert log.KEPT <= len(actor.log.latest) <= log.KEPT + log.SPARE
        version = actor.room.version
        whole = await actor.log.whole()
        assert whole[-1].room == actor.room
        assert len(whole) == version
        assert [each.seq for each in actor.broadcast.entries(0, version - 5)] == [
            *range(version - 5, version)
        ]
        assert len(actor.broadcast.snapshot(actor.room.places[0].session).log) == 60

    run(test)


def test_d11_who_is_deleted_leaves_no_table_whose_match_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To leave a table, its log is read: of the finished ones, a guest may have thousands."""

    async def test(rooms: TestRooms) -> None:
        people = await seated(rooms, "Ann", "Ben", rounds=1)
        await play_round(people)
        over = people[0].room
        await people[0].open(seats=2)
        going = people[0].room
        later = TestRooms(store=rooms.store, clock=rooms.clock, seed="later")
        read, whole = list[str](), rooms.store.load

        async def load(room: str, since: int = 0) -> list[Row]:
            read.append(room)
            return await whole(room, since)

        monkeypatch.setattr(rooms.store, "load", load)
        await later.delete_account(people[0].person)
        assert over not in read
        assert going in read
        assert await whole(over) == []
        await later.close()

    run(test)


def test_d11_a_list_of_tables_costs_no_more_where_there_are_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the tables that do not come into it, only the phase is asked."""
    monkeypatch.setattr(lobby, "MOST_LISTED", 2)
    looks = [0]
    apply = log.RoomLog.apply_postponed

    def counted(each: log.RoomLog) -> None:
        looks[0] += 1
        apply(each)

    async def test(rooms: TestRooms) -> None:
        monkeypatch.setattr(log.RoomLog, "apply_postponed", counted)
        eve, costs = Client(rooms, "Eve"), list[int]()
        for number in range(16):
            await seated(rooms, f"Ann{number}", f"Ben{number}")
            if number in (3, 15):
                looks[0] = 0
                found = await rooms.lobby(eve.person.session)
                costs.append(looks[0])
                assert len(found.watch) == 2
        assert costs[0] == costs[1]

    run(test)


def test_a_private_rematch_is_open_to_all_who_played_after_a_restart_too() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = people = await seated(rooms, "Ann", "Ben", private=True)
        await play_round(people)
        await ann.control("rematch")
        again = (await table(ben)).next_room
        assert again

        later = TestRooms(store=rooms.store, clock=rooms.clock)
        eve, ben = Client(later, "Eve"), Client(later, "Ben")
        with pytest.raises(AssertionError, match="no_such_room"):
            await eve.watch(again)
        assert later.registry.in_memory(again) is None
        await ben.watch(again)
        await ben.control("sit")
        assert [seat.name for seat in (await table(ben)).seats] == ["Ann", "Ben"]
        await later.close()

    run(test)
