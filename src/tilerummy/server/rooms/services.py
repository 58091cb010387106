"""What all rooms of a server depend on: their ports, the pace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tilerummy.server.ops.telemetry import NO_TRACER, Tracer
from tilerummy.server.rooms.ports import Clock, Entropy, Ownership, Pace
from tilerummy.server.rooms.reading import LogReading
from tilerummy.server.store import Store
from tilerummy.server.workers.port import Workers


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
