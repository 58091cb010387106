"""Whole matches: all clients get the same entries, and the record can be replayed and verified."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from tests.server.playing import play_round, ready, seated
from tests.server.room_clients import Client, TestRooms, restarted, settled, whole
from tests.server.stream_reader import Known

from tilerummy.match import Match
from tilerummy.records import Record, audit, encode, read_record, verify, write_text
from tilerummy.rules import ruleset
from tilerummy.server.messages import Snapshot, TermsView, Update
from tilerummy.server.room.entries import Began, Opened
from tilerummy.server.room.fold import apply, opened
from tilerummy.server.room.record import room_record

pytestmark = pytest.mark.anyio

FAMILIES = ("sabra", "rummikub", "sabra-way", "mcgraw", "american", "international")


@pytest.mark.parametrize("ruleset", FAMILIES)
async def test_people_play_a_match_to_its_end(rooms: TestRooms, ruleset: str) -> None:
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


async def record(rooms: TestRooms, room: str) -> Record:
    """Return the record of a match, as far as it may be told."""
    log = await whole(rooms, room)
    return room_record(log[-1].room, log)


@pytest.mark.parametrize("ruleset", ["sabra", "mcgraw", "international"])
async def test_the_record_of_a_match_against_computers_is_verified(
    rooms: TestRooms, ruleset: str
) -> None:
    ann = Client(rooms, "Ann")
    await ann.open(ruleset, seats=3, computers={1: "club", 2: "beginner"}, start=True)
    await ready([ann])
    await play_round([ann])
    assert (await ann.sees()).table.phase == "over"
    text = write_text(await record(rooms, ann.room))
    assert not audit(text).difference
    again = read_record(text)
    assert all(verify(again))
    assert len(verify(again)) == 1


@pytest.mark.parametrize("ruleset", ["sabra", "mcgraw", "american"])
async def test_the_record_of_a_round_stays_the_same_while_the_next_one_is_played(
    rooms: TestRooms, ruleset: str
) -> None:
    people = await seated(rooms, "Ann", "Ben", ruleset=ruleset, rounds=2)
    room = people[0].room
    await play_round(people)
    first = await record(rooms, room)
    for person in people:
        await person.control("next")
    assert await record(rooms, room) == first
    await ready(people)
    for _ in range(6):
        if (await people[0].sees()).table.phase == "playing":
            assert write_text(await record(rooms, room)) == write_text(first)
            await play_round(people, turns=1)
    await play_round(people)
    both = await record(rooms, room)
    assert both.rounds[:1] == first.rounds
    assert len(both.rounds) == 2
    assert not audit(write_text(both)).difference


async def test_a_client_gets_every_entry_once_and_in_order(rooms: TestRooms) -> None:
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


async def test_reconnecting_at_any_version_sends_the_missed_entries(rooms: TestRooms) -> None:
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


async def test_a_restarted_server_has_the_same_tables(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben")
    await play_round(people, turns=9)
    before = msgspec.json.encode([(await p.sees()).game for p in people])
    version = await ann.version()
    later = await restarted(rooms, *people)
    for person in people:
        await person.watch(person.room, version)
    assert msgspec.json.encode([(await p.sees()).game for p in people]) == before
    await play_round(people)
    assert (await ann.actor()).room.phase == "over"
    await later.close()
    del ben


async def dealt(*parts: str) -> list[list[str] | None]:
    """Return the racks dealt from a fixed seed and the contributions of the seats."""
    rooms = TestRooms(name="the same")
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


async def test_each_shuffle_keeps_its_contributions(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben", rounds=2)
    await play_round(people)
    for person in people:
        await person.control("next")
    for person, part in ((ann, "c0"), (ben, "ff")):
        await person.control("ready", contribution=part)
    await settled()
    sent = [shuffle.contributions for shuffle in (await ann.sees()).table.shuffles]
    assert sent == [["00", "01"], ["c0", "ff"]]


async def test_no_missing_points_are_sent_after_the_initial_meld(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    while not (game := (await people[0].sees()).game) or not any(h.opened for h in game.hands):
        assert game is None or game.opening == 30
        await play_round(people, turns=1)
    for seat, person in enumerate(people):
        own = (await person.sees()).game
        assert own
        assert own.opening == (None if own.hands[seat].opened else 30)


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
