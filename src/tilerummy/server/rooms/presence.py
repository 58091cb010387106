"""Presence: who is connected to a room, and for how long others have been away; not logged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from msgspec import Raw

from tilerummy.server.messages import SeatView, ServerMessage
from tilerummy.server.room.entry_views import seat_view
from tilerummy.server.room.room import Place, Room


class Listener(Protocol):
    """A connection to a viewer."""

    def __call__(self, message: ServerMessage | Raw, /) -> None:
        """Send a message, which may be encoded already."""

    def close(self, code: int, /) -> None:
        """Close the connection, for the reason of that close code."""


@dataclass(eq=False, slots=True)
class Attachment:
    """A connection of a guest to a room; messages go to its listener."""

    room: str
    guest: str
    listener: Listener


Viewers = list[tuple[int | None, list[Attachment]]]
"""Kinds of viewers, seats or None for spectators, each with its attachments."""


@dataclass(slots=True)
class PresenceTracker:
    """The attachments of a room; ``left`` is when the last one of a person with a seat ended.

    A person who has not connected *since* the room was loaded has been away since then.
    ``idle_since`` is when the last attachment of all ended. ``guests`` are all who are connected.
    """

    since: int
    idle_since: int = 0
    attachments: list[Attachment] = field(default_factory=list)
    left: dict[str, int] = field(default_factory=dict)
    guests: set[str] = field(default_factory=set)
    _viewers: tuple[tuple[Place, ...] | None, Viewers] = (None, [])
    _people: tuple[tuple[Place, ...] | None, set[str]] = (None, set())

    def add(self, attachment: Attachment) -> bool:
        """Add one, and return whether its guest was not connected before."""
        new = not self.connected(attachment.guest)
        self.attachments.append(attachment)
        self.guests.add(attachment.guest)
        self.left.pop(attachment.guest, None)
        self._viewers = (None, [])
        return new

    def remove(self, attachment: Attachment, room: Room, now: int) -> bool:
        """Remove one, and return whether its guest is not connected any more."""
        if attachment not in self.attachments:
            return False
        self.attachments.remove(attachment)
        self._viewers = (None, [])
        if any(each.guest == attachment.guest for each in self.attachments):
            return False
        self.guests.discard(attachment.guest)
        if room.seat_of(attachment.guest) is not None:
            self.left[attachment.guest] = now
        if not self.guests:
            self.idle_since = now
        return True

    def idle(self, now: int) -> int:
        """Return for how many milliseconds no guest has been connected."""
        return 0 if self.guests else now - self.idle_since

    def connected(self, guest: str) -> bool:
        """Return whether that guest is connected."""
        return guest in self.guests

    def any_seated(self, room: Room) -> bool:
        """Return whether any person with a seat is connected."""
        return not self.guests.isdisjoint(self._seated(room))

    def all_seated(self, room: Room) -> bool:
        """Return whether every person with a seat is connected."""
        return self.guests >= self._seated(room)

    def _seated(self, room: Room) -> set[str]:
        """Return the people with seats; computed again only when seats change."""
        if self._people[0] is not room.places:
            self._people = (room.places, {room.places[seat].guest for seat in room.people})
        return self._people[1]

    def present(self, room: Room) -> frozenset[int]:
        """Return the seats of people who are connected."""
        connected = self.guests
        return frozenset(s for s in room.people if room.places[s].guest in connected)

    def away(self, room: Room, now: int) -> dict[int, int]:
        """Return for how long the people who are not connected have been away, by seat."""
        connected = self.guests
        return {
            seat: now - self.left.get(room.places[seat].guest, self.since)
            for seat in room.people
            if room.places[seat].guest not in connected
        }

    def seats(self, room: Room, now: int) -> list[SeatView]:
        """Return the views of the seats, with the presence of their players."""
        away = self.away(room, now)
        return [
            seat_view(
                place,
                connected=place.kind == "computer" or place.guest in self.guests,
                away_ms=away.get(i),
            )
            for i, place in enumerate(room.places)
        ]

    def watching(self, room: Room) -> int:
        """Return the number of connected spectators."""
        return sum(room.seat_of(guest) is None for guest in self.guests)

    def viewers(self, room: Room) -> Viewers:
        """Return the connected viewers of each kind; computed again only when seats change."""
        if self._viewers[0] is not room.places:
            found: dict[int | None, list[Attachment]] = {}
            for attachment in self.attachments:
                found.setdefault(room.seat_of(attachment.guest), []).append(attachment)
            self._viewers = (room.places, [*found.items()])
        return self._viewers[1]
