"""Worker processes have limits, and are replaced after a failure (D8)."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from multiprocessing import Pipe, get_context
from pathlib import Path
from typing import TypeVar

import pytest
from tests.server.workers.simple_jobs import (
    compute,
    left,
    out_of_time,
    take_memory,
    unreadable,
    until,
    wait,
)
from tests.support.positions import position
from tests.support.waiting import eventually

from tilerummy.players import PLAYERS
from tilerummy.server.jobs.rooms import ComputerPlayer, choice_class, choose
from tilerummy.server.ops.prometheus import PrometheusMetrics
from tilerummy.server.workers import child, classes, process
from tilerummy.server.workers import pool as pool_module
from tilerummy.server.workers.classes import QUEUES, Role, WorkClass
from tilerummy.server.workers.pool import WorkerPool
from tilerummy.server.workers.port import Job, JobError
from tilerummy.state import conceal

T = TypeVar("T")
TURN, HINT, THINK, QUESTION, SHOW, STUDY, REVIEW = (
    replace(work, max_wait=300.0) for work in QUEUES
)
"""The classes of work, with enough patience for a slow machine."""


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop for all tests, which share a pool."""
    return "asyncio"


@asynccontextmanager
async def working(
    workers: int, metrics: PrometheusMetrics | None = None
) -> AsyncIterator[WorkerPool]:
    """Run a pool with *workers* workers for games; other processes start with their first jobs."""
    pool = WorkerPool(metrics or PrometheusMetrics(), workers)
    try:
        yield pool
    finally:
        pool.close()


@pytest.fixture(scope="module")
async def pool() -> AsyncIterator[WorkerPool]:
    """A pool with one worker each for games, long turns and questions.

    All tests share it, because a worker that a job has spoiled is replaced.
    """
    async with working(1) as running:
        await running.warm()
        yield running


@pytest.fixture
def go(tmp_path: Path) -> Iterator[Path]:
    """A file that releases waiting jobs; it is created after the test even if the test fails."""
    yield tmp_path / "go"
    release(tmp_path / "go")


def release(file: Path) -> None:
    file.touch()  # outside a coroutine, because it blocks


def hold(pool: WorkerPool, work: WorkClass, key: str, file: Path) -> asyncio.Task[bool]:
    """Occupy a worker until the file exists."""
    return asyncio.create_task(pool.run(Job(work.within(60_000.0), until, file), key))


async def ask(
    pool: WorkerPool, work: WorkClass, key: str, function: Callable[..., T], *args: object
) -> T:
    return await pool.run(Job(work, function, *args), key)


async def begun(file: Path) -> None:
    """Wait until the job that waits for the file has started."""
    await eventually(file.with_name(f"{file.name} begun").exists)


@asynccontextmanager
async def busy(
    pool: WorkerPool, go: Path, work: WorkClass = TURN, key: str = "a"
) -> AsyncIterator[None]:
    """Occupy a worker during the context."""
    held = hold(pool, work, key, go)
    await begun(go)
    yield
    release(go)
    assert await held


async def test_d8_a_deadline_starts_with_its_job(pool: WorkerPool, go: Path) -> None:
    async with busy(pool, go):
        second = asyncio.create_task(pool.run(Job(TURN.within(60_000.0), left), "b"))
        await asyncio.sleep(2)
    assert await second > 58_000


async def test_d8_only_a_job_that_computes_too_long_is_killed(
    pool: WorkerPool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """There is one worker for games: its process is killed, and the waiting jobs are run."""
    slow = asyncio.create_task(pool.run(Job(TURN, compute, 60.0), "slow"))
    waiting = [asyncio.create_task(ask(pool, TURN, str(n), abs, -n)) for n in range(20)]
    with pytest.raises(JobError, match="too long") as error:
        await slow
    assert error.value.code == "late"
    assert await asyncio.gather(*waiting) == [*range(20)]
    lines = [getattr(r, "fields", {}) for r in caplog.records if r.msg == "worker_replaced"]
    assert [(line["code"], line["kind"]) for line in lines] == [("late", "compute")]


@pytest.mark.parametrize("work", [TURN.within(1.0), REVIEW.within(1.0)])
async def test_d8_a_job_that_hangs_without_computing_is_killed(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, work: WorkClass
) -> None:
    monkeypatch.setattr(process, "SPARE", 0.0)
    monkeypatch.setattr(classes, "GRACE_MS", 20.0)
    with pytest.raises(JobError, match="too long"):
        await ask(pool, work, "hangs", wait, 60)
    monkeypatch.undo()
    assert await ask(pool, work, "next", abs, -1) == 1


@pytest.mark.parametrize("work", [STUDY.within(1.0), REVIEW.within(1.0)])
async def test_a_background_job_may_wait_for_processor_time(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, work: WorkClass
) -> None:
    """With busy games, such a process gets a hundredth of the processor."""
    monkeypatch.setattr(process, "SPARE", 0.0)
    monkeypatch.setattr(classes, "GRACE_MS", 600.0)
    assert await ask(pool, work, "a", wait, 1.5)


async def test_d8_only_a_process_that_died_is_replaced(pool: WorkerPool) -> None:
    calls = [
        asyncio.create_task(ask(pool, TURN, "dies", os._exit, 1)),
        *(asyncio.create_task(ask(pool, TURN, "lives", abs, -n)) for n in range(3)),
    ]
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(results[0], JobError)
    assert results[0].code == "died"
    assert results[1:] == [0, 1, 2]


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
async def test_d8_an_idle_process_that_fails_is_replaced(
    pool: WorkerPool, number: signal.Signals
) -> None:
    pid = await ask(pool, TURN, "a", os.getpid)
    os.kill(pid, number)
    calls = [asyncio.create_task(ask(pool, TURN, str(n), abs, -n)) for n in range(50)]
    assert await asyncio.gather(*calls) == [*range(50)]
    assert await ask(pool, TURN, "a", os.getpid) != pid


async def test_d8_the_job_of_a_stopped_process_is_repeated(pool: WorkerPool, go: Path) -> None:
    """Jobs are functions of their arguments, so another process can run them again."""
    pid = await ask(pool, TURN, "a", os.getpid)
    async with busy(pool, go):
        os.kill(pid, signal.SIGSTOP)
    assert await ask(pool, TURN, "a", os.getpid) != pid


@pytest.mark.parametrize(
    ("job", "code", "message", "survives"),
    [
        (Job(TURN, take_memory), "memory", "memory", False),
        (Job(TURN, divmod, 1, 0), "failed", "ZeroDivisionError", True),
        (Job(TURN, out_of_time), "late", "took too long", True),
        (Job(TURN, unreadable), "failed", "ValueError", True),
    ],
)
async def test_d8_an_error_of_a_job_affects_no_other(
    pool: WorkerPool, job: Job[object], code: str, message: str, *, survives: bool
) -> None:
    """The process survives unless it exceeded its memory limit."""
    pid = await ask(pool, TURN, "a", os.getpid)
    with pytest.raises(JobError, match=message) as error:
        await pool.run(job, "a")
    assert error.value.code == code
    assert (await ask(pool, TURN, "a", os.getpid) == pid) is survives


async def test_d8_questions_and_hints_leave_a_worker_to_turns(go: Path) -> None:
    """A turn runs immediately, regardless of the number of other jobs."""
    async with working(2) as pool:
        waiting = [
            hold(pool, work, str(n), go) for work in (HINT, SHOW, QUESTION) for n in range(2)
        ]
        await begun(go)
        assert await ask(pool, TURN, "a", abs, -1) == 1
        assert not any(task.done() for task in waiting)
        release(go)
        assert all(await asyncio.gather(*waiting))


async def test_tables_of_masters_delay_no_other_table(pool: WorkerPool, go: Path) -> None:
    """Long turns of four tables wait for each other; a club player moves immediately."""
    start = position("sabra", "k1 k2 k3", "k4 r1 r2 b9")
    view = conceal(start.state, 0)
    masters = [hold(pool, THINK, f"masters {n}", go) for n in range(4)]
    await begun(go)
    for computers in (False, True):
        club = ComputerPlayer("club", 1, among_computers=computers)
        work = replace(choice_class(start.rules, view, club), max_wait=300.0)
        choice = await pool.run(Job(work, choose, "sabra", view, club), "beside")
        assert choice.actions
    assert not any(task.done() for task in masters)
    release(go)
    assert all(await asyncio.gather(*masters))


@pytest.mark.parametrize("name", ["club", "master"])
def test_only_slow_levels_have_their_own_workers(name: str) -> None:
    level, start = PLAYERS[name], position("sabra", "k1 k2 k3", "k4 r1 r2 b9")
    work = choice_class(start.rules, start.state, ComputerPlayer(name, 1, among_computers=True))
    assert work.budget == max(TURN.budget, level.milliseconds)
    assert (work == THINK) is (level.milliseconds > TURN.budget)


@pytest.mark.parametrize(("first", "later"), [(TURN, HINT), (QUESTION, SHOW)])
async def test_d8_turns_precede_hints_and_questions_precede_shows(
    pool: WorkerPool, go: Path, first: WorkClass, later: WorkClass
) -> None:
    done: list[WorkClass] = []

    async def note(work: WorkClass) -> None:
        await ask(pool, work, "b", abs, -1)
        done.append(work)

    async with busy(pool, go, first):
        jobs = [asyncio.create_task(note(work)) for work in (later, first)]
        await asyncio.sleep(0)
    await asyncio.gather(*jobs)
    assert done == [first, later]


async def test_d8_too_many_jobs_of_one_key_are_rejected(pool: WorkerPool, go: Path) -> None:
    async with busy(pool, go, key="greedy"):
        jobs = [ask(pool, TURN, "greedy", abs, -n) for n in range(TURN.max_per_key + 2)]
        more = [asyncio.create_task(job) for job in jobs]
        other = asyncio.create_task(ask(pool, TURN, "modest", abs, -1))
        await asyncio.sleep(0.01)
        assert [task.done() for task in more] == [*[False] * TURN.max_per_key, True, True]
    results = await asyncio.gather(*more, return_exceptions=True)
    assert [isinstance(t, JobError) and t.code for t in results[-2:]] == ["busy", "busy"]
    assert await other == 1


async def test_d8_a_job_waits_a_limited_time(pool: WorkerPool, go: Path) -> None:
    async with busy(pool, go):
        with pytest.raises(JobError, match="all workers were busy") as error:
            await ask(pool, replace(TURN, max_wait=0.05), "b", abs, -1)
        assert error.value.code == "busy"


async def test_a_job_without_a_caller_is_dropped(pool: WorkerPool, go: Path) -> None:
    never = go.with_name("never")
    async with busy(pool, go):
        gone = asyncio.create_task(ask(pool, TURN, "b", Path.touch, never))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
    assert await ask(pool, TURN, "b", abs, -1) == 1
    assert not never.exists()


async def test_the_outcomes_of_jobs_are_counted(go: Path) -> None:
    metrics = PrometheusMetrics()
    async with working(1, metrics) as pool:
        async with busy(pool, go):
            second = asyncio.create_task(ask(pool, TURN, "b", abs, -1))
            await asyncio.sleep(0)
            waiting = metrics.text()
        await second
        with pytest.raises(JobError):
            await ask(pool, QUESTION, "c", os._exit, 1)
    results = metrics.text()
    assert 'tilerummy_jobs_waiting{work="turn"} 1.0' in waiting
    assert 'tilerummy_jobs_total{outcome="done",work="turn"} 2.0' in results
    assert 'tilerummy_jobs_total{outcome="killed",work="question"} 1.0' in results
    assert 'tilerummy_workers_replaced_total{why="died"} 1.0' in results


@pytest.mark.parametrize("role", [TURN, QUESTION])
async def test_workers_have_a_lower_priority_than_the_server(
    pool: WorkerPool, role: WorkClass
) -> None:
    own: Callable[[int], int] = os.nice
    nice = await ask(pool, role, "a", own, 0)
    assert nice > own(0)


async def test_d8_a_slow_table_does_not_get_the_reserved_worker(
    go: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "HINT", HINT)
    async with working(2) as pool:
        with pytest.raises(JobError, match="too long"):
            await pool.run(Job(TURN, compute, 60.0), "slow")
        async with busy(pool, go, key="slow"):
            hint = asyncio.create_task(ask(pool, HINT, "other", abs, -1))
            assert await ask(pool, TURN, "other", abs, -1) == 1
            assert not hint.done(), "it waits for the worker of the slow table"
        assert await hint == 1


def test_d8_a_worker_without_a_server_exits() -> None:
    here, there = Pipe()
    worker = get_context("spawn").Process(target=child.main, args=(there, "json", 0, 1 << 32))
    worker.start()
    there.close()
    here.close()
    worker.join()
    assert worker.exitcode == 0


async def test_jobs_are_rejected_if_no_process_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise a review without a process would wait for many minutes."""
    some = (Role((REVIEW,), niceness=0, imports="not.there"), Role((QUESTION,), niceness=0))
    monkeypatch.setattr(pool_module, "roles", lambda _: some)
    monkeypatch.setattr(pool_module, "NOT_STARTED", 1.0)
    async with working(1) as pool:
        jobs = [pool.run(Job(REVIEW, abs, -1), key) for key in ("a", "b", "a")]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert [isinstance(each, JobError) and each.code for each in results] == ["busy"] * 3
        assert await pool.run(Job(QUESTION, abs, -1), "a") == 1
