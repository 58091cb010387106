"""The ports of a room: clock, entropy, policy. Others are in ``store.port`` and ``workers.port``.

With ports of its own, a test plays whole matches in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


class Timer(Protocol):
    """A scheduled call, which can be cancelled."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock(Protocol):
    """Monotonic time in milliseconds, and the time of day."""

    def now(self) -> int:
        """Return the monotonic time."""
        ...

    def wall(self) -> int:
        """Return the milliseconds since 1970, for people to read and for matches played by days."""
        ...

    def call_later(self, ms: int, call: Callable[[], None]) -> Timer:
        """Make the call after this number of milliseconds."""
        ...

    async def sleep(self, ms: int) -> None:
        """Return after this number of milliseconds."""
        ...


class RoomPolicy(Protocol):
    """What a room does without a message, as tasks that its actor starts."""

    async def deal(self) -> None:
        """Deal the round that is sealed."""

    async def time_over(self) -> None:
        """End the turn whose time is over."""

    async def review_proposal(self) -> None:
        """Resolve a proposal, now and after an absence of the people who left."""

    async def computer_turn(self, version: int, level: str) -> None:
        """Play the next move of the computer player to move."""


Entropy = Callable[[int], bytes]
"""Unpredictable random bytes, as from ``secrets.token_bytes``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Delays for people to follow the game, in milliseconds.

    ``frame`` is between two previews of a computer player's move, ``move`` the least time of a
    move, for a level that takes the usual time; ``ready`` is how long a deal waits for people to
    contribute to the shuffle.
    """

    frame: int = 260
    move: int = 1400
    ready: int = 4000

    def times(self, factor: float) -> Pace:
        """Return the pace at which computer players take *factor* times as long."""
        return Pace(
            frame=round(self.frame * factor), move=round(self.move * factor), ready=self.ready
        )


INSTANT = Pace(frame=0, move=0, ready=0)
"""No delays, for tests and simulations."""
