"""What is the same for many viewers is built once; an update has what has changed."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from tests.server.playing import play_round, seated
from tests.server.room_clients import Client, TestRooms
from tests.server.stream_reader import Known

from tilerummy.server.messages import GameChange, RoomChange, Update
from tilerummy.server.messages.views import GameView, RoomView
from tilerummy.server.room import round_views as rounds


def latest(person: Client) -> Update:
    return next(m for m in reversed(person.heard) if isinstance(m, Update))


async def test_an_update_for_many_is_one_object(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is written once: the server knows a message by what it is."""
    judged: list[object] = []
    judge = rounds.can_view

    def counted(*args: object) -> object:
        judged.append(args)
        return judge(*args)  # type: ignore[arg-type]

    people = await seated(rooms, "Ann", "Ben", "Cy", "Dan")
    eves = [Client(rooms, name) for name in ("Eve", "Fay", "Gus")]
    for eve in eves:
        await eve.watch(people[0].room)
    to_move = (await people[0].game()).to_move
    mover, following = people[to_move], people[(to_move + 1) % 4]
    monkeypatch.setattr(rounds, "can_view", counted)

    await mover.do("draw")

    sent = {id(latest(person)) for person in (*people, *eves)}
    alone = {id(latest(person)) for person in (mover, following)}
    assert (len(sent), len(alone)) == (3, 2)
    for viewer in (following, *eves):
        await viewer.watch(mover.room)
    assert len(judged) == 1


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
