"""The work of a review on several cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from tilerummy.cli.arena.executors import begin_worker
from tilerummy.review import ReviewWorkers
from tilerummy.review.rollouts.tasks import Task


@contextmanager
def workers(processes: int) -> Iterator[ReviewWorkers]:
    """Yield workers in so many processes, which end with the block; one is this process itself."""
    if processes == 1:
        yield ReviewWorkers()
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), begin_worker)

    def run(
        work: Callable[[Callable[[], object]], object], tasks: Iterable[Task], /
    ) -> Iterator[object]:
        return pool.map(work, tasks)

    try:
        yield ReviewWorkers(run, processes)
    finally:
        pool.shutdown(cancel_futures=True)
