"""All clients follow complete matches, whose records can be replayed and verified."""

from __future__ import annotations

import pytest
from msgspec import json
from tests.server.playing import everyone, play_round, ready, seated
from tests.server.room_clients import Client, TestRooms, restarted, settled, whole
from tests.server.stream_reader import Known

from tilerummy.match import Match
from tilerummy.records import audit, encode, read_record, verify, write_text
from tilerummy.rules import ruleset
from tilerummy.server.messages.views import TermsView
from tilerummy.server.room.entries import Began, Opened
from tilerummy.server.room.fold import apply, opened
from tilerummy.server.room.record import room_record

KNOWN = {"most", "nothing", "went_out"}
"""The motives of a club player."""
FAMILIES = ("sabra", "rummikub", "sabra-way", "mcgraw", "american", "international")


@pytest.mark.parametrize("ruleset", FAMILIES)
async def test_people_play_a_match_to_its_end(rooms: TestRooms, ruleset: str) -> None:
    people = await seated(rooms, "Ann", "Ben", "Cy", ruleset=ruleset, rounds=2)
    await play_round(people)
    actor = await people[0].actor()
    assert (await people[0].sees()).table.phase == "between"
    await everyone(people, "next")
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
    log = await whole(rooms, people[0].room)
    text = write_text(room_record(log[-1].room, log))
    assert not audit(text).difference
    assert [*map(bool, verify(read_record(text)))] == [True, True]


async def test_f5_the_contribution_of_each_seat_changes_the_deal() -> None:
    """The server draws the same seed every time."""
    deals = []
    for parts in (("aa", "bb"), ("aa", "bb"), ("aa", "bc"), ("ab", "bb")):
        async with TestRooms(name="the same") as rooms:
            people = [Client(rooms, "Ann"), Client(rooms, "Ben")]
            await people[1].join(await people[0].open())
            await people[0].control("start")
            for person, part in zip(people, parts, strict=True):
                await person.control("ready", contribution=part)
            deals.append([(await person.game()).rack for person in people])
    assert all(rack for deal in deals for rack in deal)
    assert deals[0] == deals[1]
    assert len({str(deal) for deal in deals}) == 3


async def test_each_shuffle_has_its_own_contributions(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben", rounds=2)
    await play_round(people)
    await everyone(people, "next")
    for person, part in ((ann, "c0"), (ben, "ff")):
        await person.control("ready", contribution=part)
    await settled()
    sent = [shuffle.contributions for shuffle in (await ann.sees()).table.shuffles]
    assert sent == [["00", "01"], ["c0", "ff"]]


async def test_no_missing_points_are_sent_after_the_initial_meld(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    while not any(hand.opened for hand in (await people[0].game()).hands):
        assert (await people[0].game()).opening == 30
        await play_round(people, turns=1)
    for seat, person in enumerate(people):
        own = await person.game()
        assert own.opening == (None if own.hands[seat].opened else 30)


def test_an_older_mcgraw_deal_from_212_tiles_is_continued() -> None:
    """RULES 2.4: older logs deal two players from the tiles of four."""
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


async def test_motives_are_shown_after_the_round(rooms: TestRooms) -> None:
    ann = Client(rooms, "Ann")
    await ann.open(seats=3, computers={1: "club", 2: "beginner"}, start=True)
    await ready([ann])
    while (await ann.game()).result is None:
        assert b'"motive' not in json.encode(ann.heard).replace(b'"motives":[]', b"")
        ann.heard.clear()
        await play_round([ann], turns=3)

    motives = (await ann.game()).motives
    assert {m.seat for m in motives} == {1, 2}, "human players have no motives"
    assert {m.code for m in motives if m.seat == 1} <= KNOWN
    assert all(sum(m.seat == seat for m in motives) <= 2 for seat in (1, 2))
    assert any(b'"code":"' + motives[0].code.encode() in json.encode(m) for m in ann.heard)
    await restarted(rooms, ann)
    await ann.watch(ann.room)
    assert (await ann.game()).motives == motives
