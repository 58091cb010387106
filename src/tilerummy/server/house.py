"""Everything that the doors and sockets of one server share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

from tilerummy.server.connections import Connections
from tilerummy.server.http_types import Judge, Judged, Mistake, Solve, Solved
from tilerummy.server.hub import Hub
from tilerummy.server.limits import Limits
from tilerummy.server.live.rooms import Rooms
from tilerummy.server.metrics import Metrics
from tilerummy.server.quotas import Quotas
from tilerummy.server.sessions import Sessions
from tilerummy.server.settings import Settings
from tilerummy.server.store import Store


class Asking(Protocol):
    """Who answers questions to the referee and to the solver, beside the event loop."""

    async def judge(self, question: Judge) -> Judged | Mistake:
        """Return the referee's judgement; raises JobError where none came in time."""
        ...

    async def solve(self, question: Solve) -> Solved | Mistake:
        """Return a best play; raises JobError where none came in time."""
        ...


@dataclass(slots=True, kw_only=True)
class House:
    """One running server."""

    settings: Settings
    store: Store
    rooms: Rooms
    sessions: Sessions
    limits: Limits
    connections: Connections
    quotas: Quotas
    asking: Asking
    hub: Hub = field(default_factory=Hub)
    metrics: Metrics = field(default_factory=Metrics)
    lag: float = 0.0
    """How late the event loop was lately, in seconds."""

    async def watch_lag(self, every: float = 0.25) -> None:
        """Measure again and again how late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + every
            await asyncio.sleep(every)
            self.lag = max(loop.time() - due, self.lag / 2)
            self.metrics.lag.set(self.lag)

    def why_unwell(self) -> str:
        """Return why no new table should be opened here, or nothing."""
        if self.lag > self.settings.lag:
            return "the server is overloaded"
        return ""
