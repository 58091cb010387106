"""Making reviews: their pieces go to worker processes, behind every game."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TypeVar

from tilerummy.server.jobs.reviews import (
    PieceResult,
    ReviewStep,
    begin_review,
    budget_of,
    go_on,
    play_on,
)
from tilerummy.server.messages.bodies import ErrorDetail
from tilerummy.server.reviews.cache import ReviewCache
from tilerummy.server.reviews.port import BadRecordError, BusyError, ReviewKey, ReviewUpdate, Source
from tilerummy.server.reviews.under_way import Tell, UnderWay
from tilerummy.server.workers.classes import REVIEW
from tilerummy.server.workers.port import Job, JobError, Workers

T = TypeVar("T")

MOST = 16
"""How many reviews are made at the same time."""
EACH = 2
"""How many of them for one guest, and twice as many for one address."""
LANES = 2
"""How many pieces of a review run at the same time."""
TRIES = 3
"""How often a piece is tried whose process fails."""


@dataclass(slots=True)
class Reviewer:
    """Makes reviews in the worker *pool*, each once for all who ask at the same time."""

    pool: Workers
    cache: ReviewCache
    _under_way: dict[ReviewKey, UnderWay] = field(default_factory=dict)
    _of: Counter[str] = field(default_factory=Counter)

    async def updates(
        self, key: ReviewKey, source: Source, who: Sequence[str]
    ) -> AsyncGenerator[ReviewUpdate, None]:
        """Yield how far a review is; see the port."""
        if (stored := await self.cache.get(key)) is not None:
            yield ReviewUpdate(1.0, stored, final=True)
            return
        guest, address = who
        if self._of[guest] >= EACH or self._of[address] >= 2 * EACH:
            raise BusyError
        self._of.update(who)
        try:
            async with aclosing(self._joined(key, source, guest).updates()) as updates:
                async for update in updates:
                    yield update
        finally:
            self._of.subtract(who)
            self._of += Counter[str]()  # those of whom there is none any more are dropped
            self._under_way = {k: each for k, each in self._under_way.items() if not each.is_over}

    def _joined(self, key: ReviewKey, source: Source, guest: str) -> UnderWay:
        """Return the review under way, or begin it."""
        known = self._under_way.get(key)
        if known is not None and not known.is_over:
            return known
        if sum(not each.is_over for each in self._under_way.values()) >= MOST:
            raise BusyError
        made = _Making(self.pool, self.cache, key, source, guest)
        under_way = self._under_way[key] = UnderWay(made.make)
        return under_way


@dataclass(slots=True)
class _Making:
    """One review while it is made."""

    pool: Workers
    cache: ReviewCache
    key: ReviewKey
    source: Source
    guest: str
    left: float = 0.0

    async def make(self, tell: Tell) -> None:
        """Make the review, and tell how far it is."""
        depth = self.key.depth
        async with self.source as source:
            begun = await self._job(0, begin_review, source, self.key.seat, depth)
        if isinstance(begun, ErrorDetail):
            raise BadRecordError(begun)
        self.left = budget_of(depth, begun.rounds)
        step: ReviewStep = begun
        while step.tasks:
            tell(ReviewUpdate(step.share, step.found))
            results = await self._played(step, tell)
            step = await self._job(0, go_on, step.work, results, self.left)
        shown = await self.cache.put(self.key, step.found, step.summary)
        tell(ReviewUpdate(1.0, shown, final=True))

    async def _played(self, step: ReviewStep, tell: Tell) -> list[bytes]:
        """Return the results of all tasks of a step, in their order."""
        results = [b""] * len(step.tasks)
        numbers = iter(range(len(step.tasks)))
        done = 0

        async def lane(name: int, numbers: Iterator[int]) -> None:
            nonlocal done
            for number in numbers:
                played: PieceResult = await self._job(name, play_on, step.tasks[number])
                results[number] = played.results
                self.left -= played.cost
                done += 1
                tell(ReviewUpdate(step.share + (step.next - step.share) * done / len(results)))

        lanes = [asyncio.create_task(lane(name, numbers)) for name in range(LANES)]
        try:
            await asyncio.gather(*lanes)
        finally:
            for each in lanes:
                each.cancel()
        return results

    async def _job(self, lane: int, function: Callable[..., T], *args: object) -> T:
        """Return what a job returns; it is tried again if its process fails."""
        for tries in range(TRIES):
            try:
                key = f"{self.guest} {lane}"
                return await self.pool.run(Job(REVIEW, function, *args), key)
            except JobError as error:
                if error.code not in ("died", "memory", "stopped") or tries == TRIES - 1:
                    raise
        raise AssertionError
