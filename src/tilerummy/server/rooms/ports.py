"""What all rooms of a server depend on: clock, entropy, ownership, pace, store, workers.

With ports of its own, a test plays whole matches in milliseconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tilerummy.server.ops.telemetry import NO_TRACER, Tracer
from tilerummy.server.rooms.reading import LogReading
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import HeldClock, ParkedRoom, Taken
from tilerummy.server.workers.port import Workers


class Timer(Protocol):
    """A scheduled call, which can be cancelled."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock(Protocol):
    """Monotonic time in milliseconds, and the time of day."""

    def now(self) -> int:
        """Return the monotonic time."""

    def wall(self) -> int:
        """Return the milliseconds since 1970, for people to read and for matches played by days."""

    def call_later(self, ms: int, call: Callable[[], None]) -> Timer:
        """Make the call after this number of milliseconds."""

    async def sleep(self, ms: int) -> None:
        """Return after this number of milliseconds."""


class LoopClock:
    """The clock of the event loop on which it is used first; *wall* tells the time of day."""

    def __init__(self, wall: Callable[[], int]) -> None:
        self._wall = wall
        self._loop: asyncio.AbstractEventLoop | None = None

    def _running(self) -> asyncio.AbstractEventLoop:
        """Return the event loop; asking asyncio for it each time would cost a system call."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        return self._loop

    def now(self) -> int:
        """Return the loop's time."""
        return int((self._loop or self._running()).time() * 1000)

    def wall(self) -> int:
        """Return the time since 1970."""
        return self._wall()

    def call_later(self, ms: int, call: Callable[[], None]) -> Timer:
        """Let the loop make the call."""
        return self._running().call_later(ms / 1000, call)

    async def sleep(self, ms: int) -> None:
        """Let the loop wait."""
        await asyncio.sleep(ms / 1000)


class Ownership(Protocol):
    """Which rooms this process owns: it alone changes them, keeps their clocks, and shows them.

    What is said of ownership may be late. The proof is the epoch, which each append names.
    """

    def is_certain(self) -> bool:
        """Return whether no other node can have taken the rooms that are owned here."""

    def owns(self, room: str, epoch: int) -> bool:
        """Return whether a room is still owned that was taken with that *epoch*."""

    async def take(self, room: str, *, by_force: bool = False) -> Taken | None:
        """Own a room from now on; None if there is no such room.

        Raises StorageError; a NotOwnerError if another node owns it that is alive, unless it is
        taken from it *by force*.
        """

    async def release(self, rooms: Sequence[ParkedRoom]) -> None:
        """Own these rooms no more; raises StorageError."""

    def end(self) -> bool:
        """Take no more rooms, since the server ends; return whether other nodes may take them."""

    async def save_clocks(self, clocks: Sequence[HeldClock]) -> None:
        """Store the clocks of rooms as they are now; raises StorageError."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomServices:
    """The ports that all rooms share.

    *appended* is told the result of each append, and how many milliseconds it took.
    """

    store: Store
    clock: Clock
    workers: Workers
    ownership: Ownership
    entropy: Entropy
    pace: Pace
    appended: Callable[[str, int], None] = lambda _result, _milliseconds: None
    tracer: Tracer = NO_TRACER
    reading: LogReading = field(default_factory=LogReading)
