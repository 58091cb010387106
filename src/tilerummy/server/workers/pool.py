"""The worker pool, which queues jobs and assigns them to processes."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from typing import TypeVar, cast

from tilerummy.deadline import OutOfTimeError
from tilerummy.server.ops.logs import WARNING, log_event
from tilerummy.server.ops.metrics import Metrics
from tilerummy.server.ops.telemetry import NO_TRACER, Tracer
from tilerummy.server.workers.child import JobResult
from tilerummy.server.workers.classes import HINT, QUESTION, QUEUES, TURN, WorkClass, roles
from tilerummy.server.workers.fair_queue import FairQueue, FullError
from tilerummy.server.workers.port import Job, JobError
from tilerummy.server.workers.process import ReplacedError, Trouble, Worker

T = TypeVar("T")

DEMOTED = 60.0
"""How long a table's turns have a lower priority after a slow job, in seconds."""
MAX_DEMOTED = 1000
"""The maximum number of tables whose turns have a lower priority."""
TRIES = 3
"""How many times to try to start a job before giving up."""
QUIET = 1.0
"""How long a process may be idle before it is pinged, in seconds."""
NOT_STARTED = 20.0
"""How long processes may fail to start before the jobs queued for them are refused, in seconds."""
_MESSAGES: dict[Trouble, str] = {
    "late": "it took too long",
    "died": "its worker process ended",
    "memory": "it used too much memory",
    "stopped": "no worker process started it",
    "not_started": "no worker process started it",
}


@dataclass(eq=False, slots=True)
class QueuedJob:
    """A job that is queued or running, and the future for its result."""

    job: Job[object]
    work: WorkClass
    key: str
    result: asyncio.Future[object]
    tries: int = 0


class WorkerPool:
    """Runs jobs in worker processes: *workers* processes for games, and a few for other work.

    Jobs run in order of priority; among jobs of the same priority, keys are treated fairly. Each
    job ends with a result or a JobError, even if its process crashes, and does not affect other
    jobs. By default, there is one worker per processor, but at least two. If there are several
    workers, one is reserved for turns in games.
    """

    def __init__(
        self, metrics: Metrics, workers: int | None = None, *, tracer: Tracer = NO_TRACER
    ) -> None:
        self._tracer = tracer
        self._metrics = metrics
        self._queues: dict[WorkClass, FairQueue[QueuedJob]] = {
            work: FairQueue(max_per_key=work.max_per_key, max_waiting=work.max_waiting)
            for work in QUEUES
        }
        self._workers = [*map(Worker, roles(workers or max(2, os.cpu_count() or 2)))]
        self._threads = ThreadPoolExecutor(len(self._workers), thread_name_prefix="worker")
        self._tasks: dict[Worker, asyncio.Task[None]] = {}
        self._free: dict[Worker, asyncio.Future[QueuedJob]] = {}
        """The idle workers, each with a future for the job that it will run next."""
        self._demoted: dict[str, float] = {}
        self._ready: set[Worker] = set()
        self._failing: dict[Worker, float] = {}
        """The times when workers began failing to start their processes."""
        self._all_ready = asyncio.Event()

    async def warm(self) -> None:
        """Start the processes, beginning with those for games, and wait until they are ready.

        Processes for slow turns, analysis and reviews are started by their first jobs.
        """
        for work in (TURN, HINT, QUESTION):
            self._start(work)
            await self._all_ready.wait()

    async def run(self, job: Job[T], key: str) -> T:
        """Run *job*; see ``Workers.run``."""
        with self._tracer.span("job") as set_attribute:
            set_attribute("work", job.work.name)
            set_attribute("kind", job.name)
            return cast("T", await self._result(job, key))

    async def _result(self, job: Job[object], key: str) -> object:
        work, loop = job.work, asyncio.get_running_loop()
        self._start(work)
        if work == TURN and self._demoted.get(key, 0.0) > loop.time():
            work = HINT
        queued = QueuedJob(job, work, key, loop.create_future())
        queue = self._queues[work]
        try:
            queue.put(key, queued)
        except FullError:
            self._metrics.count("jobs", work.name, "refused")
            raise JobError("busy", "the queue is full") from None
        limit = loop.call_later(work.max_wait, self._give_up, queued)
        self._dispatch()
        try:
            return await queued.result
        except asyncio.CancelledError:
            if queue.remove(key, queued):
                self._metrics.count("jobs", work.name, "dropped")
            raise
        finally:
            limit.cancel()
            self._gauge(work)

    def _give_up(self, queued: QueuedJob) -> None:
        if self._queues[queued.work].remove(queued.key, queued):
            self._end(queued, "waited", JobError("busy", "all workers were busy for too long"))

    def _start(self, work: WorkClass) -> None:
        """Start the processes for a work class unless they have already been started."""
        loop = asyncio.get_running_loop()
        for worker in self._workers:
            if work in worker.role.serves and worker not in self._tasks:
                self._all_ready.clear()
                # in a new context, because it is independent of the job that started it
                work_on = self._work(worker)
                self._tasks[worker] = loop.create_task(work_on, context=Context())

    async def _work(self, worker: Worker) -> None:
        """Run jobs in a worker's process, and replace the process whenever it fails."""
        in_thread = partial(asyncio.get_running_loop().run_in_executor, self._threads)
        while True:
            queued: QueuedJob | None = None
            try:
                await in_thread(worker.start)
                self._ready.add(worker)
                self._failing.pop(worker, None)
                if self._ready >= self._tasks.keys():
                    self._all_ready.set()
                while True:
                    queued = await self._next(worker)
                    if queued is None:
                        await in_thread(worker.ping)
                    else:
                        self._finished(queued, await in_thread(worker.run, queued.job))
            except ReplacedError as replaced:
                self._replaced(worker, queued, replaced.trouble)
            self._dispatch()
            await in_thread(worker.kill)

    async def _next(self, worker: Worker) -> QueuedJob | None:
        """Return the next job for an idle worker, or None after ``QUIET`` seconds without a job."""
        given: asyncio.Future[QueuedJob] = asyncio.get_running_loop().create_future()
        self._free[worker] = given
        self._dispatch()
        await asyncio.wait((given,), timeout=QUIET)
        return None if self._free.pop(worker, None) is given else given.result()

    def _dispatch(self) -> None:
        """Give each idle worker a job, starting with the most specialised workers."""
        for worker in sorted(self._free, key=lambda w: len(w.role.serves)):
            for work in worker.role.serves:
                if (taken := self._queues[work].take()) is not None:
                    _, queued = taken
                    queued.tries += 1
                    self._free.pop(worker).set_result(queued)
                    break
        for work in QUEUES:
            self._gauge(work)

    def _finished(self, queued: QueuedJob, result: JobResult) -> None:
        self._queues[queued.work].done(queued.key, result.cost)
        if result.error == OutOfTimeError.__name__:
            self._end(queued, "late", JobError("late", _MESSAGES["late"]))
        elif result.error:
            self._end(queued, "failed", JobError("failed", f"it failed with {result.error}"))
        else:
            self._end(queued, "done", result.value)

    def _replaced(self, worker: Worker, queued: QueuedJob | None, trouble: Trouble) -> None:
        """Record that a process has been replaced, and end or requeue its job."""
        name = queued.job.name if queued else ""
        self._metrics.count("workers_replaced", trouble)
        log_event(
            "worker_replaced", WARNING, code=trouble, kind=name, where=worker.role.serves[0].name
        )
        if trouble == "not_started":
            self._not_started(worker)
        if queued is None:
            return
        queue = self._queues[queued.work]
        begun = trouble not in ("stopped", "not_started")
        if begun or queued.tries >= TRIES or queued.result.done():
            queue.done(queued.key, queued.job.work.limit / 1000 if begun else 0.0)
            if trouble == "late":
                self._demote(queued.key)
            self._end(queued, "killed", JobError(trouble, _MESSAGES[trouble]))
        else:
            queue.back(queued.key, queued)

    def _not_started(self, worker: Worker) -> None:
        """Refuse queued jobs if none of the processes that could run them can start."""
        now = asyncio.get_running_loop().time()
        self._failing.setdefault(worker, now)
        for work in worker.role.serves:
            serving = (each for each in self._workers if work in each.role.serves)
            if any(now - self._failing.get(each, now) < NOT_STARTED for each in serving):
                continue
            while (taken := self._queues[work].take()) is not None:
                key, queued = taken
                self._queues[work].done(key, 0.0)
                self._end(queued, "refused", JobError("busy", _MESSAGES["not_started"]))

    def _demote(self, key: str) -> None:
        """Lower the priority of a room's turns for a while."""
        self._demoted.pop(key, None)
        self._demoted[key] = asyncio.get_running_loop().time() + DEMOTED
        if len(self._demoted) > MAX_DEMOTED:
            del self._demoted[next(iter(self._demoted))]

    def _end(self, queued: QueuedJob, outcome: str, result: object) -> None:
        self._metrics.count("jobs", queued.work.name, outcome)
        if queued.result.done():
            return
        if isinstance(result, JobError):
            queued.result.set_exception(result)
        else:
            queued.result.set_result(result)

    def _gauge(self, work: WorkClass) -> None:
        self._metrics.measure("jobs_waiting", len(self._queues[work]), work.name)

    def close(self) -> None:
        """Kill all processes, and wait until they have ended."""
        for task in self._tasks.values():
            task.cancel()
        for worker in self._tasks:
            worker.end()
        self._threads.shutdown()
        for worker in self._tasks:
            worker.kill()
