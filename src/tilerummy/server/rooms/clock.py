"""The time of a turn: what is left of it, and of the reserve of each seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from tilerummy.fast_replace import replacer
from tilerummy.server.clock import Clock, Timer
from tilerummy.server.messages.views import ClockView
from tilerummy.server.room.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnClock:
    """The clock of one turn; ``since`` is when it was started last, None while it stands still.

    When the time of the turn is used up, the mover's reserve runs.
    """

    seat: int
    turn_ms: int | None
    left: int
    reserve: tuple[int, ...]
    since: int | None = None
    by_days: bool = False

    def started(self, now: int) -> TurnClock:
        """Return the clock running from *now* on."""
        return self if self.since is not None else with_clock(self, since=now)

    def stopped(self, now: int) -> TurnClock:
        """Return the clock standing still from *now* on."""
        if self.since is None:
            return self
        left, reserve = self.at(now)
        return with_clock(self, left=left, reserve=reserve, since=None)

    def at(self, now: int) -> tuple[int, tuple[int, ...]]:
        """Return what is left of the turn and of the reserves at that time."""
        if self.since is None or self.turn_ms is None:
            return self.left, self.reserve
        used = max(0, now - self.since)
        over = max(0, used - self.left)
        own = max(0, self.reserve[self.seat] - over)
        reserve = (*self.reserve[: self.seat], own, *self.reserve[self.seat + 1 :])
        return max(0, self.left - used), reserve

    def ends_in(self, now: int) -> int | None:
        """Return how long the mover has from *now* on, or None without an end."""
        if self.since is None or self.turn_ms is None:
            return None
        left, reserve = self.at(now)
        return left + reserve[self.seat]

    def view(self, now: int) -> ClockView:
        """Return the clock as it is sent."""
        left, reserve = self.at(now)
        return ClockView(
            turn_ms=self.turn_ms,
            left_ms=None if self.turn_ms is None else left,
            reserve_ms=list(reserve),
            running=self.since is not None,
            by_days=self.by_days,
        )


with_clock = replacer(TurnClock)


def clock_of(room: Room) -> TurnClock | None:
    """Return a new clock for the turn under way in a room, if there is one."""
    if room.state is None or room.phase not in ("playing", "paused"):
        return None
    turn_ms = room.terms.turn_ms
    return TurnClock(
        seat=room.state.to_move,
        turn_ms=turn_ms,
        left=turn_ms or 0,
        reserve=room.reserve,
        by_days=room.terms.by_days,
    )


class _Stored(msgspec.Struct, frozen=True, array_like=True):
    """A clock, and of which turn of which round it is."""

    turn: tuple[int, int]
    left: int
    reserve: tuple[int, ...]
    running: bool


_encoder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder(_Stored)


def turn_of(room: Room) -> tuple[int, int] | None:
    """Return the numbers of the round and the turn under way."""
    return (room.dealt.number, room.dealt.state.turn) if room.dealt else None


def write_clock(room: Room, clock: TurnClock | None, now: int | None = None) -> bytes | None:
    """Return the clock of a room's turn as it is stored, as it was started or is *now*.

    None for a turn without one, or by days, of which the log tells the time.
    """
    if clock is None or clock.turn_ms is None or clock.by_days:
        return None
    turn, (left, reserve) = turn_of(room), clock.at((clock.since or 0) if now is None else now)
    assert turn is not None
    return _encoder.encode(_Stored(turn, left, reserve, clock.since is not None))


def read_clock(room: Room, body: bytes, stored_at: int) -> TurnClock | None:
    """Return the clock of a room's turn as it was stored at that time.

    None if another turn is under way, or another release wrote it in another way.
    """
    try:
        clock, stored = clock_of(room), _decoder.decode(body)
    except msgspec.DecodeError:
        return None
    if clock is None or stored.turn != turn_of(room):
        return None
    since = stored_at if stored.running else None
    return with_clock(clock, left=stored.left, reserve=stored.reserve, since=since)


GRACE = 10_000
"""The least time, in milliseconds, that is left of a turn after the server was down."""


class Alarm:
    """Makes a *call* once, at a time that can be changed."""

    def __init__(self, time: Clock, call: Callable[[], None]) -> None:
        self._time, self._call = time, call
        self._timer: Timer | None = None

    @property
    def is_set(self) -> bool:
        """Whether the call is yet to be made."""
        return self._timer is not None

    def set(self, ms: int | None) -> None:
        """Make the call in *ms* milliseconds instead, or not at all."""
        self.cancel()
        if ms is not None:
            self._timer = self._time.call_later(ms, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._call()

    def cancel(self) -> None:
        """Do not make the call."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class TurnTimer:
    """Runs the clock of the turn under way, and calls *over* when its time is over.

    ``clock`` is None where no turn is under way.
    """

    def __init__(self, time: Clock, room: Room, over: Callable[[], None]) -> None:
        self._time, self._alarm = time, Alarm(time, over)
        self.clock: TurnClock | None = clock_of(room)

    def after(self, before: Room, room: Room, *, present: bool) -> TurnClock | None:
        """Return the clock as it runs or stands still when *before* has become *room*.

        A clock runs while any seated person is *present*.
        """
        clock = clock_of(room)
        if clock is not None and self.clock is not None and turn_of(before) == turn_of(room):
            clock = self.clock
        if clock is None:
            return None
        runs = room.phase == "playing" and (room.terms.by_days or present)
        return clock.started(self._time.now()) if runs else clock.stopped(self._time.now())

    def run(self, before: Room, room: Room, *, present: bool) -> None:
        """Let the clock run, or stop it; a new one if a new turn has begun."""
        self.clock = self.after(before, room, present=present)
        self._alarm.set(self.ends_in())

    def resume(self, downtime: int) -> None:
        """Charge the *downtime* of the server, in milliseconds, to a turn that is played by days.

        All other clocks continue where they stopped, as no player could move meanwhile.
        """
        clock = self.clock
        if clock is not None and clock.by_days and clock.turn_ms is not None:
            self.clock = replace(clock, left=max(GRACE, clock.turn_ms - downtime))

    def ends_in(self) -> int | None:
        """Return how many milliseconds the mover has, None without a limit."""
        return self.clock.ends_in(self._time.now()) if self.clock else None

    def reserve(self) -> tuple[int, ...]:
        """Return what is left of the reserve of each seat."""
        return self.clock.at(self._time.now())[1] if self.clock else ()

    def view(self) -> ClockView:
        """Return the clock as it stands."""
        return self.clock.view(self._time.now()) if self.clock else ClockView()

    def cancel(self) -> None:
        """Cancel the timer."""
        self._alarm.cancel()
