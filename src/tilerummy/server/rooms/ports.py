"""What all rooms of a server depend on: clock, entropy, ownership, pace, store, workers.

With others of its own, a test plays whole matches in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tilerummy.server.clock import Clock
from tilerummy.server.cluster.leases import NodeOwnership
from tilerummy.server.ops.telemetry import NO_TRACER, Tracer
from tilerummy.server.rooms.reading import LogReading
from tilerummy.server.store.store import Store
from tilerummy.server.workers.port import Workers

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
    """What all rooms share.

    *appended* is told the result of each append, and how many milliseconds it took.
    """

    store: Store
    clock: Clock
    workers: Workers
    ownership: NodeOwnership
    entropy: Entropy
    pace: Pace
    appended: Callable[[str, int], None] = lambda _result, _milliseconds: None
    tracer: Tracer = NO_TRACER
    reading: LogReading = field(default_factory=LogReading)
