"""Whole matches: all clients get the same entries, and the record can be replayed and verified."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from tests.server.playing import play_round, ready, run, seated
from tests.server.room_clients import Client, TestRooms, settled
from tests.server.stream_reader import Known

from tilerummy.match import Match
from tilerummy.records import audit, encode, read_record, verify, write_text
from tilerummy.rules import ruleset
from tilerummy.server.messages import Snapshot, TermsView, Update
from tilerummy.server.room.entries import Began, Opened
from tilerummy.server.room.fold import apply, opened
from tilerummy.server.room.record import room_record

FAMILIES = ("sabra", "rummikub", "sabra-way", "mcgraw", "american", "international")


@pytest.mark.parametrize("ruleset", FAMILIES)
def test_people_play_a_match_to_its_end(ruleset: str) -> None:
    async def test(rooms: TestRooms) -> None:
        people = await seated(rooms, "Ann", "Ben", "Cy", ruleset=ruleset, rounds=2)
        await play_round(people)
        actor = await people[0].actor()
        assert (await people[0].sees()).table.phase == "between"
        for person in people:
            await person.control("next")
        await ready(people)
        await play_round(people)
        assert (await people[0].sees()).table.phase == "over"
        assert len(actor.room.match.results) == 2
        assert actor.room.leaders
        for person in people:
            known, now = Known(), await person.sees()
            for message in person.heard:
                known.take(message)
            assert (known.game, known.table, known.version) == (now.game, now.table, now.version)

    run(test)


@pytest.mark.parametrize("ruleset", ["sabra", "mcgraw", "international"])
def test_the_record_of_a_match_against_computers_is_verified(ruleset: str) -> None:
    async def test(rooms: TestRooms) -> None:
        ann = Client(rooms, "Ann")
        await ann.open(ruleset, seats=3, computers={1: "club", 2: "beginner"}, start=True)
        await ready([ann])
        await play_round([ann])
        actor = await ann.actor()
        assert actor.room.phase == "over"
        recorded = room_record(actor.room, await actor.log.whole())
        text = write_text(recorded)
        assert not audit(text).difference
        again = read_record(text)
        assert all(verify(again))
        assert len(verify(again)) == 1

    run(test)


@pytest.mark.parametrize("ruleset", ["sabra", "mcgraw", "american"])
def test_the_record_of_a_round_stays_the_same_while_the_next_one_is_played(ruleset: str) -> None:
    async def test(rooms: TestRooms) -> None:
        people = await seated(rooms, "Ann", "Ben", ruleset=ruleset, rounds=2)
        actor = await people[0].actor()
        await play_round(people)
        first = room_record(actor.room, await actor.log.whole())
        for person in people:
            await person.control("next")
        assert room_record(actor.room, await actor.log.whole()) == first
        await ready(people)
        for _ in range(6):
            if actor.room.phase == "playing":
                assert write_text(room_record(actor.room, await actor.log.whole())) == write_text(
                    first
                )
                await play_round(people, turns=1)
        await play_round(people)
        both = room_record(actor.room, await actor.log.whole())
        assert both.rounds[:1] == first.rounds
        assert len(both.rounds) == 2
        assert not audit(write_text(both)).difference

    run(test)


def test_a_client_gets_every_entry_once_and_in_order() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = people = await seated(rooms, "Ann", "Ben")
        eve = Client(rooms, "Eve")
        await eve.watch(ann.room)
        await play_round(people, turns=12)
        for person in (ann, ben, eve):
            version = None
            for message in person.heard:
                match message:
                    case Snapshot(version=sent):
                        version = sent
                    case Update(entries=entries, version=sent):
                        seqs = [e.seq for e in entries]
                        assert version is not None
                        assert seqs == [*range(version, sent)]
                        version = sent

    run(test)


def test_reconnecting_at_any_version_sends_the_missed_entries() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = people = await seated(rooms, "Ann", "Ben")
        await play_round(people, turns=10)
        version = await ann.version()
        entries = (await ann.actor()).broadcast.entries(0, 0)
        for since in range(1, version + 1):
            again = Client(rooms, "Ann")
            await again.watch(ann.room, since)
            update = again.heard[0]
            assert isinstance(update, Update)
            assert update.entries == entries[since:]
            known = Known()
            known.take(update)
            now = await ann.sees()
            assert (known.game, known.table, known.seat) == (now.game, now.table, now.seat)
            await again.leave()
        for since in (0, version + 1, 10_000):
            again = Client(rooms, "Ann")
            await again.watch(ann.room, since)
            snapshot = again.heard[0]
            assert isinstance(snapshot, Snapshot)
            assert snapshot.log == entries[-60:]
            await again.leave()
        del ben

    run(test)


def test_a_restarted_server_has_the_same_tables() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = people = await seated(rooms, "Ann", "Ben")
        await play_round(people, turns=9)
        before = msgspec.json.encode([(await p.sees()).game for p in people])
        version = await ann.version()
        await rooms.close()
        later = TestRooms(store=rooms.store, clock=rooms.clock, seed="another")
        assert await later.resume_all() == []
        for person in people:
            person.rooms = later
            await person.watch(person.room, version)
        assert msgspec.json.encode([(await p.sees()).game for p in people]) == before
        await play_round(people)
        assert (await ann.actor()).room.phase == "over"
        await later.close()
        del ben

    run(test)


async def dealt(*parts: str) -> list[list[str] | None]:
    """Return the racks dealt from a fixed seed and the contributions of the seats."""
    rooms = TestRooms(seed="the same")
    ann, ben = Client(rooms, "Ann"), Client(rooms, "Ben")
    await ben.watch(await ann.open(seats=2))
    await ben.control("sit")
    await ann.control("start")
    for person, part in zip((ann, ben), parts, strict=True):
        await person.control("ready", contribution=part)
    await settled()
    games = [(await person.sees()).game for person in (ann, ben)]
    await rooms.close()
    return [game.rack if game else None for game in games]


def test_f5_the_contribution_of_each_seat_changes_the_deal() -> None:
    async def test() -> None:
        deals = [await dealt(*parts) for parts in (("aa", "bb"), ("aa", "bc"), ("ab", "bb"))]
        assert await dealt("aa", "bb") == deals[0]
        assert all(rack for deal in deals for rack in deal)
        assert len({str(deal) for deal in deals}) == 3

    asyncio.run(test())


def test_each_shuffle_keeps_its_contributions() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = people = await seated(rooms, "Ann", "Ben", rounds=2)
        await play_round(people)
        for person in people:
            await person.control("next")
        for person, part in ((ann, "c0"), (ben, "ff")):
            await person.control("ready", contribution=part)
        await settled()
        sent = [shuffle.contributions for shuffle in (await ann.sees()).table.shuffles]
        assert sent == [["00", "01"], ["c0", "ff"]]

    run(test)


def test_no_missing_points_are_sent_after_the_initial_meld() -> None:
    async def test(rooms: TestRooms) -> None:
        people = await seated(rooms, "Ann", "Ben")
        while not (game := (await people[0].sees()).game) or not any(h.opened for h in game.hands):
            assert game is None or game.opening == 30
            await play_round(people, turns=1)
        for seat, person in enumerate(people):
            own = (await person.sees()).game
            assert own
            assert own.opening == (None if own.hands[seat].opened else 30)

    run(test)


def test_a_mcgraw_table_of_two_dealt_from_212_tiles_continues_with_them() -> None:
    """RULES 2.4: older logs deal two players from the tiles of four, as the record shows."""
    terms = TermsView(ruleset="mcgraw")
    room = opened("R", Opened(terms=terms, seats=2, host="ann"))
    for copies, dealt in (("by_players", 104), (4, 208)):
        rules = ruleset("mcgraw", {"tiles.copies": copies})
        facts = Match(rules=rules, seats=2).begin(b"seed")
        entry = Began(round=0, label="", facts=tuple(map(encode, facts)), lots=True)

        begun = apply(room, entry)

        assert begun.rules == begun.match.rules == rules
        assert begun.terms.options["tiles.copies"] == copies
        assert len(begun.rules.tiles_for(2)) == dealt + 4
