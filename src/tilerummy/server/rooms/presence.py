"""Presence: which guests are connected to a room, and how long its players have been absent.

This information is not stored in the log.
"""

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
        """Send a message, which may have been encoded already."""

    def close(self, code: int, /) -> None:
        """Close the connection with a WebSocket close *code*."""


@dataclass(eq=False, slots=True)
class Attachment:
    """A guest's connection to a room.

    On a device that several players share, ``shown`` is the seat whose rack is shown, if any.
    """

    room: str
    guest: str
    listener: Listener
    shown: int | None = None

    def viewer(self, room: Room) -> int | None:
        """Return the seat whose private view this connection is sent, or None for spectators."""
        return room.viewer(self.guest, shown=self.shown)


@dataclass(slots=True)
class PresenceTracker:
    """Tracks the attachments to a room, and the ``guests`` who are connected.

    ``left`` is the time when each seated guest disconnected. Players who have not connected since
    the room was loaded, at the time *since*, count as absent from then on. ``idle_since`` is the
    time when the last guest disconnected.
    """

    since: int
    idle_since: int = 0
    attachments: list[Attachment] = field(default_factory=list)
    left: dict[str, int] = field(default_factory=dict)
    guests: set[str] = field(default_factory=set)

    def add(self, attachment: Attachment) -> bool:
        """Add an attachment, and return whether it is the guest's first one in this room."""
        new = attachment.guest not in self.guests
        self.attachments.append(attachment)
        self.guests.add(attachment.guest)
        self.left.pop(attachment.guest, None)
        return new

    def remove(self, attachment: Attachment, room: Room, now: int) -> bool:
        """Remove an attachment, and return whether it was the guest's last one in this room.

        If the attachment has already been removed, nothing changes, and the result is False.
        """
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
        """Return the milliseconds since the last guest disconnected, or 0 if one is connected."""
        return 0 if self.guests else now - self.idle_since

    def present(self, room: Room) -> frozenset[int]:
        """Return the seats of the human players who are connected."""
        return frozenset(s for s in room.people if room.places[s].guest in self.guests)

    def can_move(self, room: Room) -> bool:
        """Return whether the turn clock should run, because a human player is connected.

        A player who shares a device is given time once their rack is shown.
        """
        mover = room.state.to_move if room.state else None
        if mover in room.people and room.shares_device(room.places[mover].guest):
            return any(each.viewer(room) == mover for each in self.attachments)
        return bool(self.present(room))

    def away(self, room: Room, now: int) -> dict[int, int]:
        """Return the absence times of disconnected human players, in milliseconds, by seat."""
        return {
            seat: now - self.left.get(room.places[seat].guest, self.since)
            for seat in room.people
            if room.places[seat].guest not in self.guests
        }

    def recent(self, room: Room, now: int, within: int) -> frozenset[int]:
        """Return the seats of guests who are connected, or left less than *within* ms ago.

        Includes guests who resigned, if they are connected.
        """
        return frozenset(
            seat
            for seat, place in enumerate(room.places)
            if place.guest in self.guests
            or (place.guest and now - self.left.get(place.guest, self.since) < within)
        )

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
        """Return the attachments, keyed by the seat whose private view they are sent, or None."""
        by_seat = dict[int | None, list[Attachment]]()
        for attachment in self.attachments:
            by_seat.setdefault(attachment.viewer(room), []).append(attachment)
        return by_seat
