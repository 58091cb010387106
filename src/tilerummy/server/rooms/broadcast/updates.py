"""What has happened at a table, as each viewer is told; what is the same for many is made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import UNSET, structs

from tilerummy.server.messages import (
    ClockView,
    Entry,
    GameChange,
    RoomChange,
    Snapshot,
    Update,
)
from tilerummy.server.room.room import Room
from tilerummy.server.room.views.entries import EntryViews, Logged
from tilerummy.server.room.views.rounds import GameChanges
from tilerummy.server.rooms.broadcast.presence import PresenceTracker


class Latest:
    """The latest entries of a log, so many of them, read once until there are more."""

    def __init__(self, many: int) -> None:
        self._many, self._size = many, -1
        self._views = EntryViews((), 0)

    def of(self, seat: int | None, log: Sequence[Logged]) -> list[Entry]:
        """Return them as a seat, or a spectator, may know them."""
        if self._size != len(log):
            self._size, since = len(log), max(0, len(log) - self._many)
            self._views = EntryViews(log[since:], since)
        return self._views.of(seat)


def missed(now: Snapshot, entries: list[Entry]) -> Update:
    """Return what tells those *entries* and how everything stands *now*."""
    return Update(
        room=now.room,
        version=now.version,
        seat=now.seat,
        entries=entries,
        table=RoomChange(**structs.asdict(now.table)),
        game=GameChange(**structs.asdict(now.game)) if now.game else UNSET,
        clock=now.clock,
    )


def seats_too(
    change: RoomChange | None, room: Room, presence: PresenceTracker, now: int
) -> RoomChange | None:
    """Return a change at the table with its seats; these change alone while somebody is away."""
    if change is None and presence.all_there(room):
        return None
    return structs.replace(change or RoomChange(), seats=presence.seats(room, now))


def happened(
    room: Room,
    log: Sequence[Logged],
    games: GameChanges,
    table: RoomChange | None,
    clock: ClockView,
) -> Callable[[int | None], Update]:
    """Return what tells a seat, or a spectator, the latest entries, which are the *log*.

    All for whom everything is the same are told the same object.
    """
    views = EntryViews(log, room.version - len(log))
    alone = games.alone | views.alone

    def made(seat: int | None) -> Update:
        return Update(
            room=room.id,
            version=room.version,
            entries=views.of(seat),
            table=table or UNSET,
            game=games.of(seat) or UNSET,
            clock=clock,
        )

    shared = made(None)
    return lambda seat: made(seat) if seat in alone else shared
