"""Work on several cores of this machine, or on a Ray cluster."""

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
Executor = Callable[[Iterable[J]], Iterator[R]]
"""Works on jobs and yields the results in any order; jobs are taken when there is room for them."""

_QUEUED = 3
"""The number of jobs given to each process at a time."""


def executor_of(work: Callable[[J], R], jobs: int | None, cluster: str | None) -> Executor[J, R]:
    """Return what does *work* on that Ray *cluster*, or in *jobs* processes, by default all cores.

    The cluster ``local`` is started on this machine; it takes the package ray.
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
    """Return a pool of that many *processes*; they end with this one."""
    return ProcessPoolExecutor(processes, get_context("spawn"), _begin_worker)


def _begin_worker() -> None:
    """Leave Ctrl-C to the parent process, and end when it has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def _in_processes(count: int, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
    pool = worker_pool(count)
    waiting: set[Future[R]] = set()
    try:
        for job in jobs:
            waiting.add(pool.submit(work, job))
            if len(waiting) == _QUEUED * count:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        pool.shutdown(cancel_futures=True)


def _on_ray(address: str, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
    import ray

    ray.init(address=address, log_to_driver=False)
    remote = ray.remote(num_cpus=1)(work)
    room = _QUEUED * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = []
    try:
        for job in jobs:
            waiting.append(remote.remote(job))
            if len(waiting) == room:
                done, waiting = ray.wait(waiting)
                yield from ray.get(done)
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        ray.shutdown()
