"""Dormant rooms: unloaded before their end, with the state that is not in their logs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilerummy.server.messages import Chatted
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.clock import TurnClock
from tilerummy.server.rooms.ports import Clock

IDLE = 5 * 60_000
"""A room is unloaded after this time without connections and tasks."""
WAITING_TOO_LONG = 30 * 60_000
"""A room in which no match has begun is closed after this time without connections."""
PLAYING_TOO_LONG = 7 * 24 * 3600_000
"""A match is broken off after this time without connections, unless it is played by days."""
RETRY_AFTER = 10 * 60_000
"""A room that could not be loaded is tried again after this time."""


@dataclass(frozen=True, slots=True)
class _DormantRoom:
    """An unloaded room: the state that is not in its log, and when something is due."""

    host: str
    waiting: bool
    idle_since: int
    due: int
    clock: TurnClock | None
    chat: list[Chatted]


class DormantRooms:
    """The unloaded rooms: they are loaded at the next request, or when they are due."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rooms: dict[str, _DormantRoom] = {}

    def __iter__(self) -> Iterator[str]:
        return iter([*self._rooms])

    def __contains__(self, room: object) -> bool:
        return room in self._rooms

    def may_sleep(self, actor: RoomActor) -> bool:
        """Return whether no guest is connected, and no task runs or is due soon."""
        left = actor.turn.ends_in()
        soon = left is not None and left < IDLE
        return actor.idle() > IDLE and not actor.tasks.busy and not soon

    def add(self, actor: RoomActor) -> None:
        """Store the state of a room that is unloaded now, as far as it is not in its log."""
        room, now = actor.room, self._clock.now()
        waiting = room.phase == "waiting"
        idle_since = actor.broadcast.presence.idle_since
        due = idle_since + (WAITING_TOO_LONG if waiting else PLAYING_TOO_LONG) + 1
        clock = actor.turn.clock
        if clock is not None and (left := clock.ends_in(now)) is not None:
            due = min(due, now + left)
        clock = clock if clock is None or clock.by_days else clock.stopped(now)
        chat = actor.broadcast.chat
        self._rooms[room.id] = _DormantRoom(room.host, waiting, idle_since, due, clock, chat)

    def wake(self, actor: RoomActor) -> None:
        """Give a loaded room the state that is not in its log; the clock of its turn continues."""
        dormant = self._rooms.pop(actor.room.id, None)
        if dormant is None:
            return
        actor.broadcast.presence.idle_since = dormant.idle_since
        actor.broadcast.chat = dormant.chat
        if actor.turn.clock and dormant.clock:
            actor.turn.clock = dormant.clock
            actor.run_clock()

    def due(self) -> list[str]:
        """Return the rooms in which something is due; each is returned once."""
        now = self._clock.now()
        due = [room for room, dormant in self._rooms.items() if dormant.due <= now]
        for room in due:
            self._rooms[room] = replace(self._rooms[room], due=now + RETRY_AFTER)
        return due

    def waiting(self, host: str) -> int:
        """Return how many rooms of a host wait here for their match to begin."""
        return sum(each.waiting and each.host == host for each in self._rooms.values())

    def forget(self, room: str) -> None:
        """Remove a deleted room."""
        self._rooms.pop(room, None)
