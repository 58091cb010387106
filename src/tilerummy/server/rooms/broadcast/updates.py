"""Updates: the changes of a room, as each viewer is sent them."""

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
from tilerummy.server.room.views.entries import EntryViews, Logged, stored_views
from tilerummy.server.room.views.rounds import GameChanges
from tilerummy.server.rooms.broadcast.presence import PresenceTracker


class LatestEntries:
    """The views of the latest *count* entries of a log, built once for each of its versions."""

    def __init__(self, count: int) -> None:
        self._count, self._version = count, -1
        self._views = stored_views(())

    def of(self, seat: int | None, log: Sequence[Logged], version: int) -> list[Entry]:
        """Return them as a seat, or a spectator, may know them."""
        if self._version != version:
            self._version, self._views = version, stored_views(log[-self._count :])
        return self._views.of(seat)

    def forget(self) -> None:
        """Drop the views of an older version."""
        if self._version != -1:
            self._version, self._views = -1, stored_views(())


def missed(now: Snapshot, entries: list[Entry]) -> Update:
    """Return an update with missed *entries*, and everything as it is *now*."""
    return Update(
        room=now.room,
        version=now.version,
        seat=now.seat,
        entries=entries,
        table=RoomChange(**structs.asdict(now.table)),
        game=GameChange(**structs.asdict(now.game)) if now.game else UNSET,
        clock=now.clock,
    )


def with_seats(
    change: RoomChange | None, room: Room, presence: PresenceTracker, now: int
) -> RoomChange | None:
    """Return a change of the room with its seats, whose times of absence change without entries."""
    if change is None and presence.all_seated(room):
        return None
    return structs.replace(change or RoomChange(), seats=presence.seats(room, now))


def updates(
    room: Room,
    new: EntryViews,
    games: GameChanges,
    table: RoomChange | None,
    clock: ClockView,
) -> Callable[[int | None], Update]:
    """Return a function from a viewer to its update with the *new* entries.

    Viewers with the same update get the same object.
    """
    individual = games.individual | new.individual

    def update(seat: int | None) -> Update:
        return Update(
            room=room.id,
            version=room.version,
            entries=new.of(seat),
            table=table or UNSET,
            game=games.of(seat) or UNSET,
            clock=clock,
        )

    shared = update(None)
    return lambda seat: update(seat) if seat in individual else shared
