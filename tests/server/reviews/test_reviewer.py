"""Reviews run in pieces, are shared by all subscribers, and are cancelled without any."""

from __future__ import annotations

import asyncio
import json
import zlib
from contextlib import aclosing, nullcontext
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from tests.review.games import LITTLE, game
from tests.server.workers.patient import PatientWorkers

from tilerummy.records import write_text
from tilerummy.review import Depth, ReviewSettings, review, review_json, work
from tilerummy.server.jobs.reviews import VERSION, TextSource
from tilerummy.server.reviews import (
    MAX_PER_GUEST,
    BadRecordError,
    BusyError,
    ReviewKey,
    ReviewService,
    ReviewUpdate,
    review_summaries,
)
from tilerummy.server.store.factory import memory_store
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Entries, RoomSummary, StoredReview
from tilerummy.server.workers.port import Job, JobError

T = TypeVar("T")

WHO = ("guest ann", "address 192.0.2.1")
SOURCE = nullcontext(TextSource(write_text(game())))
KEY = ReviewKey("a", 0, Depth.QUICK)


@dataclass
class LocalWorkers(PatientWorkers):
    """Runs every job in this process; those with *failing* numbers are lost."""

    failing: tuple[int, ...] = ()
    jobs: list[str] = field(default_factory=list)
    held: asyncio.Event | None = None
    playing: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, job: Job[T], key: str) -> T:
        self.jobs.append(job.name)
        if len(self.jobs) in self.failing:
            raise JobError("died", "its worker process ended")
        if self.held is not None and job.name == "run_tasks":
            self.playing.set()
            await self.held.wait()
        return await super().run(job, key)


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    assert LITTLE.amount is not None
    monkeypatch.setitem(work.AMOUNTS, Depth.QUICK, LITTLE.amount)


def reviewer(workers: LocalWorkers, store: Store | None = None) -> ReviewService:
    return ReviewService(workers, store or memory_store(lambda: 1))


async def all_of(made: ReviewService, key: ReviewKey = KEY) -> list[ReviewUpdate]:
    return [update async for update in made.updates(key, SOURCE, WHO)]


def decisions(update: ReviewUpdate) -> list[dict[str, Any]]:
    (seat,) = json.loads(update.review)["seats"]
    return [each for played in seat["rounds"] for each in played["decisions"]]


async def test_proven_errors_come_first_and_the_library_s_review_last() -> None:
    first, *more = updates = await all_of(reviewer(LocalWorkers()))
    record, last = game(), more[-1]
    complete = review_json(record, [review(record, 0, ReviewSettings(amount=LITTLE.amount))])

    assert all("chosen" not in each for each in decisions(first))
    assert [each.share for each in updates] == sorted(each.share for each in updates)
    assert (last.final, last.share) == (True, 1.0)
    expected = json.loads(json.dumps(complete))
    assert decisions(last) == expected["seats"][0]["rounds"][0]["decisions"]
    assert "name" not in json.loads(last.review)["seats"][0]


async def test_a_piece_whose_process_died_is_repeated() -> None:
    undisturbed = await all_of(reviewer(LocalWorkers()))
    updates = await all_of(reviewer(LocalWorkers(failing=(1, 3, 4, 6))))

    assert updates[-1] == undisturbed[-1]


async def test_a_failed_review_raises_its_error() -> None:
    with pytest.raises(JobError):
        await all_of(reviewer(LocalWorkers(failing=(2, 3, 4))))
    updates = reviewer(LocalWorkers()).updates(KEY, nullcontext(TextSource("nonsense")), WHO)
    with pytest.raises(BadRecordError):
        await anext(updates)


async def test_simultaneous_requests_share_one_review() -> None:
    workers = LocalWorkers()
    made = reviewer(workers)
    one, two = await asyncio.gather(all_of(made), all_of(made))

    assert one[-1] == two[-1]
    assert workers.jobs.count("begin_review") == 1


async def test_a_review_without_subscribers_is_cancelled() -> None:
    workers = LocalWorkers(held=asyncio.Event())
    made = reviewer(workers)
    before = asyncio.all_tasks()
    async with aclosing(made.updates(KEY, SOURCE, WHO)) as updates:
        await anext(updates)
        await asyncio.wait_for(workers.playing.wait(), 60)
        tasks = asyncio.all_tasks() - before
    jobs = len(workers.jobs)
    assert workers.held is not None
    workers.held.set()
    _, pending = await asyncio.wait(tasks, timeout=60)

    assert not pending, "the review has ended"
    assert len(workers.jobs) == jobs, "no further job was started"
    assert (await all_of(made))[-1].final, "it can be requested again"


async def test_a_guest_has_a_limited_number_of_reviews() -> None:
    workers = LocalWorkers(held=asyncio.Event())
    made = reviewer(workers)
    keys = [ReviewKey(f"{n}", 0, Depth.QUICK, uploaded=True) for n in range(MAX_PER_GUEST + 1)]
    running = [made.updates(key, SOURCE, WHO) for key in keys[:MAX_PER_GUEST]]
    for updates in running:
        await anext(updates)
    with pytest.raises(BusyError):
        await all_of(made, keys[-1])
    for updates in running:
        await updates.aclose()
    assert workers.held is not None
    workers.held.set()

    assert (await all_of(made, keys[-1]))[-1].final


async def test_a_finished_review_is_stored_with_its_table() -> None:
    store, workers = memory_store(lambda: 1), LocalWorkers()
    await store.logs.append(Entries("a", 0, [b""], summary=RoomSummary("over", members=("ann",))))
    made = reviewer(workers, store)
    *_, last = await all_of(made)
    jobs = len(workers.jobs)

    assert await all_of(reviewer(workers, store)) == [last]
    assert len(workers.jobs) == jobs
    summary = (await review_summaries(store, ["a", "b"]))["a", 0]
    (seat,) = json.loads(last.review)["seats"]
    ledger = seat["rounds"][0]["ledger"]
    assert summary.error == pytest.approx(-ledger["skill"]["win"], abs=1e-5)
    assert summary.adjusted == pytest.approx(ledger["adjusted"], abs=1e-5)
    assert summary.decisions == len(decisions(last))

    await store.rooms.drop("a")
    assert await review_summaries(store, ["a"]) == {}


async def test_a_review_stored_by_another_server_is_shown() -> None:
    """Two servers may reach slightly different results; everyone is shown the stored one."""
    store, workers = memory_store(lambda: 1), LocalWorkers(held=asyncio.Event())
    await store.logs.append(Entries("a", 0, [b""], summary=RoomSummary("over", members=("ann",))))
    making = asyncio.create_task(all_of(reviewer(workers, store)))
    await asyncio.wait_for(workers.playing.wait(), 60)
    other = StoredReview("a", 0, "quick", VERSION, b"{}", zlib.compress(b'{"other": true}'))
    await store.games.keep_review(other)
    assert workers.held is not None
    workers.held.set()

    assert (await making)[-1] == ReviewUpdate(1.0, b'{"other": true}', final=True)
    assert await all_of(reviewer(LocalWorkers(), store)) == (await making)[-1:]
