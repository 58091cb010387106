"""Turn notifications, which are sent to players who are not connected when their turn begins."""

from __future__ import annotations

from tilerummy.server.room.room import Room
from tilerummy.server.rooms.clock import turn_of
from tilerummy.server.rooms.presence import PresenceTracker

NO_TURN = -1
"""The turn number between turns."""
_MAX_TURNS = 1_000_000


def turn_number(room: Room) -> int:
    """Return a number that differs for each turn of a match, or ``NO_TURN``.

    Notifications are sent only if turns may last for days. A paused turn has the same number.
    """
    turn = turn_of(room) if room.terms.by_days and room.phase in ("playing", "paused") else None
    return NO_TURN if turn is None else turn[0] * _MAX_TURNS + turn[1]


def absent_mover(room: Room, presence: PresenceTracker) -> str:
    """Return the guest to notify of their turn, or "" if they are connected or a computer moves."""
    if turn_number(room) == NO_TURN or room.state is None:
        return ""
    place = room.places[room.state.to_move]
    return "" if place.plays_itself or place.guest in presence.guests else place.guest
