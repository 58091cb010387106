"""Reviews of finished games, computed on request by workers with the lowest priority.

Simultaneous requests for the same review share one computation, which is cancelled once all of its
clients have left. Finished reviews are cached: in the store for rooms, in memory for uploaded
records.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from tilerummy.review import Depth
from tilerummy.server.jobs.reviews import (
    VERSION,
    ReviewStep,
    ReviewSummary,
    RoomSource,
    TextSource,
    begin_review,
    budget_of,
    continue_review,
    run_tasks,
)
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import StoredReview
from tilerummy.server.workers.classes import REVIEW
from tilerummy.server.workers.port import Job, JobError, Workers

T = TypeVar("T")

MAX_REVIEWS = 16
"""The maximum number of reviews in progress."""
MAX_PER_GUEST = 2
"""The maximum number of reviews in progress per guest; twice as many are allowed per address."""
CONCURRENCY = 2
"""The maximum number of jobs that a review runs at the same time."""
TRIES = 3
"""How many times a job is tried in total if the process that runs it fails."""
MAX_CACHED_RECORDS = 32
"""The maximum number of uploaded records whose reviews are cached."""

Source = AbstractAsyncContextManager[RoomSource | TextSource]
"""A context manager that provides the game to review; within it, the game is in memory."""


@dataclass(frozen=True, slots=True)
class ReviewKey:
    """Identifies a review; *game* is a room id, or the digest of an uploaded record."""

    game: str
    seat: int | None
    depth: Depth
    uploaded: bool = False


@dataclass(frozen=True, slots=True)
class ReviewUpdate:
    """A review's progress from 0 to 1, and the review so far as JSON, which may be empty.

    ``final`` is True for the last update.
    """

    share: float
    review: bytes = b""
    final: bool = False


Notify = Callable[[ReviewUpdate], None]


class BusyError(Exception):
    """Raised if too many reviews are in progress: for this guest or address, or in total."""


class BadRecordError(Exception):
    """Raised if the record cannot be reviewed; ``detail`` gives the reason."""

    def __init__(self, detail: ErrorDetail) -> None:
        super().__init__(detail.message)
        self.detail = detail


@dataclass(slots=True)
class ReviewService:
    """Computes reviews with *workers*. Simultaneous requests for the same review share the work."""

    workers: Workers
    store: Store
    _in_progress: dict[ReviewKey, _ReviewInProgress] = field(default_factory=dict)
    _of: Counter[str] = field(default_factory=Counter)
    _uploaded: OrderedDict[ReviewKey, bytes] = field(default_factory=OrderedDict)

    async def updates(
        self, key: ReviewKey, source: Source, who: Sequence[str]
    ) -> AsyncGenerator[ReviewUpdate, None]:
        """Yield updates on a review's progress; the last update is final.

        The *source* is read only if the review is not cached. *who* contains the keys of the guest
        and the address. Raises BusyError, BadRecordError, JobError or StorageError.
        """
        if (stored := await self._stored(key)) is not None:
            yield ReviewUpdate(1.0, stored, final=True)
            return
        guest, address = who
        if self._of[guest] >= MAX_PER_GUEST or self._of[address] >= 2 * MAX_PER_GUEST:
            raise BusyError
        self._of.update(who)
        try:
            async with aclosing(self._joined(key, source, guest).updates()) as updates:
                async for update in updates:
                    yield update
        finally:
            self._of.subtract(who)
            self._of += Counter[str]()  # drops the keys whose count is 0
            self._in_progress = {
                k: each for k, each in self._in_progress.items() if not each.is_over
            }

    def _joined(self, key: ReviewKey, source: Source, guest: str) -> _ReviewInProgress:
        """Return the review in progress for *key*, starting one if necessary."""
        known = self._in_progress.get(key)
        if known is not None and not known.is_over:
            return known
        if sum(not each.is_over for each in self._in_progress.values()) >= MAX_REVIEWS:
            raise BusyError
        pieces = _Pieces(self.workers, guest)

        async def make(notify: Notify) -> None:
            async with source as read:
                step = await pieces.begin(read, key)
            while step.tasks:
                notify(ReviewUpdate(step.share, step.review))
                step = await pieces.next(step, notify)
            shown = await self._keep(key, step.review, step.summary)
            notify(ReviewUpdate(1.0, shown, final=True))

        in_progress = self._in_progress[key] = _ReviewInProgress(make)
        return in_progress

    async def _stored(self, key: ReviewKey) -> bytes | None:
        """Return the cached review as JSON, or None if it is not cached."""
        if key.uploaded:
            return self._uploaded.get(key)
        assert key.seat is not None
        found = await self.store.games.review(key.game, key.seat, key.depth.value)
        return zlib.decompress(found.body) if found and found.version == VERSION else None

    async def _keep(self, key: ReviewKey, found: bytes, summary: bytes) -> bytes:
        """Cache a review, unless another server has already done so; return the cached review."""
        if key.uploaded:
            self._uploaded[key] = found
            if len(self._uploaded) > MAX_CACHED_RECORDS:
                self._uploaded.popitem(last=False)
            return found
        assert key.seat is not None
        new = StoredReview(
            key.game, key.seat, key.depth.value, VERSION, summary, zlib.compress(found)
        )
        return zlib.decompress((await self.store.games.keep_review(new)).body)


class _ReviewInProgress:
    """A review in progress. It is cancelled when its last subscriber leaves."""

    def __init__(self, make: Callable[[Notify], Coroutine[None, None, None]]) -> None:
        self._make = make
        self._latest = ReviewUpdate(0.0)
        self._number = 0
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._waiting = 0

    @property
    def is_over(self) -> bool:
        """True if the review has finished or was abandoned, so it is too late to subscribe."""
        return self._task is not None and (self._task.done() or not self._waiting)

    async def updates(self) -> AsyncGenerator[ReviewUpdate, None]:
        """Yield updates until the final one. Raises any exception that the computation raises."""
        self._waiting += 1
        task = self._task = self._task or self._begin()
        seen = 0
        try:
            while True:
                news = self._news
                if seen < self._number:
                    seen = self._number
                    yield self._latest
                elif task.done():
                    task.result()
                    return
                else:
                    await news.wait()
        finally:
            self._waiting -= 1
            if not self._waiting:
                task.cancel()

    def _begin(self) -> asyncio.Task[None]:
        task = asyncio.create_task(self._make(self._notify))
        task.add_done_callback(lambda _: self._wake())
        return task

    def _notify(self, update: ReviewUpdate) -> None:
        """Send an update to all subscribers, including the latest review if it contains none."""
        review = update.review or self._latest.review
        self._latest = ReviewUpdate(update.share, review, update.final)
        self._number += 1
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


@dataclass(slots=True)
class _Pieces:
    """Runs a review's jobs; ``left`` is the CPU time the review has left, in milliseconds."""

    workers: Workers
    guest: str
    left: float = 0.0

    async def begin(self, source: RoomSource | TextSource, key: ReviewKey) -> ReviewStep:
        """Start a review and return its first step. Raises BadRecordError or JobError."""
        begun = await self._run(0, Job(REVIEW, begin_review, source, key.seat, key.depth))
        if isinstance(begun, ErrorDetail):
            raise BadRecordError(begun)
        self.left = budget_of(key.depth, begun.rounds)
        return begun

    async def next(self, step: ReviewStep, notify: Notify) -> ReviewStep:
        """Run the tasks of *step* and return the next step, calling *notify* after each task."""
        results = [b""] * len(step.tasks)
        numbers = iter(range(len(step.tasks)))
        done = 0

        async def lane(name: int, numbers: Iterator[int]) -> None:
            nonlocal done
            for number in numbers:
                played = await self._run(name, Job(REVIEW, run_tasks, step.tasks[number]))
                results[number] = played.results
                self.left -= played.cost
                done += 1
                notify(ReviewUpdate(step.share + (step.next - step.share) * done / len(results)))

        lanes = [asyncio.create_task(lane(name, numbers)) for name in range(CONCURRENCY)]
        try:
            await asyncio.gather(*lanes)
        finally:
            for each in lanes:
                each.cancel()
        return await self._run(0, Job(REVIEW, continue_review, step.work, results, self.left))

    async def _run(self, lane: int, job: Job[T]) -> T:
        """Run a job, and retry it if the process running it fails."""
        for _ in range(TRIES - 1):
            try:
                return await self.workers.run(job, f"{self.guest} {lane}")
            except JobError as error:
                if error.code not in ("died", "memory", "stopped"):
                    raise
        return await self.workers.run(job, f"{self.guest} {lane}")


async def review_summaries(
    store: Store, rooms: Sequence[str]
) -> dict[tuple[str, int], ReviewSummary]:
    """Return review summaries by room and seat, each from the deepest review that is cached."""
    stored = [each for each in await store.games.review_summaries(rooms) if each.version == VERSION]
    stored.sort(key=lambda each: ("certain", "quick", "deep").index(each.depth))
    return {
        (each.room, each.seat): msgspec.json.decode(each.summary, type=ReviewSummary)
        for each in stored
    }
