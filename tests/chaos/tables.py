"""Tables where clients and computers play one game after another while nodes fail."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from tests.chaos.attempts import Ports, Proxy
from tests.chaos.visitors import Measurements, Visitor
from tests.history.recorder import Recorder

TURN = 20_000
"""Milliseconds per turn at the tables with a clock; clients move within a few seconds."""
FAST = 0.12
"""Thinking time in seconds while all games are finished, within the rate limits."""
TICK = 0.05


class Tables:
    """Tables: a third without computers, half with a clock, some with spectators."""

    def __init__(
        self,
        count: int,
        proxies: Sequence[Proxy],
        rng: Random,
        *,
        think: tuple[float, float],
        recorder: Recorder,
        lays: float = 0.0,
    ) -> None:
        self._recorder, self._thinking, self._lays = recorder, think, lays
        self.measurements = Measurements()
        self.rooms: list[str] = []
        self.ending = False
        self.over = 0
        self._proxies, self._rng, self.count = proxies, rng, count
        self.visitors: list[Visitor] = []
        self._tables = [self._table(number) for number in range(count)]
        self._tasks: list[asyncio.Task[None]] = []

    def _think(self) -> float:
        shortest, longest = self._thinking
        return min(longest, FAST) if self.ending else self._rng.uniform(shortest, longest)

    def _visitor(self, table: int, number: int, *, plays: bool = True) -> Visitor:
        address = f"127.0.{1 + table // 250}.{1 + table % 250}"
        rng = Random(self._rng.random())
        visitor = Visitor(
            f"v{table}-{number}",
            address,
            Ports(rng.choice(self._proxies), rng),
            rng,
            self.measurements,
            self._think,
            recorder=self._recorder,
            plays=plays,
            lays=self._lays,
        )
        self.visitors.append(visitor)
        return visitor

    def _table(self, number: int) -> list[Visitor]:
        people = [self._visitor(number, who) for who in range(2)]
        return [*people, *([self._visitor(number, 2, plays=False)] if number % 10 == 0 else [])]

    @asynccontextmanager
    async def running(self, *beside: Coroutine[None, None, None]) -> AsyncIterator[None]:
        """Run the games of all clients during the context, and other coroutines *beside* them."""
        playing = (self._play(number, people) for number, people in enumerate(self._tables))
        self._tasks = [asyncio.create_task(work) for work in (self._check(), *playing, *beside)]
        try:
            yield
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def settled(self) -> bool:
        """Return whether everyone sees a table."""
        self.check()
        return all(visitor.is_shown for visitor in self.visitors)

    def done(self) -> bool:
        """Return whether all games have ended; raise the first error of a client."""
        self.check()
        return self.over == self.count

    def check(self) -> None:
        """Raise the first error of a client."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()

    async def _check(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            for visitor in self.visitors:
                visitor.check(now)

    async def _play(self, number: int, people: list[Visitor]) -> None:
        await asyncio.gather(*(visitor.enter() for visitor in people))
        living = [asyncio.create_task(visitor.live()) for visitor in people]
        self._tasks += living
        try:
            while not self.ending:
                room = await self._open(number, people)
                self.rooms.append(room)
                for visitor in people:
                    visitor.watch(room)
                await asyncio.gather(*(visitor.over.wait() for visitor in people))
            self.over += 1
        finally:
            for task in living:
                task.cancel()
            await asyncio.gather(*living, return_exceptions=True)
            await asyncio.gather(*(visitor.leave() for visitor in people))

    async def _open(self, number: int, people: list[Visitor]) -> str:
        """Open a table; a lost result leaves an unused one."""
        computers = [{"seat": 2, "level": "beginner"}] if number % 3 else []
        terms: dict[str, Any] = {"ruleset": "sabra", "private": False}
        if number % 2:
            terms["turn_ms"] = TURN
        body = {"seats": 2 + len(computers), "terms": terms, "computers": computers}
        while (made := await people[0].post("/api/rooms", body)) is None:
            await people[0].enter()  # this guest may have too many unused tables
        return str(made["room"])
