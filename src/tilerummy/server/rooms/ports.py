"""The services that rooms depend on: clock, entropy, ownership, timings, store and workers.

If test doubles are used for these, a complete match takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tilerummy.server.clock import Clock
from tilerummy.server.cluster.leases import NodeOwnership
from tilerummy.server.ops.telemetry import NO_TRACER, Tracer
from tilerummy.server.rooms.log_reads import LogReadLimiter
from tilerummy.server.store.store import Store
from tilerummy.server.workers.port import Workers

Entropy = Callable[[int], bytes]
"""Returns the given number of random bytes, like ``secrets.token_bytes``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """Delays in milliseconds, which help human players to follow the game.

    ``frame`` is the interval between two previews of a computer player's move, and ``move`` is the
    minimum duration of a computer player's move at normal speed. A deal waits up to ``ready``
    milliseconds for the players' contributions to the shuffle. If ``first`` is False, the first
    move of a match is made without a delay or previews, because the players have already waited.
    """

    frame: int = 260
    move: int = 1400
    ready: int = 4000
    first: bool = True

    def scaled(self, factor: float) -> Timings:
        """Return a copy with the delays for computer players multiplied by *factor*."""
        return replace(self, frame=round(self.frame * factor), move=round(self.move * factor))


INSTANT = Timings(frame=0, move=0, ready=0)
"""Timings without any delays, for tests and simulations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomServices:
    """The services that all rooms share.

    *on_append* is called after each append to a log, with the append's outcome and its duration in
    milliseconds.
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
