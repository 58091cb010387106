"""Data that is the same for many viewers is built once: entries, views, legal actions."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from tests.server.playing import play_round, seated
from tests.server.room_clients import Client, TestRooms
from tests.server.stream_reader import Known

from tilerummy.server.connections import OpenSockets
from tilerummy.server.messages import ClockView, GameChange, RoomChange, Update
from tilerummy.server.messages.views import GameView, RoomView
from tilerummy.server.room import round_views as rounds

pytestmark = pytest.mark.anyio


def latest(person: Client) -> Update:
    return next(m for m in reversed(person.heard) if isinstance(m, Update))


async def test_viewers_with_the_same_update_get_the_same_object(rooms: TestRooms) -> None:
    """So it is written once: the server knows a message by what it is."""

    people = await seated(rooms, "Ann", "Ben", "Cy", "Dan")
    eves = [Client(rooms, name) for name in ("Eve", "Fay", "Gus")]
    for eve in eves:
        await eve.watch(people[0].room)
    game = await people[0].game()
    mover, following = people[game.to_move], people[(game.to_move + 1) % 4]

    await mover.do("draw")

    sent = {id(latest(person)) for person in (*people, *eves)}
    alone = {id(latest(person)) for person in (mover, following)}
    assert (len(sent), len(alone)) == (3, 2)


def test_a_message_to_many_is_encoded_once() -> None:
    connections, message = OpenSockets(), Update(room="r", version=1, entries=[], clock=ClockView())

    assert connections.encoded(message) is connections.encoded(message)


@pytest.mark.parametrize("ruleset", ["sabra", "international"])
async def test_legal_actions_are_judged_once_for_a_version(
    rooms: TestRooms, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later viewer gets the same views; they change with the match."""
    judged: list[object] = []
    judge = rounds.can_view

    def counted(*args: object) -> object:
        judged.append(args)
        return judge(*args)  # type: ignore[arg-type]

    people = await seated(rooms, "Ann", "Ben", ruleset=ruleset)
    monkeypatch.setattr(rounds, "can_view", counted)
    for turns in range(1, 4):
        judged.clear()
        for _ in range(5):
            for person in people:
                again = Client(rooms, person.person.name)
                await again.watch(people[0].room)
                await again.leave()
        assert len(judged) <= 1, f"before turn {turns}"
        judged.clear()
        version = await people[0].version()
        await play_round(people, turns=1)
        assert len(judged) <= await people[0].version() - version
        assert judged


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
