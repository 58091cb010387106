"""Those who think for the rooms: a pool of processes, or the caller itself in tests."""

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
from tilerummy.server.live import thoughts
from tilerummy.server.live.ports import Choice, Found, ThinkingError
from tilerummy.server.wire import HintAnswer
from tilerummy.state import State

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 8.0
"""So many seconds an answer may take; a computer player then does what is plain."""
BEHIND = 5
"""By so much the thinking stands back behind everything else on the machine."""
MOST_WAITING = 256
"""So many questions may be on their way; the next ones are turned away at once."""


class PoolThinker:
    """Thinks in other processes, so that no thought ever stops a clock."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool = self._new_pool()
        self._waiting = 0

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, get_context("spawn"), _calm)

    async def warm(self) -> None:
        """Return when the processes have learned what they need."""
        await asyncio.gather(*(self.ask(_ready) for _ in range(self._workers)))

    async def ask(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what *work* gives in another process; raises ThinkingError if it gives nothing."""
        if self._waiting >= MOST_WAITING:
            raise ThinkingError("too many questions at once")
        pool = self._pool
        self._waiting += 1
        try:
            thought = pool.submit(partial(work, *args, **kwargs))
            return await asyncio.wait_for(asyncio.wrap_future(thought), PATIENCE)
        except TimeoutError as error:
            if not thought.cancelled():  # it was begun, and will not end either
                self._replace(pool)
            raise ThinkingError("no answer in time") from error
        except BrokenProcessPool as error:
            self._replace(pool)
            raise ThinkingError("the thinking broke off") from error
        except Exception as error:  # whatever went wrong there, the game goes on
            raise ThinkingError(f"nothing was found: {error!r}") from error
        finally:
            self._waiting -= 1

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Think on with new processes, as the old ones hang or are gone."""
        if self._pool is not broken:
            return
        self._pool = self._new_pool()
        _kill(broken)
        broken.shutdown(wait=False, cancel_futures=True)

    async def choose(self, ruleset: str, view: State, seat: int, level: str, seed: int) -> Choice:
        """Return what a computer player does next."""
        return await self.ask(thoughts.choice, ruleset, view, seat, level, seed)

    async def turn(self, ruleset: str, view: State, after: Table) -> Found:
        """Return the plays that make the table *after*."""
        return await self.ask(thoughts.found, ruleset, view, after)

    async def hint(self, ruleset: str, view: State, level: int, cid: str) -> HintAnswer:
        """Return what the seat to move could do."""
        return await self.ask(thoughts.advice, ruleset, view, level, cid)

    def close(self) -> None:
        """End the processes, whatever they think about, and return when they are gone."""
        _kill(self._pool)
        self._pool.shutdown(cancel_futures=True)


def _kill(pool: ProcessPoolExecutor) -> None:
    for process in [*(getattr(pool, "_processes", None) or {}).values()]:
        process.kill()


class PlainThinker:
    """Thinks at once, where it is asked: for tests and simulations."""

    async def choose(self, ruleset: str, view: State, seat: int, level: str, seed: int) -> Choice:
        """Return what a computer player does next."""
        return thoughts.choice(ruleset, view, seat, level, seed)

    async def turn(self, ruleset: str, view: State, after: Table) -> Found:
        """Return the plays that make the table *after*."""
        return thoughts.found(ruleset, view, after)

    async def hint(self, ruleset: str, view: State, level: int, cid: str) -> HintAnswer:
        """Return what the seat to move could do."""
        return thoughts.advice(ruleset, view, level, cid)


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
