"""The time of a turn: what is left of it, and of the reserve of each seat."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.replacing import replacer
from tilerummy.server.messages import ClockView
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
