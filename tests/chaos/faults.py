"""Random faults of a site, each for a limited time."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial
from random import Random

from tests.chaos.attempts import MISROUTED, Proxy
from tests.chaos.checking import Interval
from tests.chaos.links import BOTH, Link
from tests.chaos.site import Site, SiteNode
from tests.chaos.takeovers import Takeovers
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
"""The relative frequency of each fault."""
SERVICE_LIMITS = {
    "node killed": 1.0,
    "node frozen for longer than its lease": 2.0,
    "node ended": 0.5,
    "nodes killed and started at once": 4.0,
}
"""The faults whose effect is measured, with the p99 limit on the seconds without service."""
LOOKAHEAD = 30
"""The number of queued faults among which the next possible one is chosen."""
LEASE = 1.0

OnFault = Callable[[str, Sequence[SiteNode]], None]


def random_kinds(rng: Random, count: int) -> list[str]:
    """Return the kinds of *count* random faults."""
    return rng.choices([*WEIGHTS], [*WEIGHTS.values()], k=count)


class Faults:
    """Injects faults; ``database_away`` are the database outages.

    ``certainly_away`` are their confirmed parts. *struck* is called with each fault and its nodes.
    All nodes fail only if all are killed. Separate faults start once *settled* is true.
    """

    def __init__(
        self,
        site: Site,
        rng: Random,
        takeovers: Takeovers,
        proxies: Sequence[Proxy],
        struck: OnFault,
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
        self._busy: set[object] = set()

    async def some(self, kinds: Iterable[str], pause: tuple[float, float], *, apart: bool) -> None:
        """Inject these faults, together or one at a time, and end them all."""
        waiting = [*kinds]

        def begun() -> bool:
            """Begin the first possible fault."""
            for number, kind in enumerate(waiting[:LOOKAHEAD]):
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
        """Wait until all faults have ended."""
        await asyncio.gather(*self._running)
        self._running.clear()

    def begin(self, kind: str) -> bool:
        """Begin a fault of this *kind*, and return whether this was possible."""
        if (found := self._work(kind)) is None:
            return False
        failing, things = found
        self.counts[kind] += 1
        self._busy.update(things)

        async def happen() -> None:
            try:
                await failing
            finally:
                self._busy.difference_update(things)

        self._running.add(asyncio.create_task(happen()))
        return True

    def _work(self, kind: str) -> tuple[Coroutine[None, None, None], Sequence[object]] | None:
        """Return the coroutine of a fault and the failing objects, or None if impossible."""
        healthy = [node for node in self._site.nodes if node not in self._busy]
        pipes = [node.pipe for node in healthy if node.pipe not in self._busy]
        match kind.split():
            case "nodes", *_ if len(healthy) == len(self._site.nodes):
                return self._of_all(kind), healthy
            case "node", *_ if len(healthy) > 1:
                node = self._rng.choice(healthy)
                return self._of_node(node, kind), [node]
            case "database", "link", how if len(healthy) > 1:
                node = self._rng.choice(healthy)
                return self._of_links(node.links, how, 0.5, 6), [node]
            case "database", "restarted" | "failed" as how, *_ if "database" not in self._busy:
                return self._of_database(how), ["database"]
            case "pipe", how if pipes:
                pipe = self._rng.choice(pipes)
                work = self._cuts(pipe) if how == "cut" else self._of_links([pipe], how, 0.3, 3)
                return work, [pipe]
            case "proxy" | "proxies" as one, _ if one not in self._busy:
                return self._of_proxies(one), [one]
        return None

    async def _of_node(self, node: SiteNode, kind: str) -> None:
        self._struck(kind, [node])
        match kind.removeprefix("node "):
            case "killed":
                self._takeovers.expect(node.kill())
                await self._last(0.1, 3)
                await self._site.started(node)
            case "ended":
                node.send(signal.SIGTERM)
                await asyncio.to_thread(node.ended)
                await self._last(0.1, 3)
                await self._site.started(node)
            case "frozen":
                node.send(signal.SIGSTOP)
                await asyncio.sleep(self._rng.uniform(0.1, LEASE))
                node.send(signal.SIGCONT)
            case _:
                pid = node.send(signal.SIGSTOP)
                self._takeovers.expect(pid)
                await self._last(LEASE + 0.4, self._rng.choice([5, 20]))
                self._takeovers.forget(pid)
                node.send(signal.SIGCONT)

    async def _of_all(self, kind: str) -> None:
        self._struck(kind, self._site.nodes)
        for node in self._site.nodes:
            self._takeovers.expect(node.kill())
        await asyncio.gather(*map(self._site.started, self._site.nodes))

    async def _cuts(self, pipe: Link) -> None:
        """Cut a node's connections from other nodes a few times, possibly during a move."""
        for _ in range(self._rng.randint(1, 5)):
            pipe.cut()
            await asyncio.sleep(self._rng.uniform(0.05, 0.5))

    async def _of_links(self, links: list[Link], how: str, shortest: float, longest: float) -> None:
        direction, delay = self._rng.choice(BOTH), self._rng.uniform(0.01, 0.2)
        for link in links:
            match how:
                case "cut":
                    link.refuse()
                case "silent":
                    link.silence(*BOTH)
                case "one-way":
                    link.silence(direction)
                case "slow":
                    link.slow(delay)
        await self._last(shortest, longest)
        for link in links:
            link.mend()

    async def _of_proxies(self, one: str) -> None:
        """Make a proxy send everyone to random nodes, or two proxies disagree."""
        proxy = self._rng.choice(self._proxies)
        if one == "proxy":
            proxy.wrong = 1.0
        else:
            proxy.salt = str(self._rng.random())
        await self._last(0.5, 6)
        if one == "proxy":
            proxy.wrong = MISROUTED
        else:
            proxy.salt = ""

    async def _of_database(self, how: str) -> None:
        site = self._site
        if how == "restarted":
            number = self._rng.choice([signal.SIGINT, signal.SIGQUIT])
            await asyncio.to_thread(site.primary.stop, number)
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

    async def _last(self, shortest: float, longest: float) -> None:
        """Sleep for the random duration of a fault."""
        longest = max(shortest, min(longest, self._longest))
        await asyncio.sleep(self._rng.uniform(shortest, longest))

    def _stores(self) -> bool:
        """Return whether the database accepts a write and the standby has it."""
        began = time.monotonic()
        with suppress(Exception), self._site.connect() as db:
            db.execute("CREATE TEMP TABLE written (); SELECT txid_current()")
            return True
        self._refused = began
        return False
