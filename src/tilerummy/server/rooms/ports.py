"""The ports of a room: clock, entropy, ownership. Another is in ``workers.port``.

With ports of its own, a test plays whole matches in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tilerummy.server.store import HeldClock, ParkedRoom, Taken


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


class Ownership(Protocol):
    """Which rooms this process owns: it alone changes them, keeps their clocks, and shows them.

    What is said of ownership may be late. The proof is the epoch, which each append names.
    """

    def is_certain(self) -> bool:
        """Return whether no other node can have taken the rooms that are owned here."""
        ...

    async def take(self, room: str, *, by_force: bool = False) -> Taken | None:
        """Own a room from now on; None if there is no such room.

        Raises StorageError; a NotOwnerError if another node owns it that is alive, unless it is
        taken from it *by force*.
        """
        ...

    async def release(self, rooms: Sequence[ParkedRoom]) -> None:
        """Own these rooms no more; raises StorageError."""
        ...

    def end(self) -> None:
        """Take no more rooms: the server ends."""
        ...

    async def save_clocks(self, clocks: Sequence[HeldClock]) -> None:
        """Store the clocks of rooms as they are now; raises StorageError."""
        ...


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
