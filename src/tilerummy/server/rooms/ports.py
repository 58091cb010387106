"""The dependencies of rooms: clock, entropy, ownership, timings, store and workers.

With test doubles a complete match takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tilerummy.server.clock import Clock
from tilerummy.server.cluster.leases import NodeOwnership
from tilerummy.server.ops.telemetry import NO_TRACER, Tracer
from tilerummy.server.rooms.log_reads import LogReadLimiter
from tilerummy.server.store.store import Store
from tilerummy.server.workers.port import Workers

Entropy = Callable[[int], bytes]
"""Unpredictable random bytes, as from ``secrets.token_bytes``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """Delays that let human players follow the game, in milliseconds.

    ``frame`` is the interval between previews of a computer player's move, ``move`` the minimum
    time of a move at a level of normal speed. A deal waits up to ``ready`` for contributions to
    the shuffle.
    """

    frame: int = 260
    move: int = 1400
    ready: int = 4000

    def scaled(self, factor: float) -> Timings:
        """Return the timings with computer players *factor* times as slow."""
        return Timings(
            frame=round(self.frame * factor), move=round(self.move * factor), ready=self.ready
        )


INSTANT = Timings(frame=0, move=0, ready=0)
"""No delays, for tests and simulations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomServices:
    """The services shared by all rooms.

    *on_append* gets the outcome of each append and its duration in milliseconds.
    """

    store: Store
    clock: Clock
    workers: Workers
    ownership: NodeOwnership
    entropy: Entropy
    timings: Timings
    on_append: Callable[[str, int], None] = lambda _result, _milliseconds: None
    tracer: Tracer = NO_TRACER
    reading: LogReadLimiter = field(default_factory=LogReadLimiter)
