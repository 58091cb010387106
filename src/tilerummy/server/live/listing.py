"""A table as it stands in the lobby."""

from __future__ import annotations

from tilerummy.server.http_types import CardSeat, RoomCard
from tilerummy.server.live.keeper import Keeper


def room_card(keeper: Keeper, session: str) -> RoomCard:
    """Return what somebody is told of a table in the lobby."""
    room = keeper.room
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
        watching=keeper.audience.watching(room),
    )
