"""The clock of a turn as one server leaves it to another: what was left, and whether it ran."""

from __future__ import annotations

import msgspec

from tilerummy.server.room.room import Room
from tilerummy.server.rooms.clock.turn_clock import TurnClock, clock_of, with_clock


class _Saved(msgspec.Struct, frozen=True, array_like=True):
    """A clock, and of which turn of which round it is."""

    turn: tuple[int, int]
    left: int
    reserve: tuple[int, ...]
    running: bool


_encoder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder(_Saved)


def turn_of(room: Room) -> tuple[int, int] | None:
    """Return the numbers of the round and the turn under way."""
    return (room.dealt.number, room.dealt.state.turn) if room.dealt else None


def write_clock(room: Room, clock: TurnClock, now: int) -> bytes:
    """Return the clock of a room's turn as it is stored."""
    turn, (left, reserve) = turn_of(room), clock.at(now)
    assert turn is not None
    return _encoder.encode(_Saved(turn, left, reserve, clock.since is not None))


def _read(body: bytes) -> _Saved | None:
    """Return the stored clock; None if another release wrote it in another way."""
    try:
        return _decoder.decode(body)
    except msgspec.DecodeError:
        return None


def read_turn(body: bytes) -> tuple[tuple[int, int], bool] | None:
    """Return of which turn a stored clock is, and whether it ran; None if it cannot be read."""
    saved = _read(body)
    return (saved.turn, saved.running) if saved else None


def is_saved(room: Room, clock: TurnClock, body: bytes) -> bool:
    """Return whether a clock of a room's turn is the stored one, but for when it was started."""
    saved = _read(body)
    return saved is not None and saved == _Saved(
        turn_of(room) or (0, 0), clock.left, clock.reserve, clock.since is not None
    )


def read_clock(room: Room, body: bytes, now: int, *, elapsed: int) -> TurnClock | None:
    """Return the clock of a room's turn as it stands *elapsed* ms after it was stored.

    None if another turn is under way, or it cannot be read.
    """
    clock, saved = clock_of(room), _read(body)
    if clock is None or saved is None or saved.turn != turn_of(room):
        return None
    since = now - elapsed if saved.running else None
    return with_clock(clock, left=saved.left, reserve=saved.reserve, since=since)
