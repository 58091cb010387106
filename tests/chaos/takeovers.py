"""Measures how long the rooms of a failed node have no live owner."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field

import psycopg
from tests.chaos.site import Site

EVERY = 0.05
_HELD = (
    "SELECT room FROM rooms WHERE split_part(holder, '.', -2) = %s"
    " AND phase NOT IN ('over', 'closed')"
)
_LIVE = "SELECT room FROM rooms WHERE room = ANY (%s) AND phase NOT IN ('over', 'closed')"


def since_1970(interval: tuple[float, float]) -> tuple[float, float]:
    """Convert an interval of this process's clock to seconds since 1970."""
    offset = time.time() - time.monotonic()
    return interval[0] + offset, interval[1] + offset


@dataclass
class Takeovers:
    """Reads from the database when leases are taken over.

    ``taken`` contains a pair for each lease: the failure time, and the seconds until then.

    ``outages`` are the times, since 1970, when a table certainly had no live owner.
    """

    site: Site
    taken: list[tuple[float, float]] = field(default_factory=list)
    outages: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    _expected: dict[int, tuple[float, float, set[str] | None]] = field(default_factory=dict)

    def forget(self, pid: int) -> None:
        """Stop measuring: the process is running again, and may still own some rooms."""
        self._expected.pop(pid, None)

    def expect(self, pid: int) -> None:
        """Start measuring how the leases of a process are taken over."""
        self._expected[pid] = (time.monotonic(), 0.0, None)

    async def watch(self) -> None:
        """Poll the database until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            if self._expected:
                with suppress(psycopg.Error):  # there may be no database
                    await asyncio.to_thread(self._look)

    def _look(self) -> None:
        with self.site.connect() as db:
            db.execute("SET statement_timeout = 2000")
            for pid, (began, held, before) in [*self._expected.items()]:
                looked = time.monotonic()
                left = {room for (room,) in db.execute(_HELD, (str(pid),)).fetchall()}
                now = time.monotonic()
                lost = [*((before or set()) - left)]
                for (room,) in db.execute(_LIVE, (lost,)).fetchall() if lost else ():
                    self.taken.append((began, now - began))
                    self.outages[room].append(since_1970((began, held)))
                if pid in self._expected:
                    self._expected[pid] = (began, looked, left)
                if not left:
                    self.forget(pid)
