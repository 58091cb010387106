"""The worker pool: jobs wait here, fairly and for a limited time, for a worker process."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar, cast

from tilerummy.deadline import OutOfTimeError
from tilerummy.server.ops.fair_queue import FairQueue, FullError
from tilerummy.server.ops.logs import WARNING, log_event
from tilerummy.server.ops.metrics import Metrics
from tilerummy.server.rooms.ports import JobError
from tilerummy.server.telemetry.port import NO_TRACER, Tracer
from tilerummy.server.workers.child import JobCall
from tilerummy.server.workers.priorities import (
    GRACE_MS,
    HINT,
    PRIORITIES,
    QUESTION,
    TURN,
    Priority,
    Role,
    roles,
)
from tilerummy.server.workers.process import Report, Trouble, Worker

P = ParamSpec("P")
T = TypeVar("T")

DEMOTED = 60.0
"""For this number of seconds the turns of a table that took too long have lower priority."""
MOST_DEMOTED = 1000
"""The greatest number of such tables."""
TRIES = 3
"""How many workers a job is given to if none of them begins it."""
NOT_STARTED = 20.0
"""Where no process could be started for this number of seconds, the jobs for it are refused."""

_MESSAGES: dict[Trouble, str] = {
    "late": "it took too long",
    "died": "its worker process ended",
    "memory": "it took too much memory",
    "stopped": "no worker process began it",
    "not_started": "no worker process began it",
}


class Job:
    """A call that waits or runs, and the future of its answer."""

    __slots__ = ("answer", "call", "key", "tries", "work")

    def __init__(
        self, work: Priority, key: str, call: JobCall, answer: asyncio.Future[object]
    ) -> None:
        self.work, self.key, self.call, self.answer = work, key, call, answer
        self.tries = 0


class WorkerPool:
    """Runs jobs in worker processes: *workers* for games, and some more for questions.

    Jobs run by priority; within a priority it is fair between their keys, which are rooms or
    addresses. Whatever happens to a job or its process, there is an answer, and no other job is
    affected. By default there are as many workers as processors, but at least two: one is always
    reserved for turns in games.
    """

    def __init__(
        self, metrics: Metrics, workers: int | None = None, *, tracer: Tracer = NO_TRACER
    ) -> None:
        self._tracer = tracer
        self._roles = roles(workers or max(2, os.cpu_count() or 2))
        self._metrics = metrics
        self._queues: dict[Priority, FairQueue[Job]] = {
            work: FairQueue(each=work.each, most=work.most) for work in PRIORITIES
        }
        self._workers = [Worker(role, self._receive) for role in self._roles]
        self._started: set[Worker] = set()
        self._free: list[Worker] = []
        self._under_way: dict[Worker, Job] = {}
        self._demoted: dict[str, float] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready: set[Worker] = set()
        self._failing: dict[Worker, float] = {}
        """Since when a worker cannot start its process."""
        self._all_ready = asyncio.Event()

    @property
    def processes(self) -> Sequence[Role]:
        """The role of each process, whether it runs already or not."""
        return self._roles

    async def warm(self) -> None:
        """Start the processes, those for games first, and return when all are ready.

        Those for long turns wait for the first of them.
        """
        for work in (TURN, HINT, QUESTION):
            self._start(work)
            await self._all_ready.wait()

    async def ask(
        self,
        work: Priority,
        key: str,
        function: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run *function* in a worker process and return its result; raises JobError without one.

        Use :meth:`within` for a function that takes a deadline.
        """
        assert not kwargs
        return cast("T", await self._answer(work, key, JobCall(function, args, None, GRACE_MS)))

    async def within(
        self, budget: float, work: Priority, key: str, function: Callable[..., T], *args: object
    ) -> T:
        """Run *function* with a deadline of *budget* milliseconds and return its result.

        The deadline begins with the job. Raises JobError if there is no answer.
        """
        call = JobCall(function, args, budget, budget + GRACE_MS)
        return cast("T", await self._answer(work, key, call))

    async def _answer(self, work: Priority, key: str, call: JobCall) -> object:
        with self._tracer.span("job") as span:
            span.set("work", work.name)
            span.set("kind", call.function.__name__)
            return await self._awaited(work, key, call)

    async def _awaited(self, work: Priority, key: str, call: JobCall) -> object:
        self._start(work)
        assert self._loop is not None
        if work == TURN and self._demoted.get(key, 0.0) > self._loop.time():
            work = HINT
        job = Job(work, key, call, self._loop.create_future())
        queue = self._queues[work]
        try:
            queue.put(key, job)
        except FullError:
            self._count(work, "refused")
            raise JobError("busy", "too much is waiting already") from None
        limit = self._loop.call_later(work.patience, self._give_up, job)
        self._give_out()
        try:
            return await job.answer
        except asyncio.CancelledError:
            if queue.remove(key, job):
                self._count(work, "dropped")
            raise
        finally:
            limit.cancel()
            self._gauge(work)

    def _give_up(self, job: Job) -> None:
        if self._queues[job.work].remove(job.key, job):
            self._end(job, "waited", JobError("busy", "no worker was free in time"))

    def _start(self, work: Priority) -> None:
        """Start the processes for a class of work, unless they were started before."""
        self._loop = self._loop or asyncio.get_running_loop()
        for worker in self._workers:
            if work in worker.role.serves and worker not in self._started:
                self._started.add(worker)
                self._all_ready.clear()
                worker.start()

    def _give_out(self) -> None:
        """Give every free worker a job that it serves, the most specialised workers first."""
        for worker in sorted(self._free, key=lambda w: len(w.role.serves)):
            for work in worker.role.serves:
                if (taken := self._queues[work].take()) is not None:
                    _, job = taken
                    self._free.remove(worker)
                    self._under_way[worker] = job
                    job.tries += 1
                    worker.give(job.call)
                    break
        for work in PRIORITIES:
            self._gauge(work)

    def _receive(self, worker: Worker, report: Report | None) -> None:
        """Receive a report, in the thread of its worker."""
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(self._handle, worker, report)
        except RuntimeError:  # the loop is closed: no caller waits
            worker.end()

    def _handle(self, worker: Worker, report: Report | None) -> None:
        """Handle the report of a worker, and give it the next job."""
        if report is None:
            self._free.append(worker)
            self._ready.add(worker)
            self._failing.pop(worker, None)
            if self._ready >= self._started:
                self._all_ready.set()
        elif report.trouble is not None:
            self._replaced(worker, report.trouble)
        else:
            self._answered(worker, report)
        self._give_out()

    def _answered(self, worker: Worker, report: Report) -> None:
        job, answer = self._under_way.get(worker), report.answer
        if job is None or answer is None or job.call is not report.call:
            return  # the call was given to another worker meanwhile
        del self._under_way[worker]
        self._free.append(worker)
        self._queues[job.work].done(job.key, answer.cost)
        if answer.error == OutOfTimeError.__name__:
            self._end(job, "late", JobError("late", _MESSAGES["late"]))
        elif answer.error:
            self._end(job, "failed", JobError("failed", f"it failed with {answer.error}"))
        else:
            self._end(job, "done", answer.value)

    def _replaced(self, worker: Worker, trouble: Trouble) -> None:
        """Record that a process is replaced, and answer its job."""
        job = self._under_way.pop(worker, None)
        if worker in self._free:
            self._free.remove(worker)
        what = getattr(job.call.function, "__name__", "") if job else ""
        self._metrics.worker_replaced(trouble)
        log_event(
            "worker_replaced", WARNING, code=trouble, kind=what, where=worker.role.serves[0].name
        )
        if trouble == "not_started":
            self._not_started(worker)
        if job is None:
            return
        queue = self._queues[job.work]
        begun = trouble not in ("stopped", "not_started")
        if begun or job.tries >= TRIES or job.answer.done():
            queue.done(job.key, job.call.limit / 1000 if begun else 0.0)
            if trouble == "late":
                self._demote(job.key)
            self._end(job, "killed", JobError(trouble, _MESSAGES[trouble]))
        else:
            queue.back(job.key, job)

    def _not_started(self, worker: Worker) -> None:
        """Refuse the jobs that wait for processes none of which can be started."""
        assert self._loop is not None
        now = self._loop.time()
        self._failing.setdefault(worker, now)
        for work in worker.role.serves:
            serving = (each for each in self._workers if work in each.role.serves)
            if any(now - self._failing.get(each, now) < NOT_STARTED for each in serving):
                continue
            while (taken := self._queues[work].take()) is not None:
                key, job = taken
                self._queues[work].done(key, 0.0)
                self._end(job, "refused", JobError("busy", _MESSAGES["not_started"]))

    def _demote(self, key: str) -> None:
        """Run the turns of a room that took too long with lower priority for a while."""
        assert self._loop is not None
        self._demoted.pop(key, None)
        self._demoted[key] = self._loop.time() + DEMOTED
        if len(self._demoted) > MOST_DEMOTED:
            del self._demoted[next(iter(self._demoted))]

    def _end(self, job: Job, outcome: str, answer: object) -> None:
        self._count(job.work, outcome)
        if job.answer.done():
            return
        if isinstance(answer, JobError):
            job.answer.set_exception(answer)
        else:
            job.answer.set_result(answer)

    def _count(self, work: Priority, outcome: str) -> None:
        self._metrics.job(work.name, outcome)

    def _gauge(self, work: Priority) -> None:
        self._metrics.jobs_waiting(work.name, len(self._queues[work]))

    def close(self) -> None:
        """Kill the processes, and return when they have ended."""
        for worker in self._started:
            worker.end()
        for worker in self._started:
            worker.join()
