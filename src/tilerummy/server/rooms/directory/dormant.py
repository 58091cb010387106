"""Tables that left memory before their end: what must be known of them until they come back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilerummy.server.messages import Chatted
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.clock.turn_clock import TurnClock
from tilerummy.server.rooms.ports import Clock

PUT_AWAY_AFTER = 5 * 60_000
"""A table leaves memory when nobody has been there for so long and nothing happens by itself."""
WAITING_TOO_LONG = 30 * 60_000
"""A table at which no match has begun is closed when nobody has been there for so long."""
PLAYING_TOO_LONG = 7 * 24 * 3600_000
"""A match is broken off when nobody has been there for so long; not one by days."""
AGAIN = 10 * 60_000
"""A table that could not be read is tried again after so long."""


@dataclass(frozen=True, slots=True)
class _Away:
    """A table out of memory: what stands in no log, and when something is to happen there."""

    host: str
    waiting: bool
    idle_since: int
    due: int
    clock: TurnClock | None
    chat: list[Chatted]


class DormantRooms:
    """The tables that left memory: they come back when somebody looks, or when they are due."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rooms: dict[str, _Away] = {}

    def may_leave(self, actor: RoomActor) -> bool:
        """Return whether nobody is there, and nothing happens by itself now or soon."""
        left = actor.clock.ends_in(self._clock.now()) if actor.clock else None
        soon = left is not None and left < PUT_AWAY_AFTER
        return actor.idle() > PUT_AWAY_AFTER and not actor.tasks.busy and not soon

    def leave(self, actor: RoomActor) -> None:
        """Remember what must be known of a table that leaves memory now."""
        room, now = actor.room, self._clock.now()
        waiting = room.phase == "waiting"
        due = actor.idle_since + (WAITING_TOO_LONG if waiting else PLAYING_TOO_LONG) + 1
        clock = actor.clock
        if clock is not None and (left := clock.ends_in(now)) is not None:
            due = min(due, now + left)
        clock = clock if clock is None or clock.by_days else clock.stopped(now)
        chat = actor.chat
        self._rooms[room.id] = _Away(room.host, waiting, actor.idle_since, due, clock, chat)

    def come_back(self, actor: RoomActor) -> None:
        """Give a table that was read again what stands in no log; its turn's clock goes on."""
        away = self._rooms.pop(actor.room.id, None)
        if away is None:
            return
        actor.idle_since, actor.chat = away.idle_since, away.chat
        if actor.clock and away.clock:
            actor.clock = away.clock
            actor.run_clock()

    def due(self) -> list[str]:
        """Return the tables at which something is to happen by now; it is asked for once."""
        now = self._clock.now()
        due = [room for room, away in self._rooms.items() if away.due <= now]
        for room in due:
            away = self._rooms[room]
            self._rooms[room] = replace(away, due=now + AGAIN)
        return due

    def waiting(self, host: str) -> int:
        """Return how many tables of a host wait here for their match to begin."""
        return sum(away.waiting and away.host == host for away in self._rooms.values())

    def forget(self, room: str) -> None:
        """Forget a table that is deleted."""
        self._rooms.pop(room, None)
