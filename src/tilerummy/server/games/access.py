"""Who may see a finished game."""

from __future__ import annotations

from tilerummy.server.room.room import Room
from tilerummy.server.store.port import FINISHED


def is_finished(room: Room) -> bool:
    """Return whether the game of a room is over, and a round of it was played."""
    return room.phase in FINISHED and any(shuffle.seed for shuffle in room.shuffles)


def seat_in(room: Room, session: str) -> int | None:
    """Return the seat that a guest had in the game of a room, given up or not."""
    seat = room.seat_of(session)
    return room.given_up_by(session) if seat is None else seat


def may_see(room: Room, session: str) -> bool:
    """Return whether a guest may see the game of a room: its players may."""
    return seat_in(room, session) is not None
