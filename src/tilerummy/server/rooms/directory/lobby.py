"""The lobby: which tables somebody is shown, and what is told of each."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.server.messages.bodies import CardSeat, Lobby, RoomCard
from tilerummy.server.rooms.actor import RoomActor

MOST_LISTED = 50
"""So many tables of a kind are listed."""


def lobby_of(actors: Sequence[RoomActor], own: Sequence[RoomActor], session: str) -> Lobby:
    """Return the tables with a free seat, somebody's *own*, and those to watch."""
    public = [
        k
        for k in actors
        if not k.room.terms.private and k not in own and session not in k.room.removed
    ]
    free = [
        k
        for k in public
        if k.room.phase == "waiting" and not k.room.locked and k.presence.attachments
    ]
    watch = [
        k
        for k in public
        if k.room.terms.spectators and k.room.phase in ("sealing", "playing", "paused", "between")
    ]
    return Lobby(
        open=[room_card(k, session) for k in free[:MOST_LISTED]],
        mine=[room_card(k, session) for k in own],
        watch=[room_card(k, session) for k in watch[:MOST_LISTED]],
    )


def room_card(actor: RoomActor, session: str) -> RoomCard:
    """Return what somebody is told of a table in the lobby."""
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
        watching=actor.presence.watching(room),
    )
