"""Tables for one, five and six players: RULES 5.1."""

from __future__ import annotations

import pytest
from tests.server.playing import play_round, ready, seated
from tests.server.room_clients import Client, TestRooms, settled, whole

from tilerummy.records import audit, read_record, verify, write_text
from tilerummy.rules import ruleset_text
from tilerummy.server.messages.server import Answer
from tilerummy.server.room.record import room_record

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Flo")


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        ("sabra", 1),
        ("mcgraw", 1),
        ("international", 1),
        ("sabra", 5),
        ("sabra", 6),
        ("mcgraw", 6),
        ("american", 6),
    ],
)
async def test_people_play_a_round_to_its_end(rooms: TestRooms, ruleset: str, players: int) -> None:
    people = await seated(rooms, *NAMES[:players], ruleset=ruleset)
    await play_round(people)

    assert (await people[0].sees()).table.phase == "over"
    log = await whole(rooms, people[0].room)
    record = room_record(log[-1].room, log)
    assert len(record.totals) == players
    assert not audit(write_text(record)).difference
    assert [*map(bool, verify(read_record(write_text(record))))] == [True]


async def test_the_set_for_six_is_taken_when_five_or_six_start(rooms: TestRooms) -> None:
    four = await seated(rooms, *NAMES[:4])
    five = await seated(rooms, *NAMES[:5])

    rules = [(await people[0].actor()).room.rules for people in (four, five)]
    assert list(map(ruleset_text, rules)) == ["sabra", "sabra+tiles.copies=3+tiles.jokers=4"]
    terms = (await five[1].sees()).table.terms
    assert (terms.options["tiles.copies"], terms.options["tiles.jokers"]) == (3, 4)
    assert terms.ruleset == ruleset_text(rules[1])
    game = await five[0].game()
    assert game.pool + sum(hand.tiles for hand in game.hands) == 160


async def test_four_at_a_table_with_six_seats_play_with_the_usual_set(rooms: TestRooms) -> None:
    people = [Client(rooms, name) for name in NAMES[:4]]
    room = await people[0].open(seats=6)
    for person in people[1:]:
        await rooms.store.rooms.admit(room, person.person.guest)
        await person.join(room)
    await people[0].control("start")
    await ready(people)

    game = await people[0].game()
    assert game.pool + sum(hand.tiles for hand in game.hands) == 106


async def test_five_computers_play_with_one_person(rooms: TestRooms) -> None:
    ann = Client(rooms, "Ann")
    await ann.open(seats=6, computers=dict.fromkeys(range(1, 6), "beginner"), start=True)
    await ann.control("ready", contribution="aa")
    await settled()

    assert len((await ann.game()).hands) == 6


async def test_six_share_a_device(rooms: TestRooms) -> None:
    ann = Client(rooms, "Ann")
    await ann.open(seats=6, local=dict(enumerate(NAMES[1:], 1)), start=True)
    await ann.control("ready", contribution="aa")
    await settled()

    places = (await ann.actor()).room.places
    assert [place.name for place in places] == [*NAMES]


async def test_a_host_does_not_start_alone_at_a_table_for_more(rooms: TestRooms) -> None:
    """Only a table with one seat is for practice."""
    ann = Client(rooms, "Ann")
    await ann.open(seats=4)
    answer = await ann.control("start")

    assert isinstance(answer, Answer)
    assert [reason.code for reason in answer.reasons] == ["too_few"]
    assert (await ann.actor()).room.phase == "waiting"
