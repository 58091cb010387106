"""No viewer is sent hidden information: equal views are equal bytes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import msgspec
import pytest
from tests.server.playing import play_round, seated
from tests.server.room_clients import Client, TestRooms, whole
from tests.server.stream_reader import Known

from tilerummy.records import decode_event
from tilerummy.server.messages import ServerMessage
from tilerummy.server.room.entry_views import new_views, stored_views
from tilerummy.server.room.fold import steps
from tilerummy.server.room.refusal import Refused
from tilerummy.server.room.room import Room
from tilerummy.server.room.round_views import GameViews
from tilerummy.server.room.turns import SeatTurn, judge_actions, turn_entry
from tilerummy.state import Draw, Pass, State, redact
from tilerummy.tiles import Rack, Tile

pytestmark = pytest.mark.anyio


def shuffled_for(state: State, viewer: int | None, rng: Random) -> State:
    """Return another state that looks the same to *viewer*, with hidden tiles exchanged."""
    hidden: list[Tile] = [*state.pool]
    for seat, owner in enumerate(state.seats):
        if seat != viewer:
            hidden += owner.rack - owner.known
    rng.shuffle(hidden)
    drawn = iter(hidden)
    pool = tuple(next(drawn) for _ in state.pool)
    seats = tuple(
        owner
        if seat == viewer
        else replace(
            owner,
            rack=owner.known + tuple(next(drawn) for _ in range(len(owner.rack - owner.known))),
        )
        for seat, owner in enumerate(state.seats)
    )
    start = state.start
    if viewer != state.to_move:
        mover = seats[state.to_move]
        taken = Rack() if state.drawn is None else Rack((mover.rack[0],))
        start = replace(start, seat=replace(start.seat, rack=mover.rack - taken))
        return replace(state, seats=seats, pool=pool, start=start, drawn=state.drawn)
    return replace(state, seats=seats, pool=pool)


def bytes_sent(room: Room, viewer: int | None) -> bytes:
    return msgspec.json.encode(GameViews(room).of(viewer))


@pytest.mark.parametrize("ruleset", ["sabra", "mcgraw", "american", "international"])
async def test_hidden_tiles_do_not_change_the_bytes_sent(rooms: TestRooms, ruleset: str) -> None:
    people = await seated(rooms, "Ann", "Ben", "Cy", ruleset=ruleset)
    rng = Random(7)
    for _ in range(25):
        room = (await people[0].actor()).room
        if room.phase != "playing" or room.dealt is None:
            return
        for viewer in (None, 0, 1, 2):
            state = shuffled_for(room.dealt.state, viewer, rng)
            other = replace(room, dealt=replace(room.dealt, state=state))
            assert bytes_sent(other, viewer) == bytes_sent(room, viewer)
            if viewer == state.to_move:
                continue
            for action in (Draw(), Pass()):
                assert after(other, action, viewer) == after(room, action, viewer)
        await play_round(people, turns=1)


def after(room: Room, action: Draw | Pass, viewer: int | None) -> bytes:
    """Return the bytes that *viewer* is sent after an action of the seat to move."""
    assert room.state
    try:
        turn = judge_actions(room, room.state.to_move, (action,))
    except Refused as refused:
        return repr(refused.reasons).encode()
    (step,) = steps(room, [turn_entry(SeatTurn(room.state.to_move, turn))])
    return msgspec.json.encode(new_views([step]).of(viewer))


async def test_events_are_sent_in_the_form_of_records_without_hidden_tiles(
    rooms: TestRooms,
) -> None:
    people = await seated(rooms, "Ann", "Ben", "Cy")
    await play_round(people, turns=9)
    log = await whole(rooms, people[0].room)
    for viewer in (None, 0, 1, 2):
        seen = stored_views(new_views(log).logged).of(viewer)
        decoded = [
            [decode_event(msgspec.json.decode(e), seats=3) for e in each.events] for each in seen
        ]
        assert decoded == [[redact(e, viewer) for e in each.events] for each in log]


async def test_seeds_sessions_and_pools_are_never_sent_too_early(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", rounds=2)
    eve = Client(rooms, "Eve")
    await eve.watch(people[0].room)
    actor = await people[0].actor()
    state = actor.room.state
    assert state is not None
    racks = [written_in(owner.rack) for owner in state.seats]
    pool = written_in(state.pool)
    await play_round(people, turns=20)
    seed = (await actor.log.seed(0)).hex()
    everything = b"".join(_bytes(p.heard) for p in (*people, eve))
    assert seed.encode() not in everything
    assert b"session-" not in everything
    assert not any(form in everything for form in pool)
    for seat, person in enumerate(people):
        heard = _bytes(person.heard)
        assert any(form in heard for form in racks[seat]), "so it would be found"
        assert not any(form in heard or form in _bytes(eve.heard) for form in racks[1 - seat])
    known, seen = Known(), 0
    for message in eve.heard:
        known.take(message)
        if known.game is not None:
            game, seen = known.game, seen + 1
            assert (game.rack, game.fresh, game.can) == (None, [], None)
    assert seen
    await play_round(people)
    assert seed.encode() in _bytes(eve.heard)
    assert b"session-" not in _bytes(eve.heard)


def written_in(tiles: Iterable[Tile]) -> list[bytes]:
    """Return all forms of these tiles in messages: as a text or as a list."""
    texts = [*map(str, tiles)]
    return [mark.join(texts).encode() for mark in (" ", '","')]


def _bytes(messages: Iterable[ServerMessage]) -> bytes:
    return b"\n".join(msgspec.json.encode(m) for m in messages)
