"""Worker processes: limited in the process, and replaced alone after a failure (D8)."""

from __future__ import annotations

import asyncio
import os
import signal
import time
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
    until,
    wait,
)
from tests.support.positions import position

from tilerummy.players import PLAYERS
from tilerummy.server.jobs.questions import solve
from tilerummy.server.jobs.rooms import ComputerPlayer, choice_class, choose
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.server.messages.bodies.questions import Solve
from tilerummy.server.ops.prometheus import PrometheusMetrics
from tilerummy.server.workers import child, classes, process
from tilerummy.server.workers.classes import QUEUES, WorkClass
from tilerummy.server.workers.pool import WorkerPool
from tilerummy.server.workers.port import Job, JobError
from tilerummy.state import conceal

pytestmark = pytest.mark.anyio

T = TypeVar("T")
TURN, HINT, THINK, QUESTION, SHOW, STUDY, REVIEW = (
    replace(work, patience=300.0) for work in QUEUES
)
"""The classes of work; jobs wait here as long as a slow machine makes them."""


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """Run all tests in one event loop, that of the pool which they share."""
    return "asyncio"


@asynccontextmanager
async def working(workers: int) -> AsyncIterator[WorkerPool]:
    """Run a pool with this number of workers for games; each kind starts with its first job."""
    pool = WorkerPool(PrometheusMetrics(), workers)
    try:
        yield pool
    finally:
        pool.close()


@pytest.fixture(scope="module")
async def pool() -> AsyncIterator[WorkerPool]:
    """Return a pool with one worker for games, one for long turns and one for questions.

    All tests share it: whatever a job did to its process, the next job finds a worker.
    """
    async with working(1) as running:
        await running.warm()
        yield running


@pytest.fixture(autouse=True)
def freed(tmp_path: Path) -> Iterator[None]:
    """Let what a test has held end with it, also when it fails: the next one needs the workers."""
    yield
    (tmp_path / "go").touch()


def hold(pool: WorkerPool, work: WorkClass, key: str, file: Path) -> asyncio.Task[bool]:
    """Keep a worker busy until that file is there."""
    return asyncio.create_task(pool.run(Job(work.within(60_000.0), until, file), key))


async def ask(
    pool: WorkerPool, work: WorkClass, key: str, function: Callable[..., T], *args: object
) -> T:
    """Run a function."""
    return await pool.run(Job(work, function, *args), key)


async def begun(file: Path) -> None:
    """Return when the job that waits for that file has begun."""
    await asyncio.to_thread(_wait_for, file.parent / f"{file.name} begun")


def _wait_for(file: Path) -> None:
    end = time.monotonic() + 60
    while not file.exists():
        assert time.monotonic() < end, f"{file.name} did not come"
        time.sleep(0.005)


async def test_d8_a_deadline_begins_with_its_job_and_not_with_waiting(
    pool: WorkerPool, tmp_path: Path
) -> None:
    first = hold(pool, TURN, "a", tmp_path / "go")
    await begun(tmp_path / "go")
    second = asyncio.create_task(pool.run(Job(TURN.within(60_000.0), left), "b"))
    await asyncio.sleep(2)
    (tmp_path / "go").touch()
    assert await first
    assert await second > 58_000


async def test_d8_a_job_that_computes_too_long_is_killed_alone(
    pool: WorkerPool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One worker for all games: its process dies, and the jobs that wait are executed."""
    slow = asyncio.create_task(pool.run(Job(TURN, compute, 60.0), "slow"))
    others = [asyncio.create_task(ask(pool, TURN, str(n), abs, -n)) for n in range(20)]
    with pytest.raises(JobError, match="too long") as error:
        await slow
    assert error.value.code == "late"
    assert await asyncio.gather(*others) == [*range(20)]
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
    assert await ask(pool, work, "hangs", abs, -1) == 1


@pytest.mark.parametrize("work", [STUDY.within(1.0), REVIEW.within(1.0)])
async def test_a_job_behind_every_game_waits_for_processor_time_without_being_late(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, work: WorkClass
) -> None:
    """Beside busy games such a process gets a hundredth of the processor."""
    monkeypatch.setattr(process, "SPARE", 0.0)
    monkeypatch.setattr(classes, "GRACE_MS", 600.0)
    assert await ask(pool, work, "a", wait, 1.5)


async def test_d8_a_process_that_dies_is_replaced_alone(pool: WorkerPool) -> None:
    calls = [
        asyncio.create_task(ask(pool, TURN, "dies", os._exit, 1)),
        *(asyncio.create_task(ask(pool, TURN, "lives", abs, -n)) for n in range(3)),
    ]
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(results[0], JobError)
    assert results[0].code == "died"
    assert results[1:] == [0, 1, 2]


async def test_d8_a_process_that_was_stopped_before_a_job_costs_no_answer(pool: WorkerPool) -> None:
    pid = await ask(pool, TURN, "a", os.getpid)
    os.kill(pid, signal.SIGSTOP)
    assert await ask(pool, TURN, "a", os.getpid) != pid


async def test_d8_a_process_that_is_stopped_in_the_middle_costs_no_answer(
    pool: WorkerPool, tmp_path: Path
) -> None:
    """Jobs are functions of their arguments, so another process runs the job again."""
    pid = await ask(pool, TURN, "a", os.getpid)
    held = hold(pool, TURN, "a", tmp_path / "go")
    await begun(tmp_path / "go")
    os.kill(pid, signal.SIGSTOP)
    (tmp_path / "go").touch()
    assert await held
    assert await ask(pool, TURN, "a", os.getpid) != pid


async def test_d8_memory_is_refused_beyond_the_limit_and_the_process_replaced(
    pool: WorkerPool,
) -> None:
    with pytest.raises(JobError, match="memory"):
        await ask(pool, TURN, "a", take_memory)
    assert await ask(pool, TURN, "a", abs, -1) == 1


async def test_d8_an_error_of_a_job_is_its_answer_and_its_process_continues(
    pool: WorkerPool,
) -> None:
    pid = await ask(pool, TURN, "a", os.getpid)
    with pytest.raises(JobError, match="ZeroDivisionError"):
        await ask(pool, TURN, "a", divmod, 1, 0)
    assert await ask(pool, TURN, "a", os.getpid) == pid


async def test_a_job_without_a_result_by_its_deadline_is_late(pool: WorkerPool) -> None:
    with pytest.raises(JobError, match="took too long") as error:
        await ask(pool, TURN, "a", out_of_time)
    assert error.value.code == "late"


async def test_d8_questions_and_hints_leave_a_worker_to_turns(tmp_path: Path) -> None:
    """A turn runs at once, whatever the number of hints, shows and questions."""
    async with working(2) as pool:
        waiting = [
            hold(pool, work, str(n), tmp_path / "go")
            for work in (HINT, SHOW, QUESTION)
            for n in range(2)
        ]
        await begun(tmp_path / "go")
        assert await ask(pool, TURN, "a", abs, -1) == 1
        assert not any(task.done() for task in waiting)
        (tmp_path / "go").touch()
        assert all(await asyncio.gather(*waiting))


async def test_tables_of_masters_delay_no_other_table(pool: WorkerPool, tmp_path: Path) -> None:
    """Long turns of four tables wait for each other; a club plays at once, on the same machine."""
    start = position("sabra", "k1 k2 k3", "k4 r1 r2 b9")
    view = conceal(start.state, 0)
    masters = [hold(pool, THINK, f"masters {n}", tmp_path / "go") for n in range(4)]
    await begun(tmp_path / "go")
    for computers in (False, True):
        club = ComputerPlayer("club", 1, among_computers=computers)
        work = replace(choice_class(start.rules, view, club), patience=300.0)
        choice = await pool.run(Job(work, choose, "sabra", view, club), "beside")
        assert choice.actions
    assert not any(task.done() for task in masters)
    (tmp_path / "go").touch()
    assert all(await asyncio.gather(*masters))


@pytest.mark.parametrize("name", ["club", "master"])
def test_only_a_level_that_takes_long_thinks_apart(name: str) -> None:
    level, start = PLAYERS[name], position("sabra", "k1 k2 k3", "k4 r1 r2 b9")
    work = choice_class(start.rules, start.state, ComputerPlayer(name, 1, among_computers=True))
    assert work.budget == max(TURN.budget, level.milliseconds)
    assert (work == THINK) is (level.milliseconds > TURN.budget)


@pytest.mark.parametrize(("first", "later"), [(TURN, HINT), (QUESTION, SHOW)])
async def test_d8_turns_go_before_hints_and_questions_before_shows(
    pool: WorkerPool, tmp_path: Path, first: WorkClass, later: WorkClass
) -> None:
    done: list[WorkClass] = []

    async def note(work: WorkClass) -> None:
        await ask(pool, work, "b", abs, -1)
        done.append(work)

    busy = hold(pool, first, "a", tmp_path / "go")
    await begun(tmp_path / "go")
    others = [asyncio.create_task(note(work)) for work in (later, first)]
    await asyncio.sleep(0)
    (tmp_path / "go").touch()
    await asyncio.gather(busy, *others)
    assert done == [first, later]


async def test_d8_too_many_jobs_of_one_key_are_refused_at_once_and_no_others(
    pool: WorkerPool,
    tmp_path: Path,
) -> None:
    first = hold(pool, TURN, "greedy", tmp_path / "go")
    await begun(tmp_path / "go")
    more = [asyncio.create_task(ask(pool, TURN, "greedy", abs, -n)) for n in range(TURN.each + 2)]
    other = asyncio.create_task(ask(pool, TURN, "modest", abs, -1))
    await asyncio.sleep(0.01)
    assert [task.done() for task in more] == [*[False] * TURN.each, True, True]
    (tmp_path / "go").touch()
    results = await asyncio.gather(*more, return_exceptions=True)
    assert [isinstance(t, JobError) and t.code for t in results[-2:]] == ["busy", "busy"]
    assert (await first, await other) == (True, 1)


async def test_d8_a_job_waits_a_limited_time_and_delays_no_other(
    pool: WorkerPool, tmp_path: Path
) -> None:
    """Waiting has its own limit; the running job is not affected."""
    brief = replace(TURN, patience=0.05)
    first = hold(pool, TURN, "a", tmp_path / "go")
    await begun(tmp_path / "go")
    with pytest.raises(JobError, match="no worker was free") as error:
        await ask(pool, brief, "b", abs, -1)
    assert error.value.code == "busy"
    (tmp_path / "go").touch()
    assert await first


async def test_a_job_whose_caller_was_cancelled_is_dropped(
    pool: WorkerPool, tmp_path: Path
) -> None:
    first = hold(pool, TURN, "a", tmp_path / "go")
    await begun(tmp_path / "go")
    gone = asyncio.create_task(ask(pool, TURN, "b", Path.touch, tmp_path / "never"))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    (tmp_path / "go").touch()
    assert await first
    assert await ask(pool, TURN, "b", abs, -1) == 1
    assert not (tmp_path / "never").exists()


async def test_the_outcomes_of_jobs_are_counted(tmp_path: Path) -> None:
    metrics = PrometheusMetrics()
    pool = WorkerPool(metrics, 1)
    try:
        first = hold(pool, TURN, "a", tmp_path / "go")
        second = asyncio.create_task(ask(pool, TURN, "b", abs, -1))
        await begun(tmp_path / "go")
        assert 'tilerummy_jobs_waiting{work="turn"} 1.0' in metrics.text()
        (tmp_path / "go").touch()
        await asyncio.gather(first, second)
        with pytest.raises(JobError):
            await ask(pool, QUESTION, "c", os._exit, 1)
    finally:
        pool.close()
    results = metrics.text()
    assert 'tilerummy_jobs_total{outcome="done",work="turn"} 2.0' in results
    assert 'tilerummy_jobs_total{outcome="killed",work="question"} 1.0' in results
    assert 'tilerummy_workers_replaced_total{why="died"} 1.0' in results


async def test_a_position_is_solved_or_refused_in_another_process(pool: WorkerPool) -> None:
    results = await pool.run(Job(QUESTION, solve, Solve(table="k1 k3", rack="r1")), "192.0.2.1")
    assert isinstance(results, ErrorDetail)
    assert "table" in results.message
    question = Solve(table="k1 k2 k3", rack="k4 r1")
    best = await pool.run(Job(QUESTION, solve, question), "192.0.2.1")
    assert isinstance(best, bytes)
    assert b'"tiles":1' in best


@pytest.mark.parametrize("role", [TURN, QUESTION])
async def test_workers_have_a_lower_priority_than_the_server(
    pool: WorkerPool, role: WorkClass
) -> None:
    own: Callable[[int], int] = os.nice
    nice = await ask(pool, role, "a", own, 0)
    assert nice > own(0)


async def test_d8_a_process_that_dies_without_a_job_is_replaced_before_it_gets_one(
    pool: WorkerPool,
) -> None:
    pid = await ask(pool, TURN, "a", os.getpid)
    os.kill(pid, signal.SIGKILL)
    calls = [asyncio.create_task(ask(pool, TURN, str(n), abs, -n)) for n in range(50)]
    assert await asyncio.gather(*calls) == [*range(50)]
    assert await ask(pool, TURN, "a", os.getpid) != pid
    assert len(set(pool._free)) == len(pool._free)


async def test_d8_a_table_that_made_a_worker_late_does_not_get_the_reserved_one(
    tmp_path: Path,
) -> None:
    async with working(2) as pool:
        with pytest.raises(JobError, match="too long"):
            await pool.run(Job(TURN, compute, 60.0), "slow")
        again = hold(pool, TURN, "slow", tmp_path / "go")
        await begun(tmp_path / "go")
        hint = asyncio.create_task(ask(pool, HINT, "other", abs, -1))
        assert await ask(pool, TURN, "other", abs, -1) == 1
        assert not hint.done(), "it waits for the worker that the slow table has"
        (tmp_path / "go").touch()
        assert await again
        assert await hint == 1


def test_d8_a_worker_ends_quietly_if_its_server_ended_before_it_was_ready() -> None:
    here, there = Pipe()
    worker = get_context("spawn").Process(target=child.main, args=(there, "json", 0, 1 << 32))
    worker.start()
    there.close()
    here.close()
    worker.join()
    assert worker.exitcode == 0
