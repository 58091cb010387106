"""Viewers of a room are sent chat, previews and updates."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from msgspec import UNSET
from tests.server.playing import mover_and_other, ok, play_round, seated
from tests.server.room_clients import Client, TestRooms
from tests.server.served import Json
from tests.server.stream_reader import Known

from tilerummy.server.messages.client import Preview, React, Say
from tilerummy.server.messages.server import Chatted, Fault, PreviewShown, Reacted, Update
from tilerummy.server.messages.views import GameChange, GameView, RoomChange, RoomView
from tilerummy.server.room import round_views as rounds
from tilerummy.server.rooms.broadcast import CHAT_HISTORY, PREVIEW_INTERVAL


async def remark(person: Client, message: Say | React | Preview) -> str:
    """Send an ephemeral message; return why it was refused, or an empty string."""
    fault = await person.ask(message)
    assert fault is None or isinstance(fault, Fault)
    return fault.message.partition(":")[0] if fault else ""


async def say(person: Client, text: str) -> str:
    return await remark(person, Say(room=person.room, text=text))


async def react(person: Client) -> str:
    return await remark(person, React(room=person.room, reaction="wow"))


def heard(person: Client) -> list[str]:
    """Return the chat messages and reactions that this client received."""
    return [
        m.text if isinstance(m, Chatted) else m.reaction
        for m in person.heard
        if isinstance(m, Chatted | Reacted)
    ]


async def test_a_muted_player_cannot_chat_or_react(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("mute", seat=1)
    assert (await say(ben, "listen"), await react(ben)) == ("muted", "not_seated")
    assert heard(ann) == []
    await ann.control("unmute", seat=1)
    assert await say(ben, "hello") == await react(ben) == ""
    assert heard(ann) == ["hello", "wow"]


async def test_only_players_chat_and_react_if_the_table_has_a_chat(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben", chat=False)
    eve = Client(rooms, "Eve")
    await eve.watch((await seated(rooms, "Cy", "Dee"))[0].room)
    assert (await say(eve, "play r1"), await react(eve)) == ("no_chat", "not_seated")
    assert (await say(ann, "hello"), await react(ann)) == ("no_chat", "")
    assert (heard(eve), heard(ben)) == ([], ["wow"])


async def test_a_later_viewer_gets_the_latest_chat_messages(rooms: TestRooms) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    for number in range(CHAT_HISTORY + 3):
        await say(ann, str(number))
    result = [line.text for line in (await ann.sees()).chat]
    assert result == [str(number) for number in range(3, CHAT_HISTORY + 3)]


async def test_a_control_without_effect_is_neither_stored_nor_sent(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    for what, seat in (("lock", None), ("mute", 1), ("unmute", 1), ("unlock", None)):
        result = ok(await ann.control(what, seat=seat))
        count = len(ben.heard)
        again = ok(await ann.control(what, seat=seat))
        assert again.version == result.version == await ann.version()
        assert len(ben.heard) == count


# Previews


async def at_the_table(rooms: TestRooms, **terms: Json) -> tuple[Client, Client, Client]:
    """Return the player to move, another player and a spectator."""
    mover, other = await mover_and_other(await seated(rooms, "Ann", "Ben", **terms))
    eve = Client(rooms, "Eve")
    await eve.watch(mover.room)
    return mover, other, eve


async def show(person: Client, rows: list[list[str]]) -> str:
    version = await person.version()
    return await remark(person, Preview(room=person.room, version=version, rows=rows))


async def rack_of(person: Client) -> list[str]:
    game = await person.game()
    assert game.rack
    return game.rack


def previews(person: Client) -> list[list[list[str]]]:
    return [m.rows for m in person.heard if isinstance(m, PreviewShown)]


async def test_a_draft_is_shown_to_all_viewers_but_its_player(rooms: TestRooms) -> None:
    mover, other, eve = await at_the_table(rooms)
    version, rows = await mover.version(), [[(await rack_of(mover))[0]]]
    assert await show(mover, rows) == ""
    assert [previews(p) for p in (mover, other, eve)] == [[], [rows], [rows]]
    assert [(await p.sees()).preview for p in (mover, other, eve)] == [None, rows, rows]
    for person, seen in ((mover, []), (other, [rows])):
        again = Client(rooms, person.person.name)
        await again.watch(mover.room, version)
        assert previews(again) == seen
    await mover.do("draw")
    assert (await eve.sees()).preview is None
    late = Preview(room=mover.room, version=version, rows=rows)
    assert await remark(mover, late) == "", "late previews are ignored"
    assert previews(eve) == [rows]


async def test_no_preview_is_sent_at_a_table_without_previews(rooms: TestRooms) -> None:
    mover, other, eve = await at_the_table(rooms, previews=False)
    assert await show(mover, [[(await rack_of(mover))[0]]]) == ""
    assert previews(other) == previews(eve) == []
    assert (await eve.sees()).preview is None


async def test_previews_are_rate_limited_and_the_latest_is_sent(rooms: TestRooms) -> None:
    mover, other, _ = await at_the_table(rooms)
    rack = await rack_of(mover)
    shown = [[rack[:n]] for n in range(1, 9)]
    for rows in shown[:4]:
        await show(mover, rows)
    assert previews(other) == shown[:1]
    await rooms.clock.pass_time(PREVIEW_INTERVAL)
    assert previews(other) == [shown[0], shown[3]]
    for rows in shown[4:]:
        await show(mover, rows)
    await rooms.clock.pass_time(1000 - PREVIEW_INTERVAL)
    assert previews(other) == [shown[0], shown[3], shown[7]]
    for rows in shown[:2]:
        await show(mover, rows)
    await mover.do("draw")
    await rooms.clock.pass_time(1000)
    assert previews(other)[3:] == shown[:1], "a pending preview is dropped with the turn"


@pytest.mark.parametrize("text", ["*<b>", "r3 *", "*xx", "?", ""])
async def test_a_draft_consists_of_tiles(rooms: TestRooms, text: str) -> None:
    mover, other, _ = await at_the_table(rooms)
    assert await show(mover, [[text]]) != ""
    assert previews(other) == []


async def test_a_preview_uses_only_the_table_and_own_tiles(rooms: TestRooms) -> None:
    """The preview arrives unchanged, with jokers and high numbers."""
    shown: list[str] = []
    people = await seated(rooms, "Ann", "Ben", ruleset="sabra+tiles.numbers=16+tiles.jokers=8")
    while (await people[0].sees()).table.phase == "playing":
        mover, other = await mover_and_other(people)
        rows = [meld.split() for meld in (await mover.game()).table]
        rack = await rack_of(mover)
        missing = next(t for c in "krbo" for n in range(1, 17) if (t := f"{c}{n}") not in rack)
        without = [rows[1:], [rack[:1]]] if rows else []
        for wrong in ([*rows, [missing]], [*rows, [rack[0]] * 9], *without):
            assert await show(mover, wrong) == "not_your_tiles"
        await rooms.clock.pass_time(PREVIEW_INTERVAL)
        assert await show(mover, [*rows, rack]) == ""
        assert previews(other)[-1] == [*rows, rack]
        shown.extend(tile for row in rows for tile in row)
        await play_round(people, turns=1)

    assert any(tile[1:].isdecimal() for tile in shown if tile.startswith("*"))
    assert any(tile.endswith("16") for tile in shown)


def latest(person: Client) -> Update:
    return next(m for m in reversed(person.heard) if isinstance(m, Update))


async def test_an_update_for_many_is_one_object(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server encodes each message object once."""
    counted = Mock(wraps=rounds.can_view)
    people = await seated(rooms, "Ann", "Ben", "Cy", "Dan")
    eves = [Client(rooms, name) for name in ("Eve", "Fay", "Gus")]
    for eve in eves:
        await eve.watch(people[0].room)
    to_move = (await people[0].game()).to_move
    mover, following = people[to_move], people[(to_move + 1) % 4]
    monkeypatch.setattr(rounds, "can_view", counted)

    await mover.do("draw")

    sent = {id(latest(person)) for person in (*people, *eves)}
    own = {id(latest(person)) for person in (mover, following)}
    assert (len(sent), len(own)) == (3, 2)
    for viewer in (following, *eves):
        await viewer.watch(mover.room)
    assert counted.call_count == 1


async def test_an_update_has_no_unchanged_field(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", "Cy")
    await play_round(people, turns=6)
    for person in people:
        known, game, table = Known(), None, None
        for message in person.heard:
            known.take(message)
            if isinstance(message, Update) and game is not None:
                for view, change in ((game, message.game), (table, message.table)):
                    if isinstance(change, GameChange | RoomChange) and message.seat is UNSET:
                        sent = [n for n in change.__struct_fields__ if n != "seats"]
                        fields = {n: getattr(change, n) for n in sent}
                        fields = {n: v for n, v in fields.items() if v is not UNSET}
                        assert all(v != getattr(view, n) for n, v in fields.items())
            game, table = known.game, known.table


def test_a_change_has_every_field_of_its_view() -> None:
    assert GameChange.__struct_fields__ == GameView.__struct_fields__
    assert RoomChange.__struct_fields__ == RoomView.__struct_fields__
