"""What rooms share, and what the index of all rooms says of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tilerummy.server.messages import Fault
from tilerummy.server.room.room import Room
from tilerummy.server.room.turns import JudgedTurn
from tilerummy.server.rooms.ports import Clock, Entropy, Pace, Workers
from tilerummy.server.store import Card, Store

LOG_SENT = 60
"""So many entries are told with a snapshot, for people to read what happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomServices:
    """All that rooms share."""

    store: Store
    clock: Clock
    workers: Workers
    entropy: Entropy
    levels: tuple[str, ...]
    pace: Pace


class Turn(NamedTuple):
    """What a seat, or the clock, does with the tiles."""

    seat: int | None
    judged: JudgedTurn


def card(room: Room) -> Card:
    """Return what the index says of the room."""
    members = {room.host, *(p.session for p in room.places)} - {""}
    return Card(
        phase=room.phase,
        private=room.terms.private,
        title=room.terms.title,
        members=tuple(sorted(members)),
    )


def same_card(before: Room, after: Room) -> bool:
    """Return whether the index surely says the same of a room before and after a change."""
    alike = (before.phase, before.host) == (after.phase, after.host)
    return alike and before.places is after.places


def not_open(room: str, cid: str = "") -> Fault:
    """Return how it is told that there is no such table, for somebody at least."""
    message = "there is no such table, or it is not open to you"
    return Fault(code="no_such_room", message=message, room=room, cid=cid)
