"""No viewer receives hidden information."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from tests.server.playing import play_round, seated
from tests.server.room_clients import Client, TestRooms, whole
from tests.server.stream_reader import Known

from tilerummy.records import decode_event
from tilerummy.server.messages.server import ServerMessage
from tilerummy.server.room.entry_views import EntryViews, new_views
from tilerummy.state import redact
from tilerummy.tiles import Tile


async def test_events_are_sent_as_in_records_without_hidden_tiles(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", "Cy")
    await play_round(people, turns=9)
    log = await whole(rooms, people[0].room)
    for viewer in (None, 0, 1, 2):
        for seen, step in zip(EntryViews(new_views(log).logged).of(viewer), log, strict=True):
            events = [decode_event(msgspec.json.decode(each), seats=3) for each in seen.events]
            assert events == [redact(each, viewer) for each in step.events]


async def test_seeds_guest_ids_and_hidden_tiles_are_not_sent_during_a_round(
    rooms: TestRooms,
) -> None:
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
    """Return the forms that these tiles could have in a message: a string or a list."""
    texts = [*map(str, tiles)]
    return [mark.join(texts).encode() for mark in (" ", '","')]


def _bytes(messages: Iterable[ServerMessage]) -> bytes:
    return b"\n".join(msgspec.json.encode(m) for m in messages)
