"""What has happened at a table, as each viewer is told; what is the same for many is made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import UNSET, structs

from tilerummy.server.room.games import GameChanges, GameViews
from tilerummy.server.room.room import Room
from tilerummy.server.room.views import EntryViews, Logged
from tilerummy.server.wire import (
    ClockView,
    Entry,
    GameChange,
    RoomChange,
    RoomView,
    Update,
)


def missed(
    room: Room,
    seat: int | None,
    *,
    entries: list[Entry],
    table: RoomView,
    games: GameViews,
    clock: ClockView,
) -> Update:
    """Return what tells a seat, or a spectator, those *entries* and how everything stands."""
    return Update(
        room=room.id,
        version=room.version,
        seat=seat,
        entries=entries,
        table=RoomChange(**structs.asdict(table)),
        game=GameChange(**games.fields(seat)) if room.dealt else UNSET,
        clock=clock,
    )


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
