"""Runs work in parallel, on local cores or on a Ray cluster."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for
from typing import TypeVar

J = TypeVar("J")
R = TypeVar("R")
F = TypeVar("F")
Executor = Callable[[Iterable[J]], Iterator[R]]
"""A function that takes jobs lazily, runs them, and yields each result when it is ready."""

_QUEUED = 3
"""The number of jobs per process that are submitted at a time."""


def executor_of(work: Callable[[J], R], jobs: int | None, cluster: str | None) -> Executor[J, R]:
    """Return an executor that runs *work* on a Ray *cluster* or in *jobs* local processes.

    The default for *jobs* is one process per core. If *cluster* is ``local``, a cluster is started
    on this machine. Clusters need the package ray.
    """
    if cluster is not None:
        return partial(_on_ray, cluster, work)
    count = jobs or cores()
    return partial(map, work) if count == 1 else partial(_in_processes, count, work)


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worker_pool(processes: int) -> ProcessPoolExecutor:
    """Return a pool of *processes* processes, which end when the current process ends."""
    return ProcessPoolExecutor(processes, get_context("spawn"), _begin_worker)


def _begin_worker() -> None:
    """Ignore Ctrl-C, which the parent process handles, and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def _in_processes(count: int, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
    pool = worker_pool(count)

    def some(waiting: list[Future[R]]) -> tuple[list[R], list[Future[R]]]:
        done, left = wait(waiting, return_when=FIRST_COMPLETED)
        return [future.result() for future in done], [*left]

    try:
        yield from _queued(jobs, _QUEUED * count, lambda job: pool.submit(work, job), some)
    finally:
        pool.shutdown(cancel_futures=True)


def _on_ray(address: str, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
    import ray

    ray.init(address=address, log_to_driver=False)
    remote = ray.remote(num_cpus=1)(work)
    room = _QUEUED * max(1, int(ray.cluster_resources().get("CPU", 1)))

    def some(waiting: list[object]) -> tuple[list[R], list[object]]:
        done, left = ray.wait(waiting)
        return ray.get(done), left

    try:
        yield from _queued(jobs, room, remote.remote, some)
    finally:
        ray.shutdown()


def _queued(
    jobs: Iterable[J],
    room: int,
    submit: Callable[[J], F],
    some: Callable[[list[F]], tuple[list[R], list[F]]],
) -> Iterator[R]:
    """Yield the results of *jobs*, with at most *room* jobs submitted at a time.

    *some* waits for some of the submitted jobs. It returns their results and the unfinished jobs.
    """
    waiting: list[F] = []
    for job in jobs:
        waiting.append(submit(job))
        if len(waiting) == room:
            done, waiting = some(waiting)
            yield from done
    while waiting:
        done, waiting = some(waiting)
        yield from done
