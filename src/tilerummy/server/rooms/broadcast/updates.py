"""Updates: the changes of a room, as each viewer is sent them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, json, structs

from tilerummy.server.messages import (
    ClockView,
    Entry,
    GameChange,
    RoomChange,
    Snapshot,
    Update,
)
from tilerummy.server.room.room import Room
from tilerummy.server.room.views.encoded import EncodedUpdates
from tilerummy.server.room.views.entries import EntryViews, Logged, stored_views
from tilerummy.server.room.views.rounds import GameChanges
from tilerummy.server.rooms.broadcast.presence import PresenceTracker

_encode = json.Encoder().encode


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


class Updates:
    """The updates of all viewers with *new* entries; viewers with the same one get the same object.

    ``individual`` are the seats that may be sent another one than spectators.
    """

    def __init__(
        self,
        room: Room,
        new: EntryViews,
        games: GameChanges,
        *,
        table: RoomChange | None,
        clock: ClockView,
    ) -> None:
        self._room, self._new, self._games = room, new, games
        self._table, self._clock = table, clock
        self.individual = games.individual | new.individual
        self._shared = self._make(None)

    def of(self, seat: int | None) -> Update:
        """Return the update of a seat, or of spectators."""
        return self._make(seat) if seat in self.individual else self._shared

    def _make(self, seat: int | None) -> Update:
        return Update(
            room=self._room.id,
            version=self._room.version,
            entries=self._new.of(seat),
            table=self._table or UNSET,
            game=self._games.of(seat) or UNSET,
            clock=self._clock,
        )

    def encoded(self) -> EncodedUpdates:
        """Return them as they are sent, for this server and for others."""
        seats = {seat: _encode(self._make(seat)) for seat in self.individual}
        entries = tuple(each.public for each in self._new.logged())
        return EncodedUpdates(entries, _encode(self._shared), seats)
