"""Remarks: chat, reactions, and previews of the draft."""

from __future__ import annotations

import pytest
from tests.server.playing import play_round, seated
from tests.server.room_clients import Client, TestRooms, settled

from tilerummy.server.messages import (
    Answer,
    Chatted,
    Fault,
    Preview,
    PreviewShown,
    React,
    Reacted,
    Say,
)
from tilerummy.server.rooms.broadcast import CHAT_KEPT
from tilerummy.server.rooms.previews import INTERVAL

pytestmark = pytest.mark.anyio


async def say(person: Client, text: str) -> str:
    """Send a chat message of a person; return the code of the fault, if any."""
    fault = await person.ask(Say(room=person.room, text=text))
    return fault.message if isinstance(fault, Fault) else ""


async def react(person: Client) -> str:
    """Send a reaction of a person; return the code of the fault, if any."""
    fault = await person.ask(React(room=person.room, reaction="wow"))
    return fault.message if isinstance(fault, Fault) else ""


def heard(person: Client) -> list[str]:
    """Return the chat messages and reactions that a person received."""
    return [
        m.text if isinstance(m, Chatted) else m.reaction
        for m in person.heard
        if isinstance(m, Chatted | Reacted)
    ]


async def test_a_muted_player_cannot_chat_or_react(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("mute", seat=1)
    assert (await say(ben, "listen")).startswith("muted")
    assert await react(ben)
    assert heard(ann) == []
    await ann.control("unmute", seat=1)
    assert await say(ben, "at last") == await react(ben) == ""
    assert heard(ann) == ["at last", "wow"]


async def test_a_control_that_changes_nothing_adds_no_entry(rooms: TestRooms) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    for what, seat in (("lock", None), ("mute", 1), ("unmute", 1), ("unlock", None)):
        assert isinstance(result := await ann.control(what, seat=seat), Answer)
        version = await ann.version()
        again = await ann.control(what, seat=seat)
        assert isinstance(again, Answer)
        assert (result.status, again.status) == ("ok", "ok")
        assert again.version == result.version == version == await ann.version()


async def test_chat_is_refused_at_a_table_without_a_chat(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben", chat=False)
    assert (await say(ann, "hello")).startswith("no_chat")
    assert await react(ann) == ""
    assert heard(ben) == ["wow"]


async def test_a_spectator_cannot_chat_or_react(rooms: TestRooms) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    eve = Client(rooms, "Eve")
    await eve.watch(ann.room)
    assert (await say(eve, "play r1")).startswith("no_chat")
    assert await react(eve)
    assert heard(ann) == []


async def test_a_later_viewer_gets_the_latest_chat_messages(rooms: TestRooms) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    for number in range(CHAT_KEPT + 3):
        await say(ann, str(number))
    result = [line.text for line in (await ann.sees()).chat]
    assert result == [str(number) for number in range(3, CHAT_KEPT + 3)]


# Previews


async def at_the_table(rooms: TestRooms, **terms: object) -> tuple[Client, Client, Client]:
    """Return the player to move, another player and a spectator."""
    people = await seated(rooms, "Ann", "Ben", ruleset="sabra", **terms)
    eve = Client(rooms, "Eve")
    await eve.watch(people[0].room)
    game = await people[0].game()
    return people[game.to_move], people[1 - game.to_move], eve


async def show(person: Client, rows: list[list[str]]) -> Fault | None:
    version = await person.version()
    result = await person.ask(Preview(room=person.room, version=version, rows=rows))
    assert result is None or isinstance(result, Fault)
    return result


async def rack_of(person: Client) -> list[str]:
    game = await person.game()
    assert game.rack
    return game.rack


def pictures(person: Client) -> list[list[list[str]]]:
    return [m.rows for m in person.heard if isinstance(m, PreviewShown)]


async def test_a_draft_is_shown_to_the_others_and_not_to_its_player(rooms: TestRooms) -> None:
    mover, other, eve = await at_the_table(rooms)
    rows = [[(await rack_of(mover))[0]]]
    assert await show(mover, rows) is None
    assert [pictures(p) for p in (mover, other, eve)] == [[], [rows], [rows]]
    assert [(await p.sees()).preview for p in (mover, other, eve)] == [None, rows, rows]
    version = await mover.version()
    for person, seen in ((mover, []), (other, [rows])):
        again = Client(rooms, person.person.name)
        await again.watch(mover.room, version)
        assert pictures(again) == seen
    await mover.do("draw")
    assert (await eve.sees()).preview is None


async def test_no_preview_is_sent_at_a_table_without_previews(rooms: TestRooms) -> None:
    mover, other, eve = await at_the_table(rooms, previews=False)
    assert await show(mover, [[(await rack_of(mover))[0]]]) is None
    assert pictures(other) == pictures(eve) == []
    assert (await eve.sees()).preview is None


async def test_five_previews_a_second_are_sent_and_the_latest_is_not_lost(rooms: TestRooms) -> None:
    mover, other, _ = await at_the_table(rooms)
    rack = await rack_of(mover)
    shown = [[rack[:n]] for n in range(1, 9)]
    for rows in shown[:4]:
        await show(mover, rows)
    assert pictures(other) == shown[:1]
    await rooms.clock.pass_time(INTERVAL)
    assert pictures(other) == [shown[0], shown[3]]
    for rows in shown[4:]:
        await show(mover, rows)
    await rooms.clock.pass_time(1000 - INTERVAL)
    assert pictures(other) == [shown[0], shown[3], shown[7]]


async def test_a_waiting_preview_is_dropped_when_the_table_changes(rooms: TestRooms) -> None:
    mover, other, _ = await at_the_table(rooms)
    rack = await rack_of(mover)
    await show(mover, [rack[:1]])
    await show(mover, [rack[:2]])
    await mover.do("draw")
    await rooms.clock.pass_time(INTERVAL)
    assert pictures(other) == [[rack[:1]]]


async def test_a_preview_consists_of_all_tiles_of_the_table_and_own_tiles(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    while not (game := (await people[0].sees()).game) or not game.table:
        await play_round(people, turns=1)
    mover, other = people[game.to_move], people[1 - game.to_move]
    table = [meld.split() for meld in game.table]
    rack = await rack_of(mover)
    missing = next(t for c in "krbo" for n in range(1, 14) if (t := f"{c}{n}") not in rack)
    other.heard.clear()
    for rows in (table[1:], [*table, [missing]], [*table, [rack[0]] * 3], [rack[:1]]):
        fault = await show(mover, rows)
        assert isinstance(fault, Fault)
        assert fault.message.startswith("not_your_tiles")
    assert await show(mover, [*table, rack]) is None
    await settled()
    assert pictures(other) == [[*table, rack]]


async def test_every_table_can_be_previewed_as_it_is_sent_with_jokers_and_high_numbers(
    rooms: TestRooms,
) -> None:
    result: list[str] = []
    ruleset = "sabra+tiles.numbers=16+tiles.jokers=8"
    people = await seated(rooms, "Ann", "Ben", ruleset=ruleset)
    while (await people[0].sees()).table.phase == "playing":
        game = await people[0].game()
        mover = people[game.to_move]
        rows = [meld.split() for meld in game.table]
        assert await show(mover, [*rows, (await rack_of(mover))[:1]]) is None
        result.extend(tile for row in rows for tile in row)
        await play_round(people, turns=1)

    assert any(tile[1:].isdecimal() for tile in result if tile.startswith("*"))
    assert any(tile.endswith("16") for tile in result)
