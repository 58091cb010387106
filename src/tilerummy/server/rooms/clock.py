"""Turn clocks: the remaining time of a turn, and each seat's reserve."""

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
    """The clock of one turn; ``since`` is its last start time, None while stopped.

    After the turn time the mover's reserve runs.
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
        """Return the clock stopped at *now*."""
        if self.since is None:
            return self
        left, reserve = self.at(now)
        return with_clock(self, left=left, reserve=reserve, since=None)

    def at(self, now: int) -> tuple[int, tuple[int, ...]]:
        """Return the remaining turn time and reserves at *now*."""
        if self.since is None or self.turn_ms is None:
            return self.left, self.reserve
        used = max(0, now - self.since)
        over = max(0, used - self.left)
        own = max(0, self.reserve[self.seat] - over)
        reserve = (*self.reserve[: self.seat], own, *self.reserve[self.seat + 1 :])
        return max(0, self.left - used), reserve

    def ends_in(self, now: int) -> int | None:
        """Return the mover's remaining time from *now* on, or None if unlimited or stopped."""
        if self.since is None or self.turn_ms is None:
            return None
        left, reserve = self.at(now)
        return left + reserve[self.seat]

    def view(self, now: int) -> ClockView:
        """Return the wire form of the clock."""
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
    """Return a new clock for the current turn, or None between turns."""
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


class _StoredClock(msgspec.Struct, frozen=True, array_like=True):
    """The stored form of a clock, with the round and turn that it belongs to."""

    turn: tuple[int, int]
    left: int
    reserve: tuple[int, ...]
    running: bool


_encoder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder(_StoredClock)


def turn_of(room: Room) -> tuple[int, int] | None:
    """Return the numbers of the current round and turn."""
    return (room.dealt.number, room.dealt.state.turn) if room.dealt else None


def write_clock(room: Room, clock: TurnClock | None, now: int | None = None) -> bytes | None:
    """Return the stored form of a turn clock, at its start or at *now*.

    None without a time limit, or if played by days: the log has the times then.
    """
    if clock is None or clock.turn_ms is None or clock.by_days:
        return None
    turn, (left, reserve) = turn_of(room), clock.at((clock.since or 0) if now is None else now)
    assert turn is not None
    return _encoder.encode(_StoredClock(turn, left, reserve, clock.since is not None))


def read_clock(room: Room, body: bytes, stored_at: int) -> TurnClock | None:
    """Decode the turn clock that was stored at *stored_at*.

    None if the turn has changed, or if another release wrote it in a different form.
    """
    try:
        clock, stored = clock_of(room), _decoder.decode(body)
    except msgspec.DecodeError:
        return None
    if clock is None or stored.turn != turn_of(room):
        return None
    since = stored_at if stored.running else None
    return with_clock(clock, left=stored.left, reserve=stored.reserve, since=since)


MIN_LEFT_AFTER_DOWNTIME = 10_000
"""The minimum time in milliseconds that remains of a turn after the server was down."""


class Alarm:
    """A timer for one *call* that can be set again."""

    def __init__(self, time: Clock, call: Callable[[], None]) -> None:
        self._time, self._call = time, call
        self._timer: Timer | None = None

    @property
    def is_set(self) -> bool:
        """True while the call is pending."""
        return self._timer is not None

    def set(self, ms: int | None) -> None:
        """Schedule the call in *ms* milliseconds, replacing the pending one; None cancels it."""
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
    """Runs the current turn clock, and calls *over* when it runs out.

    ``clock`` is None between turns.
    """

    def __init__(self, time: Clock, room: Room, over: Callable[[], None]) -> None:
        self._time, self._alarm = time, Alarm(time, over)
        self.clock: TurnClock | None = clock_of(room)

    def after(self, before: Room, room: Room, *, present: bool) -> TurnClock | None:
        """Return the clock, running or stopped, after the room changed from *before* to *room*.

        A clock runs while any seated player is *present*, or always if played by days.
        """
        clock = clock_of(room)
        if clock is not None and self.clock is not None and turn_of(before) == turn_of(room):
            clock = self.clock
        if clock is None:
            return None
        runs = room.phase == "playing" and (room.terms.by_days or present)
        return clock.started(self._time.now()) if runs else clock.stopped(self._time.now())

    def run(self, before: Room, room: Room, *, present: bool) -> None:
        """Run or stop the clock; a new turn gets a new one."""
        self.clock = self.after(before, room, present=present)
        self._alarm.set(self.ends_in())

    def resume(self, downtime: int) -> None:
        """Charge the server *downtime* in milliseconds to a turn that is played by days.

        All other clocks resume unchanged, because no player could move.
        """
        clock = self.clock
        if clock is not None and clock.by_days and clock.turn_ms is not None:
            self.clock = replace(clock, left=max(MIN_LEFT_AFTER_DOWNTIME, clock.turn_ms - downtime))

    def ends_in(self) -> int | None:
        """Return the mover's remaining milliseconds, None without a limit."""
        return self.clock.ends_in(self._time.now()) if self.clock else None

    def reserve(self) -> tuple[int, ...]:
        """Return each seat's remaining reserve."""
        return self.clock.at(self._time.now())[1] if self.clock else ()

    def view(self) -> ClockView:
        """Return the wire form of the current clock."""
        return self.clock.view(self._time.now()) if self.clock else ClockView()

    def cancel(self) -> None:
        """Cancel the timer."""
        self._alarm.cancel()
