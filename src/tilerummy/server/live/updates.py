"""What has happened at a table, as each viewer is told; what is the same for all is made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilerummy.server.room.room import Room
from tilerummy.server.room.views import EntryViews, GameViews, Logged
from tilerummy.server.wire import ClockView, RoomView, Update


def updates(
    room: Room, log: Sequence[Logged], table: RoomView, clock: ClockView, *, since: int
) -> Callable[[int | None], Update]:
    """Return what tells a seat, or a spectator, all of the *log* from *since* on."""
    entries, games = EntryViews(log[since:], since), GameViews(room)

    def update(seat: int | None) -> Update:
        return Update(
            room=room.id,
            version=room.version,
            seat=seat,
            entries=entries.of(seat),
            table=table,
            game=games.of(seat),
            clock=clock,
        )

    return update
