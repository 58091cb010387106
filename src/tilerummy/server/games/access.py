"""Who may see a finished game."""

from __future__ import annotations

from tilerummy.server.room.room import Room
from tilerummy.server.store.port import FINISHED


def is_finished(room: Room) -> bool:
    """Return whether the game of a room is over, and a round of it was played."""
    return room.phase in FINISHED and any(shuffle.seed for shuffle in room.shuffles)
