"""What all rooms of a server depend on: their ports, the levels of computer players, the pace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tilerummy.server.ops.telemetry import NO_TRACER, Tracer
from tilerummy.server.rooms.node_link import Alone, NodeLink
from tilerummy.server.rooms.ports import Clock, Entropy, Pace
from tilerummy.server.rooms.reading import LogReading
from tilerummy.server.store import Store
from tilerummy.server.workers.port import Workers


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomServices:
    """The ports that all rooms share; *node* is the link to other servers of the same store.

    *appended* is told the result of each append, and how many milliseconds it took; *followed*, of
    each entry of another server, how many milliseconds after it was stored it is known here.
    """

    store: Store
    clock: Clock
    workers: Workers
    entropy: Entropy
    levels: tuple[str, ...]
    pace: Pace
    node: NodeLink = field(default_factory=Alone)
    appended: Callable[[str, int], None] = lambda _result, _milliseconds: None
    tracer: Tracer = NO_TRACER
    followed: Callable[[int], None] = lambda _milliseconds: None
    reading: LogReading = field(default_factory=LogReading)
