"""The lobby: which rooms are listed for a guest, and the card of each."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from tilerummy.server.messages.bodies import CardSeat, Lobby, RoomCard
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.directory.registry import RoomRegistry
from tilerummy.server.store import CLOSED, CorruptedError

MOST_LISTED = 50
"""The greatest number of rooms of a kind in the list."""
MOST_OVER = 5
"""The greatest number of finished matches of a guest in the list: loading them takes time."""


async def lobby(rooms: RoomRegistry, session: str) -> Lobby:
    """Return the rooms with a free seat, the guest's own, and those to watch."""
    return _lobby([*rooms], await _own_rooms(rooms, session), session)


async def _own_rooms(rooms: RoomRegistry, session: str) -> list[RoomActor]:
    """Return the rooms of a guest; of the finished ones only the latest."""
    store = rooms.services.store
    own: list[RoomActor] = []
    listed = await store.listed(await store.rooms_of(session))
    over = [each.room for each in listed if each.card.phase == "over"]
    for each in listed:
        if each.card.phase == CLOSED or each.room in over[MOST_OVER:]:
            continue
        with suppress(CorruptedError):
            actor = await rooms.get(each.room)
            if actor is not None and actor.room.phase != "closed":
                own.append(actor)
    return own[:MOST_LISTED]


def _lobby(actors: Sequence[RoomActor], own: Sequence[RoomActor], session: str) -> Lobby:
    """Return the lobby of all *actors* in memory and of the guest's *own*."""
    public = [
        actor
        for actor in actors
        if not actor.room.terms.private and actor not in own and session not in actor.room.removed
    ]
    free = [
        actor
        for actor in public
        if actor.room.phase == "waiting"
        and not actor.room.locked
        and actor.broadcast.presence.attachments
    ]
    watch = [
        actor
        for actor in public
        if actor.room.terms.spectators
        and actor.room.phase in ("sealing", "playing", "paused", "between")
    ]
    return Lobby(
        open=[room_card(actor, session) for actor in free[:MOST_LISTED]],
        mine=[room_card(actor, session) for actor in own],
        watch=[room_card(actor, session) for actor in watch[:MOST_LISTED]],
    )


def room_card(actor: RoomActor, session: str) -> RoomCard:
    """Return the lobby card of a room, as the guest may see it."""
    room = actor.room
    seat = room.seat_of(session)
    to_move = room.state.to_move if room.state and room.phase == "playing" else None
    return RoomCard(
        room=room.id,
        title=room.terms.title,
        ruleset=room.terms.ruleset,
        phase=room.phase,
        seats=[CardSeat(kind=p.kind, name=p.name, level=p.level) for p in room.places],
        private=room.terms.private,
        turn_ms=room.terms.turn_ms,
        by_days=room.terms.by_days,
        round=len(room.match.results),
        rounds=room.terms.rounds,
        seat=seat,
        to_move=to_move,
        your_turn=seat is not None and seat == to_move,
        watching=actor.broadcast.presence.watching(room),
    )
