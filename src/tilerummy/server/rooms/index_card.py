"""The card of a room in the index of all rooms."""

from __future__ import annotations

from tilerummy.server.room.room import Room
from tilerummy.server.store import Card


def index_card(room: Room) -> Card:
    """Return the index card of the room."""
    members = {room.host, *(p.session for p in room.places)} - {""}
    return Card(
        phase=room.phase,
        private=room.terms.private,
        title=room.terms.title,
        members=tuple(sorted(members)),
    )


def same_card(before: Room, after: Room) -> bool:
    """Return whether a change certainly leaves the card as it is."""
    alike = (before.phase, before.host) == (after.phase, after.host)
    return alike and before.places is after.places
