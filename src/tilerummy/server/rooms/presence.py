"""Presence: the guests connected to a room, and the absence times of its players; not logged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from msgspec import Raw

from tilerummy.server.messages.server import ServerMessage
from tilerummy.server.messages.views import SeatView
from tilerummy.server.room.entry_views import seat_view
from tilerummy.server.room.room import Room


class Listener(Protocol):
    """A viewer's connection."""

    def __call__(self, message: ServerMessage | Raw, /) -> None:
        """Send a message, which may be encoded already."""

    def close(self, code: int, /) -> None:
        """Close the connection with this close code."""


@dataclass(eq=False, slots=True)
class Attachment:
    """A guest's connection to a room."""

    room: str
    guest: str
    listener: Listener


@dataclass(slots=True)
class PresenceTracker:
    """A room's attachments, and its connected ``guests``.

    ``left`` is when each seated guest disconnected; players who have not connected since the room
    was loaded, at *since*, count as away from then on. ``idle_since`` is when the last guest left.
    """

    since: int
    idle_since: int = 0
    attachments: list[Attachment] = field(default_factory=list)
    left: dict[str, int] = field(default_factory=dict)
    guests: set[str] = field(default_factory=set)

    def add(self, attachment: Attachment) -> bool:
        """Add an attachment, and return whether the guest was not connected before."""
        new = attachment.guest not in self.guests
        self.attachments.append(attachment)
        self.guests.add(attachment.guest)
        self.left.pop(attachment.guest, None)
        return new

    def remove(self, attachment: Attachment, room: Room, now: int) -> bool:
        """Remove an attachment, and return whether the guest has none left in this room."""
        if attachment not in self.attachments:
            return False
        self.attachments.remove(attachment)
        if any(each.guest == attachment.guest for each in self.attachments):
            return False
        self.guests.discard(attachment.guest)
        if room.seat_of(attachment.guest) is not None:
            self.left[attachment.guest] = now
        if not self.guests:
            self.idle_since = now
        return True

    def idle(self, now: int) -> int:
        """Return the milliseconds since the last guest disconnected, 0 while one is connected."""
        return 0 if self.guests else now - self.idle_since

    def present(self, room: Room) -> frozenset[int]:
        """Return the seats whose human players are connected."""
        return frozenset(s for s in room.people if room.places[s].guest in self.guests)

    def away(self, room: Room, now: int) -> dict[int, int]:
        """Return the time since each disconnected human player left, in milliseconds by seat."""
        return {
            seat: now - self.left.get(room.places[seat].guest, self.since)
            for seat in room.people
            if room.places[seat].guest not in self.guests
        }

    def seats(self, room: Room, now: int) -> list[SeatView]:
        """Return the views of all seats, including whether their players are connected."""
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

    def viewers(self, room: Room) -> dict[int | None, list[Attachment]]:
        """Return the attachments by seat, with those of spectators under the key None."""
        by_seat = dict[int | None, list[Attachment]]()
        for attachment in self.attachments:
            by_seat.setdefault(room.seat_of(attachment.guest), []).append(attachment)
        return by_seat
