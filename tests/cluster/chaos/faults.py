"""Faults that happen to a site at random, each for a while."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Iterable
from contextlib import suppress
from functools import partial
from random import Random

from tests.cluster.chaos.linking import FarLink
from tests.cluster.chaos.links import BOTH
from tests.cluster.chaos.site import Site, SiteNode
from tests.cluster.chaos.takeovers import Takeovers
from tests.support.waiting import eventually

WEIGHTS = {
    "node killed": 10,
    "node stopped": 8,
    "database restarted": 3,
    "database failed over": 2,
    "bus killed": 6,
    "bus stopped": 4,
    "database link cut": 4,
    "database link silent": 4,
    "database link one-way": 4,
    "database link slow": 5,
    "bus link cut": 7,
    "bus link silent": 7,
    "bus link one-way": 7,
    "bus link slow": 9,
    "bus link double": 9,
}
"""How often each kind happens, among others."""
AHEAD = 30
"""How many of the next faults are looked at for one that can happen, while others go on."""


def random_kinds(rng: Random, count: int) -> list[str]:
    """Return so many kinds of faults."""
    return rng.choices([*WEIGHTS], [*WEIGHTS.values()], k=count)


Interval = tuple[float, float]


class Faults:
    """Makes things fail; ``database_away`` are the times in which nobody can store anything.

    Of these ``certainly_away`` are those in which that is certain.

    One node at least is always as it should be, but for the bus.
    """

    def __init__(self, site: Site, rng: Random, takeovers: Takeovers, *, longest: float) -> None:
        self._longest = longest
        self._site, self._rng, self._takeovers = site, rng, takeovers
        self.counts: Counter[str] = Counter()
        self.database_away: list[Interval] = []
        self.certainly_away: list[Interval] = []
        self._refused = 0.0
        self._running: set[asyncio.Task[None]] = set()
        self._failing: set[SiteNode] = set()
        self._bus = asyncio.Lock()
        self._database = asyncio.Lock()
        self._bus_links: set[FarLink] = set()

    async def some(self, kinds: Iterable[str], pause: tuple[float, float]) -> None:
        """Let these faults happen, one after the other or together, and mend them all."""
        waiting = [*kinds]

        def begun() -> bool:
            """Begin the first one that can happen now."""
            for number, kind in enumerate(waiting[:AHEAD]):
                if self.begin(kind):
                    del waiting[number]
                    return True
            return False

        while waiting:
            await eventually(begun, seconds=600)
            await asyncio.sleep(self._rng.uniform(*pause))
            for task in [*self._running]:
                if task.done():
                    task.result()
                    self._running.discard(task)
        await self.mended()

    async def mended(self) -> None:
        """Wait until nothing fails any more."""
        await asyncio.gather(*self._running)
        self._running.clear()

    def begin(self, kind: str) -> bool:
        """Begin a fault; return whether it could begin now."""
        if (work := self._work(kind)) is None:
            return False
        self.counts[kind] += 1
        self._running.add(asyncio.ensure_future(work))
        return True

    def _work(self, kind: str) -> Awaitable[None] | None:
        """Return what makes a fault and mends it."""
        who, _, what = kind.partition(" ")
        if who == "bus" and not what.startswith("link"):
            return None if self._bus.locked() else self._of_bus(what)
        if who == "database" and not what.startswith("link"):
            return None if self._database.locked() else self._of_database(what)
        if who == "bus":
            free = [n for n in self._site.nodes if n.bus not in self._bus_links]
            return self._of_bus_link(self._rng.choice(free).bus, what) if free else None
        healthy = [n for n in self._site.nodes if n not in self._failing]
        if len(healthy) < 2:
            return None
        node = self._rng.choice(healthy)
        self._failing.add(node)
        return self._of_node(node, what) if who == "node" else self._of_links(node, what)

    async def _of_node(self, node: SiteNode, what: str) -> None:
        try:
            if what == "killed":
                self._takeovers.expect(node.kill())
                await self._last(0.1, 3)
                await self._site.started(node)
            else:
                pid = node.stop()
                self._takeovers.expect(pid)
                await self._last(1, self._rng.choice([5, 20]))
                self._takeovers.forget(pid)
                node.go_on()
        finally:
            self._failing.discard(node)

    async def _of_links(self, node: SiteNode, what: str) -> None:
        try:
            await self._failing_links(node.links, what.removeprefix("link "), 0.5, 6)
        finally:
            self._failing.discard(node)

    async def _of_bus_link(self, link: FarLink, what: str) -> None:
        self._bus_links.add(link)
        try:
            await self._failing_links([link], what.removeprefix("link "), 0.5, 4)
        finally:
            self._bus_links.discard(link)

    async def _failing_links(
        self, links: list[FarLink], what: str, least: float, most: float
    ) -> None:
        direction = self._rng.choice(BOTH)
        delay = self._rng.uniform(0.01, 0.2)
        for link in links:
            match what:
                case "cut":
                    link.refuse()
                case "silent":
                    link.silence(*BOTH)
                case "one-way":
                    link.silence(direction)
                case "slow":
                    link.slow(delay)
                case "double":
                    link.repeat()
        await self._last(least, most)
        for link in links:
            link.mend()

    async def _of_bus(self, what: str) -> None:
        async with self._bus:
            if what == "killed":
                await asyncio.to_thread(self._site.bus.stop)
                await self._last(0.2, 5)
                await asyncio.to_thread(self._site.bus.start)
            else:
                self._site.bus.freeze()
                await self._last(0.2, 5)
                self._site.bus.thaw()

    async def _of_database(self, what: str) -> None:
        site = self._site
        async with self._database:
            if what == "restarted":
                how = self._rng.choice([signal.SIGINT, signal.SIGQUIT])
                await asyncio.to_thread(site.primary.stop, how)
                began = time.monotonic()
                await self._last(0.0, self._rng.choice([0, 8]))
                await asyncio.to_thread(site.primary.start)
            else:
                began = await asyncio.to_thread(site.fail_over)
            await eventually(partial(asyncio.to_thread, self._stores))
            self.database_away.append((began, time.monotonic()))
            self.certainly_away.append((began, max(began, self._refused)))
            if site.standby is None:
                await asyncio.to_thread(site.add_standby)

    async def _last(self, least: float, most: float) -> None:
        """Let a fault last for a while."""
        longest = max(least, min(most, self._longest))
        await asyncio.sleep(self._rng.uniform(least, longest))

    def _stores(self) -> bool:
        """Return whether the database takes a write, and the standby has it."""
        began = time.monotonic()
        with suppress(Exception), self._site.connect() as db:
            db.execute("CREATE TEMP TABLE written (); SELECT txid_current()")
            return True
        self._refused = began
        return False
