"""Faults that happen to a site at random, each for a while."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from random import Random

from tests.cluster.chaos.attempts import ASTRAY, Proxy
from tests.cluster.chaos.linking import FarLink
from tests.cluster.chaos.links import BOTH
from tests.cluster.chaos.site import Site, SiteNode
from tests.cluster.chaos.takeovers import Takeovers
from tests.support.waiting import eventually

WEIGHTS = {
    "node killed": 12,
    "node frozen": 6,
    "node frozen for longer than its lease": 8,
    "node ended": 10,
    "nodes killed and started at once": 3,
    "database restarted": 3,
    "database failed over": 2,
    "database link cut": 5,
    "database link silent": 5,
    "database link one-way": 5,
    "database link slow": 6,
    "pipe cut": 10,
    "pipe silent": 6,
    "pipe slow": 6,
    "proxy wrong": 6,
    "proxies disagree": 6,
}
"""How often each kind happens, among others."""
WITHOUT = {
    "node killed": 1.0,
    "node frozen for longer than its lease": 2.0,
    "node ended": 0.5,
    "nodes killed and started at once": 4.0,
}
"""Faults whose clients are counted, and the seconds that 99 of 100 may be without service."""
AHEAD = 30
"""How many of the next faults are looked at for one that can happen, while others go on."""
LEASE = 1.1

Interval = tuple[float, float]
Struck = Callable[[str, Sequence[SiteNode]], None]


def random_kinds(rng: Random, count: int) -> list[str]:
    """Return so many kinds of faults."""
    return rng.choices([*WEIGHTS], [*WEIGHTS.values()], k=count)


class Faults:
    """Makes things fail; ``database_away`` are the times in which nobody can store anything.

    Of these ``certainly_away`` are those in which that is certain. *struck* is told what happens to
    which nodes. One node at least is as it should be, unless all are killed. Faults one after the
    other begin when all is *settled*.
    """

    def __init__(
        self,
        site: Site,
        rng: Random,
        takeovers: Takeovers,
        proxies: Sequence[Proxy],
        struck: Struck,
        settled: Callable[[], bool],
        *,
        longest: float,
    ) -> None:
        self._longest = longest
        self._site, self._rng, self._takeovers = site, rng, takeovers
        self._proxies, self._struck, self._settled = proxies, struck, settled
        self.counts: Counter[str] = Counter()
        self.database_away: list[Interval] = []
        self.certainly_away: list[Interval] = []
        self._refused = 0.0
        self._running: set[asyncio.Task[None]] = set()
        self._failing: set[SiteNode] = set()
        self._one = {what: asyncio.Lock() for what in ("database", "proxy", "proxies")}
        self._pipes: set[FarLink] = set()

    async def some(self, kinds: Iterable[str], pause: tuple[float, float], *, apart: bool) -> None:
        """Let these faults happen, together or one after the other, and mend them all."""
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
            if apart:
                await self.mended()
                await eventually(self._settled, seconds=600)
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
        if who in self._one and not what.startswith("link"):
            work = self._of_database if who == "database" else self._of_proxies
            return None if self._one[who].locked() else work(what)
        if who == "pipe":
            free = [n.pipe for n in self._site.nodes if n not in self._failing]
            free = [pipe for pipe in free if pipe not in self._pipes]
            return self._of_pipe(self._rng.choice(free), what) if free else None
        healthy = [n for n in self._site.nodes if n not in self._failing]
        if who == "nodes":
            if len(healthy) < len(self._site.nodes):
                return None
            self._failing.update(healthy)
            return self._of_all(kind)
        if len(healthy) < 2:
            return None
        node = self._rng.choice(healthy)
        self._failing.add(node)
        return self._of_node(node, kind) if who == "node" else self._of_links(node, what)

    async def _of_node(self, node: SiteNode, kind: str) -> None:
        try:
            self._struck(kind, [node])
            match kind.removeprefix("node "):
                case "killed":
                    self._takeovers.expect(node.kill())
                    await self._last(0.1, 3)
                    await self._site.started(node)
                case "ended":
                    node.end()
                    await asyncio.to_thread(node.ended)
                    await self._last(0.1, 3)
                    await self._site.started(node)
                case "frozen":
                    node.stop()
                    await asyncio.sleep(self._rng.uniform(0.1, LEASE))
                    node.go_on()
                case _:
                    pid = node.stop()
                    self._takeovers.expect(pid)
                    await self._last(LEASE + 0.4, self._rng.choice([5, 20]))
                    self._takeovers.forget(pid)
                    node.go_on()
        finally:
            self._failing.discard(node)

    async def _of_all(self, kind: str) -> None:
        try:
            self._struck(kind, self._site.nodes)
            for node in self._site.nodes:
                self._takeovers.expect(node.kill())
            await asyncio.gather(*map(self._site.started, self._site.nodes))
        finally:
            self._failing.clear()

    async def _of_links(self, node: SiteNode, what: str) -> None:
        try:
            await self._failing_links(node.links, what.removeprefix("link "), 0.5, 6)
        finally:
            self._failing.discard(node)

    async def _of_pipe(self, pipe: FarLink, what: str) -> None:
        """Let what other nodes pass on to one fail, also in the middle of a move."""
        self._pipes.add(pipe)
        try:
            if what == "cut":
                for _ in range(self._rng.randint(1, 5)):
                    pipe.cut()
                    await asyncio.sleep(self._rng.uniform(0.05, 0.5))
            else:
                await self._failing_links([pipe], what, 0.3, 3)
        finally:
            self._pipes.discard(pipe)

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
        await self._last(least, most)
        for link in links:
            link.mend()

    async def _of_proxies(self, what: str) -> None:
        """Let a proxy send everybody anywhere, or two send the same rooms to different nodes."""
        proxy = self._rng.choice(self._proxies)
        async with self._one["proxy" if what == "wrong" else "proxies"]:
            if what == "wrong":
                proxy.wrong = 1.0
            else:
                proxy.salt = str(self._rng.random())
            await self._last(0.5, 6)
            if what == "wrong":
                proxy.wrong = ASTRAY
            else:
                proxy.salt = ""

    async def _of_database(self, what: str) -> None:
        site = self._site
        async with self._one["database"]:
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
