"""Presence: who is connected to a room, and for how long others have been away; not logged."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Protocol

from msgspec import Raw

from tilerummy.server.messages import SeatView, ServerMessage
from tilerummy.server.room.entry_views import seat_view
from tilerummy.server.room.room import Place, Room

Listener = Callable[[ServerMessage | Raw], None]
"""Is called with each message, which may be encoded already."""


@dataclass(eq=False, slots=True)
class Attachment:
    """A connection of a session to a room; messages go to its listener."""

    room: str
    session: str
    listener: Listener


class Connected(Protocol):
    """Tells other servers that a guest is connected *here*, or no more."""

    def __call__(self, session: str, /, *, here: bool) -> None:
        """Tell them."""


Viewers = list[tuple[int | None, list[Attachment]]]
"""Kinds of viewers, seats or None for spectators, each with its attachments."""


@dataclass(slots=True)
class PresenceTracker:
    """The attachments of a room; ``left`` is when the last one of a person with a seat ended.

    A person who has not connected *since* the room was loaded has been away since then.
    ``idle_since`` is when the last attachment of all ended. ``sessions`` are all who are connected,
    ``here`` or at other servers (``elsewhere``); *tell* tells those who comes or leaves here.
    """

    since: int
    tell: Connected
    idle_since: int = 0
    attachments: list[Attachment] = field(default_factory=list)
    left: dict[str, int] = field(default_factory=dict)
    sessions: set[str] = field(default_factory=set)
    here: set[str] = field(default_factory=set)
    elsewhere: set[str] = field(default_factory=set)
    _viewers: tuple[tuple[Place, ...] | None, Viewers] = (None, [])
    _people: tuple[tuple[Place, ...] | None, set[str]] = (None, set())

    def add(self, attachment: Attachment) -> bool:
        """Add one, and return whether its session was not connected before."""
        new = not self.connected(attachment.session)
        self.attachments.append(attachment)
        if attachment.session not in self.here:
            self.here.add(attachment.session)
            self.tell(attachment.session, here=True)
        self.sessions.add(attachment.session)
        self.left.pop(attachment.session, None)
        self._viewers = (None, [])
        return new

    def remove(self, attachment: Attachment, room: Room, now: int) -> bool:
        """Remove one, and return whether its session is not connected any more."""
        if attachment not in self.attachments:
            return False
        self.attachments.remove(attachment)
        self.here = {a.session for a in self.attachments}
        self._viewers = (None, [])
        if attachment.session not in self.here:
            self.tell(attachment.session, here=False)
        return self._count(room, now)

    def set_elsewhere(self, sessions: AbstractSet[str], room: Room, now: int) -> bool:
        """Set who is connected at other servers, and return whether anybody came or left."""
        if sessions == self.elsewhere:
            return False
        self.elsewhere = {*sessions}
        return self._count(room, now)

    def _count(self, room: Room, now: int) -> bool:
        """Count again who is connected, and return whether anybody came or left."""
        before, self.sessions = self.sessions, self.here | self.elsewhere
        if before and not self.sessions:
            self.idle_since = now
        for session in before - self.sessions:
            if room.seat_of(session) is not None:
                self.left[session] = now
        for session in self.sessions - before:
            self.left.pop(session, None)
        return before != self.sessions

    def idle(self, now: int) -> int:
        """Return for how many milliseconds no guest has been connected."""
        return 0 if self.sessions else now - self.idle_since

    def connected(self, session: str) -> bool:
        """Return whether that session is connected."""
        return session in self.sessions

    def any_seated(self, room: Room) -> bool:
        """Return whether any person with a seat is connected."""
        return not self.sessions.isdisjoint(self._seated(room))

    def all_seated(self, room: Room) -> bool:
        """Return whether every person with a seat is connected."""
        return self.sessions >= self._seated(room)

    def _seated(self, room: Room) -> set[str]:
        """Return the sessions of the people with seats; computed again only when seats change."""
        if self._people[0] is not room.places:
            self._people = (room.places, {room.places[seat].session for seat in room.people})
        return self._people[1]

    def present(self, room: Room) -> frozenset[int]:
        """Return the seats of people who are connected."""
        connected = self.sessions
        return frozenset(s for s in room.people if room.places[s].session in connected)

    def away(self, room: Room, now: int) -> dict[int, int]:
        """Return for how long the people who are not connected have been away, by seat."""
        connected = self.sessions
        return {
            seat: now - self.left.get(room.places[seat].session, self.since)
            for seat in room.people
            if room.places[seat].session not in connected
        }

    def seats(self, room: Room, now: int) -> list[SeatView]:
        """Return the views of the seats, with the presence of their players."""
        away = self.away(room, now)
        return [
            seat_view(
                place,
                connected=place.kind == "computer" or place.session in self.sessions,
                away_ms=away.get(i),
            )
            for i, place in enumerate(room.places)
        ]

    def watching(self, room: Room) -> int:
        """Return the number of connected spectators."""
        return sum(room.seat_of(session) is None for session in self.sessions)

    def viewers(self, room: Room) -> Viewers:
        """Return the connected viewers of each kind; computed again only when seats change."""
        if self._viewers[0] is not room.places:
            found: dict[int | None, list[Attachment]] = {}
            for attachment in self.attachments:
                found.setdefault(room.seat_of(attachment.session), []).append(attachment)
            self._viewers = (room.places, [*found.items()])
        return self._viewers[1]
