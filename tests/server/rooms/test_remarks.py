"""What is said and shown beside the game: chat, pictures, and the table in the making."""

from __future__ import annotations

from tests.server.playing import play_round, run, seated
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
from tilerummy.server.rooms.broadcast.broadcast import CHAT_KEPT
from tilerummy.server.rooms.broadcast.previews import INTERVAL


async def say(person: Client, text: str) -> str:
    """Have somebody say something; return why it was not heard, if so."""
    fault = await person.ask(Say(room=person.room, text=text))
    return fault.message if isinstance(fault, Fault) else ""


async def react(person: Client) -> str:
    """Have somebody show a picture; return why it was not seen, if so."""
    fault = await person.ask(React(room=person.room, reaction="wow"))
    return fault.message if isinstance(fault, Fault) else ""


def heard(person: Client) -> list[str]:
    """Return what somebody heard and saw of it."""
    return [
        m.text if isinstance(m, Chatted) else m.reaction
        for m in person.heard
        if isinstance(m, Chatted | Reacted)
    ]


def test_who_was_muted_says_and_shows_nothing() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = await seated(rooms, "Ann", "Ben")
        await ann.control("mute", seat=1)
        assert (await say(ben, "listen")).startswith("muted")
        assert await react(ben)
        assert heard(ann) == []
        await ann.control("unmute", seat=1)
        assert await say(ben, "at last") == await react(ben) == ""
        assert heard(ann) == ["at last", "wow"]

    run(test)


def test_a_control_that_changes_nothing_adds_no_entry() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, _ = await seated(rooms, "Ann", "Ben")
        for what, seat in (("lock", None), ("mute", 1), ("unmute", 1), ("unlock", None)):
            assert isinstance(told := await ann.control(what, seat=seat), Answer)
            version = await ann.version()
            again = await ann.control(what, seat=seat)
            assert isinstance(again, Answer)
            assert (told.status, again.status) == ("ok", "ok")
            assert again.version == told.version == version == await ann.version()

    run(test)


def test_at_a_table_without_a_chat_nobody_says_anything() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = await seated(rooms, "Ann", "Ben", chat=False)
        assert (await say(ann, "hello")).startswith("no_chat")
        assert await react(ann) == ""
        assert heard(ben) == ["wow"]

    run(test)


def test_who_only_watches_says_and_shows_nothing() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, _ = await seated(rooms, "Ann", "Ben")
        eve = Client(rooms, "Eve")
        await eve.watch(ann.room)
        assert (await say(eve, "play r1")).startswith("no_chat")
        assert await react(eve)
        assert heard(ann) == []

    run(test)


def test_who_comes_later_is_told_the_latest_of_the_chat() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, _ = await seated(rooms, "Ann", "Ben")
        for number in range(CHAT_KEPT + 3):
            await say(ann, str(number))
        told = [line.text for line in (await ann.sees()).chat]
        assert told == [str(number) for number in range(3, CHAT_KEPT + 3)]

    run(test)


# The table in the making


async def at_the_table(rooms: TestRooms, **terms: object) -> tuple[Client, Client, Client]:
    """Return who is to move, another player and somebody who watches."""
    people = await seated(rooms, "Ann", "Ben", ruleset="sabra", **terms)
    eve = Client(rooms, "Eve")
    await eve.watch(people[0].room)
    game = (await people[0].sees()).game
    assert game
    return people[game.to_move], people[1 - game.to_move], eve


async def show(person: Client, rows: list[list[str]]) -> Fault | None:
    version = await person.version()
    told = await person.ask(Preview(room=person.room, version=version, rows=rows))
    assert told is None or isinstance(told, Fault)
    return told


async def rack_of(person: Client) -> list[str]:
    game = (await person.sees()).game
    assert game
    assert game.rack
    return game.rack


def pictures(person: Client) -> list[list[list[str]]]:
    return [m.rows for m in person.heard if isinstance(m, PreviewShown)]


def test_the_others_see_the_table_in_the_making_and_its_player_is_not_told() -> None:
    async def test(rooms: TestRooms) -> None:
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

    run(test)


def test_at_a_table_without_previews_nobody_sees_one() -> None:
    async def test(rooms: TestRooms) -> None:
        mover, other, eve = await at_the_table(rooms, previews=False)
        assert await show(mover, [[(await rack_of(mover))[0]]]) is None
        assert pictures(other) == pictures(eve) == []
        assert (await eve.sees()).preview is None

    run(test)


def test_five_pictures_a_second_are_shown_and_the_newest_is_not_lost() -> None:
    async def test(rooms: TestRooms) -> None:
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

    run(test)


def test_a_picture_that_waits_is_not_shown_once_the_turn_has_gone_on() -> None:
    async def test(rooms: TestRooms) -> None:
        mover, other, _ = await at_the_table(rooms)
        rack = await rack_of(mover)
        await show(mover, [rack[:1]])
        await show(mover, [rack[:2]])
        await mover.do("draw")
        await rooms.clock.pass_time(INTERVAL)
        assert pictures(other) == [[rack[:1]]]

    run(test)


def test_a_picture_is_made_of_all_tiles_of_the_table_and_of_ones_own() -> None:
    async def test(rooms: TestRooms) -> None:
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

    run(test)


def test_every_table_can_be_shown_as_it_is_told_jokers_of_groups_and_high_numbers_too() -> None:
    told: list[str] = []

    async def test(rooms: TestRooms) -> None:
        ruleset = "sabra+tiles.numbers=16+tiles.jokers=8"
        people = await seated(rooms, "Ann", "Ben", ruleset=ruleset)
        for _ in range(200):
            game = (await people[0].sees()).game
            assert game
            if (await people[0].actor()).room.phase != "playing":
                return
            mover = people[game.to_move]
            rows = [meld.split() for meld in game.table]
            assert await show(mover, [*rows, (await rack_of(mover))[:1]]) is None
            told.extend(tile for row in rows for tile in row)
            await play_round(people, turns=1)

    run(test)
    assert any(tile[1:].isdecimal() for tile in told if tile.startswith("*"))
    assert any(tile.endswith("16") for tile in told)
