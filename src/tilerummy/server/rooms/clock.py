"""Turn clocks, which measure the time left in a turn and each seat's reserve time."""

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
    """The clock for one turn; all times are in milliseconds.

    ``since`` is the time when the clock was last started, or None while it is stopped. ``left`` is
    the remaining turn time. When it runs out, the player's ``reserve`` starts to run; it was
    ``whole`` at the start of the turn. At the end of the turn, the ``increment`` is added to it,
    and what the turn used is given back, up to the ``bronstein`` delay.
    """

    seat: int
    turn_ms: int | None
    left: int
    reserve: tuple[int, ...]
    since: int | None = None
    by_days: bool = False
    warns_only: bool = False
    has_reserve: bool = False
    whole: int = 0
    increment: int = 0
    bronstein: int = 0

    @property
    def is_timed(self) -> bool:
        """True if the turn is limited, by a fixed time or by the reserve."""
        return self.turn_ms is not None or self.has_reserve

    def started(self, now: int) -> TurnClock:
        """Return the clock, started at *now* unless it is already running."""
        return self if self.since is not None else with_clock(self, since=now)

    def stopped(self, now: int) -> TurnClock:
        """Return the clock, stopped at *now* unless it is already stopped."""
        if self.since is None:
            return self
        left, reserve = self.at(now)
        return with_clock(self, left=left, reserve=reserve, since=None)

    def at(self, now: int) -> tuple[int, tuple[int, ...]]:
        """Return the turn time and the reserve times that remain at *now*."""
        if self.since is None or not self.is_timed:
            return self.left, self.reserve
        used = max(0, now - self.since)
        over = max(0, used - self.left)
        own = max(0, self.reserve[self.seat] - over)
        reserve = (*self.reserve[: self.seat], own, *self.reserve[self.seat + 1 :])
        return max(0, self.left - used), reserve

    def after_turn(self, now: int) -> tuple[int, ...]:
        """Return the reserve times if the turn ends at *now*."""
        _, reserve = self.at(now)
        left = reserve[self.seat]
        own = left + min(self.bronstein, self.whole - left) + self.increment
        return (*reserve[: self.seat], min(own, MAX_RESERVE), *reserve[self.seat + 1 :])

    def ends_in(self, now: int) -> int | None:
        """Return the time at *now* until the turn ends, or None if it will not time out."""
        if self.since is None or not self.is_timed or self.warns_only:
            return None
        left, reserve = self.at(now)
        return left + reserve[self.seat]

    def view(self, now: int) -> ClockView:
        """Convert the clock to the form sent to clients."""
        left, reserve = self.at(now)
        return ClockView(
            turn_ms=self.turn_ms,
            left_ms=left if self.is_timed else None,
            reserve_ms=list(reserve),
            running=self.since is not None,
            by_days=self.by_days,
        )


with_clock = replacer(TurnClock)

MAX_RESERVE = 24 * 3600 * 1000
"""The maximum reserve that increments add up to, in milliseconds."""


def clock_of(room: Room) -> TurnClock | None:
    """Return a new clock for the current turn, or None between turns."""
    if room.state is None or room.phase not in ("playing", "paused"):
        return None
    terms, seat = room.terms, room.state.to_move
    return TurnClock(
        seat=seat,
        turn_ms=terms.turn_ms,
        left=terms.turn_ms or 0,
        reserve=room.reserve,
        by_days=terms.by_days,
        warns_only=terms.warns_only,
        has_reserve=terms.reserve_ms > 0,
        whole=room.reserve[seat] if room.reserve else 0,
        increment=terms.increment_ms,
        bronstein=terms.bronstein_ms,
    )


class _StoredClock(msgspec.Struct, frozen=True, array_like=True):
    """A clock in stored form; *turn* contains its round and turn numbers."""

    turn: tuple[int, int]
    left: int
    reserve: tuple[int, ...]
    running: bool
    whole: int = 0


_encoder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder(_StoredClock)


def turn_of(room: Room) -> tuple[int, int] | None:
    """Return the current round and turn numbers, or None before the first deal."""
    return (room.dealt.number, room.dealt.state.turn) if room.dealt else None


def write_clock(room: Room, clock: TurnClock | None, now: int | None = None) -> bytes | None:
    """Return a turn clock in stored form, with its times at *now* or when it was last started.

    Returns None if the clock need not be stored: either turns have no time limit, or they last for
    days, so that times can be computed from the log.
    """
    if clock is None or not clock.is_timed or clock.by_days:
        return None
    turn, (left, reserve) = turn_of(room), clock.at((clock.since or 0) if now is None else now)
    assert turn is not None
    running = clock.since is not None
    return _encoder.encode(_StoredClock(turn, left, reserve, running, clock.whole))


def read_clock(room: Room, body: bytes, stored_at: int) -> TurnClock | None:
    """Decode a clock that was stored at the time *stored_at*.

    Returns None if the turn has changed since then, or if the clock was stored in a different form
    by a different release.
    """
    try:
        clock, stored = clock_of(room), _decoder.decode(body)
    except msgspec.DecodeError:
        return None
    if clock is None or stored.turn != turn_of(room):
        return None
    since = stored_at if stored.running else None
    whole = stored.whole or clock.whole
    return with_clock(clock, left=stored.left, reserve=stored.reserve, since=since, whole=whole)


MIN_LEFT_AFTER_DOWNTIME = 10_000
"""The minimum time left in a turn after the server has been down, in milliseconds."""


class Alarm:
    """A timer that, each time it is set, calls *call* once."""

    def __init__(self, time: Clock, call: Callable[[], None]) -> None:
        self._time, self._call = time, call
        self._timer: Timer | None = None

    @property
    def is_set(self) -> bool:
        """True while a call is pending."""
        return self._timer is not None

    def set(self, ms: int | None) -> None:
        """Schedule a call in *ms* milliseconds, replacing any pending one. None just cancels it."""
        self.cancel()
        if ms is not None:
            self._timer = self._time.call_later(ms, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._call()

    def cancel(self) -> None:
        """Cancel the pending call."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class TurnTimer:
    """Runs the turn clock, and calls *over* when the time runs out.

    ``clock`` is None between turns.
    """

    def __init__(self, time: Clock, room: Room, over: Callable[[], None]) -> None:
        self._time, self._alarm = time, Alarm(time, over)
        self.clock: TurnClock | None = clock_of(room)

    def after(self, before: Room, room: Room, *, present: bool) -> TurnClock | None:
        """Return the new clock, running or stopped, after a change from *before* to *room*.

        The clock runs if any player with a seat is *present*; if turns last for days, it always
        runs.
        """
        clock = clock_of(room)
        if clock is not None and self.clock is not None and turn_of(before) == turn_of(room):
            clock = self.clock
        if clock is None:
            return None
        runs = room.phase == "playing" and (room.terms.by_days or present)
        return clock.started(self._time.now()) if runs else clock.stopped(self._time.now())

    def run(self, before: Room, room: Room, *, present: bool) -> None:
        """Run or stop the clock, or start a new one if a new turn has begun."""
        self.clock = self.after(before, room, present=present)
        self._alarm.set(self.ends_in())

    def resume(self, downtime: int) -> None:
        """If turns last for days, subtract the *downtime* in milliseconds from the time left.

        Other clocks resume with the same time left, because no one could move during the downtime.
        """
        clock = self.clock
        if clock is not None and clock.by_days and clock.turn_ms is not None:
            self.clock = replace(clock, left=max(MIN_LEFT_AFTER_DOWNTIME, clock.turn_ms - downtime))

    def ends_in(self) -> int | None:
        """Return the time in ms until the turn ends, or None if it will not time out."""
        return self.clock.ends_in(self._time.now()) if self.clock else None

    def reserve(self, *, ends: bool = False) -> tuple[int, ...]:
        """Return the reserve time that each seat has left, in milliseconds.

        If the turn *ends*, this is the time that each seat has for the next turn.
        """
        if self.clock is None:
            return ()
        now = self._time.now()
        return self.clock.after_turn(now) if ends else self.clock.at(now)[1]

    def view(self) -> ClockView:
        """Return the current clock in the form sent to clients."""
        return self.clock.view(self._time.now()) if self.clock else ClockView()

    def cancel(self) -> None:
        """Cancel the pending time-out."""
        self._alarm.cancel()
