"""The timers of a room: the clock of its turn, and the deal that waits for the players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tilerummy.server.messages import ClockView
from tilerummy.server.room.room import Room
from tilerummy.server.rooms.clock.saved_clock import turn_of
from tilerummy.server.rooms.clock.turn_clock import TurnClock, clock_of, with_clock
from tilerummy.server.rooms.ports import Clock, Timer

GRACE = 10_000
"""The least time, in milliseconds, that is left of a turn after the server was down."""


class TurnTimer:
    """Runs the clock of the turn under way, and calls *over* when its time is over.

    ``clock`` is None where no turn is under way.
    """

    def __init__(self, time: Clock, room: Room, over: Callable[[], None]) -> None:
        self._time, self._over = time, over
        self._timer: Timer | None = None
        self.clock: TurnClock | None = clock_of(room)

    def follow(self, before: Room, room: Room) -> None:
        """Start a new clock if a new turn has begun between *before* and *room*."""
        if room.state is None or room.phase not in ("playing", "paused"):
            self.clock = None
        elif self.clock is None or turn_of(before) != turn_of(room):
            self.clock = clock_of(room)

    def beginning(self, before: Room, room: Room, *, present: bool) -> TurnClock | None:
        """Return the clock that would start between *before* and *room*, if one does."""
        clock = clock_of(room)
        if clock is None or (self.clock is not None and turn_of(before) == turn_of(room)):
            return None
        return clock.started(self._time.now()) if _runs(room, present=present) else clock

    def started(self, since: int) -> None:
        """Note when a clock that runs was started, if it was another server that did it."""
        if self.clock is not None and self.clock.since is not None:
            self.clock = with_clock(self.clock, since=since)

    def set(self, clock: TurnClock) -> None:
        """Go on with a clock that another server has kept."""
        self.clock = clock

    def run(self, room: Room, *, present: bool, calls: bool = True) -> None:
        """Let the clock run, or stop it while no seated person is *present*.

        Unless it *calls* when the time is over, that is another server's task.
        """
        self.cancel()
        if self.clock is None:
            return
        now = self._time.now()
        if _runs(room, present=present):
            self.clock = self.clock.started(now)
        else:
            self.clock = self.clock.stopped(now)
        if calls and (ms := self.clock.ends_in(now)) is not None:
            self._timer = self._time.call_later(ms, self._over)

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
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class DealTimer:
    """Calls *deal* after the time for contributions to the shuffle; ``due`` is when."""

    def __init__(self, time: Clock, deal: Callable[[], None]) -> None:
        self._time, self._deal = time, deal
        self._timer: Timer | None = None
        self.due: int | None = None

    def follow(self, room: Room, ms: int) -> None:
        """Deal in so many milliseconds, if a round of the room is sealed now."""
        self.cancel()
        if room.phase == "sealing":
            self.due = self._time.now() + ms
            self._timer = self._time.call_later(ms, self._deal)

    def cancel(self) -> None:
        """Cancel the deal."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _runs(room: Room, *, present: bool) -> bool:
    """Return whether the clock of a turn runs, if any seated person is present or none."""
    return room.phase == "playing" and (room.terms.by_days or present)
