"""Plays jobs: in this process, in several, or on a Ray cluster."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for
from typing import TypeVar

from tilerummy.cli.arena.entrants import play
from tilerummy.players.arena import RoundJob, RoundReport

Executor = Callable[[Iterable[RoundJob]], Iterator[RoundReport]]
"""Plays jobs and yields their reports, in any order; jobs are taken when there is room for them."""

J = TypeVar("J")
R = TypeVar("R")

_WAITING = 3
"""How many jobs are given to each process at a time."""


def here(jobs: Iterable[RoundJob]) -> Iterator[RoundReport]:
    """Play *jobs* in this process, in their order."""
    yield from map(play, jobs)


def in_processes(count: int, work: Callable[[J], R]) -> Callable[[Iterable[J]], Iterator[R]]:
    """Return an executor that does *work* in so many processes of this machine."""

    def executor(jobs: Iterable[J]) -> Iterator[R]:
        pool = ProcessPoolExecutor(count, get_context("spawn"), begin_worker)
        waiting: set[Future[R]] = set()
        try:
            for job in jobs:
                waiting.add(pool.submit(work, job))
                if len(waiting) == _WAITING * count:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            pool.shutdown(cancel_futures=True)

    return executor


def cores() -> int:
    """Return how many cores this process may use; all of them where the system does not say."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def begin_worker() -> None:
    """Leave Ctrl-C to the parent process, and end when it has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def on_ray(address: str, work: Callable[[J], R]) -> Callable[[Iterable[J]], Iterator[R]]:
    """Return an executor that does *work* on the Ray cluster at *address*.

    ``local`` starts one on this machine.

    Raises ModuleNotFoundError without the package ray.
    """
    import ray

    def executor(jobs: Iterable[J]) -> Iterator[R]:
        ray.init(address=address, log_to_driver=False)
        remote = ray.remote(num_cpus=1)(work)
        room = _WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
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

    return executor
