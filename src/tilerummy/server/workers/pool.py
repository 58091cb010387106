"""Worker pools: processes that do jobs for the rooms, or the caller itself in tests."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

from tilerummy.melds import Table
from tilerummy.server.live.ports import Choice, Found, JobError
from tilerummy.server.wire import HintAnswer
from tilerummy.server.workers import jobs
from tilerummy.state import State

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 8.0
"""So many seconds an answer may take; a computer player then does what is plain."""
BEHIND = 5
"""By so much workers stand back behind everything else on the machine."""
MOST_WAITING = 256
"""So many questions may be on their way; the next ones are turned away at once."""


class WorkerPool:
    """Does jobs in other processes, so that none ever stops a clock."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool = self._new_pool()
        self._waiting = 0

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, get_context("spawn"), _calm)

    async def warm(self) -> None:
        """Return when the processes have imported what they need."""
        await asyncio.gather(*(self.ask(_ready) for _ in range(self._workers)))

    async def ask(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what *work* gives in another process; raises JobError if it gives nothing."""
        if self._waiting >= MOST_WAITING:
            raise JobError("too many questions at once")
        pool = self._pool
        self._waiting += 1
        try:
            job = pool.submit(partial(work, *args, **kwargs))
            return await asyncio.wait_for(asyncio.wrap_future(job), PATIENCE)
        except TimeoutError as error:
            if not job.cancelled():  # it was begun, and will not end either
                self._replace(pool)
            raise JobError("no answer in time") from error
        except BrokenProcessPool as error:
            self._replace(pool)
            raise JobError("the job broke off") from error
        except Exception as error:  # whatever went wrong there, the game goes on
            raise JobError(f"nothing was found: {error!r}") from error
        finally:
            self._waiting -= 1

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Go on with new processes, as the old ones hang or are gone."""
        if self._pool is not broken:
            return
        self._pool = self._new_pool()
        _kill(broken)
        broken.shutdown(wait=False, cancel_futures=True)

    async def choose(self, ruleset: str, view: State, seat: int, level: str, seed: int) -> Choice:
        """Return what a computer player does next."""
        return await self.ask(jobs.choice, ruleset, view, seat, level, seed)

    async def turn(self, ruleset: str, view: State, after: Table) -> Found:
        """Return the plays that make the table *after*."""
        return await self.ask(jobs.found, ruleset, view, after)

    async def hint(self, ruleset: str, view: State, level: int, cid: str) -> HintAnswer:
        """Return what the seat to move could do."""
        return await self.ask(jobs.advice, ruleset, view, level, cid)

    def close(self) -> None:
        """End the processes, whatever they do, and return when they are gone."""
        _kill(self._pool)
        self._pool.shutdown(cancel_futures=True)


def _kill(pool: ProcessPoolExecutor) -> None:
    for process in [*(getattr(pool, "_processes", None) or {}).values()]:
        process.kill()


class InlineWorkers:
    """Does jobs at once, where it is asked: for tests and simulations."""

    async def choose(self, ruleset: str, view: State, seat: int, level: str, seed: int) -> Choice:
        """Return what a computer player does next."""
        return jobs.choice(ruleset, view, seat, level, seed)

    async def turn(self, ruleset: str, view: State, after: Table) -> Found:
        """Return the plays that make the table *after*."""
        return jobs.found(ruleset, view, after)

    async def hint(self, ruleset: str, view: State, level: int, cid: str) -> HintAnswer:
        """Return what the seat to move could do."""
        return jobs.advice(ruleset, view, level, cid)


def _calm() -> None:
    """Leave it to the server to end this process, let it go first, and end if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    threading.Thread(target=_end_with_the_server, name="end-with-the-server", daemon=True).start()


def _end_with_the_server() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _ready() -> bool:
    return True
