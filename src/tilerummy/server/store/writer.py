"""A thread that commits pending writes in batches."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Generic, NamedTuple, TypeVar

from tilerummy.server.store.types import StorageError

Request = TypeVar("Request")
Result = TypeVar("Result")

BATCH = 256
"""The maximum number of writes in a batch."""
SPACING = 8
"""How long to pause after a commit, in multiples of *max_delay*."""
WAITING = 20_000
"""The maximum number of queued writes; further writes are refused."""
CHECKS = 4
"""How many times to check a running commit before its *timeout* expires."""
CLOSE_TIMEOUT = 5.0
"""How long to wait for an unresponsive database when the writer is closed, in seconds."""


class UncancellableFuture(asyncio.Future[Result]):
    """A write's result. It cannot be cancelled: even a cancelled task waits for it."""

    def cancel(self, msg: object = None) -> bool:
        """Do nothing, because a write cannot be cancelled."""
        del msg
        return False


class _Pending(NamedTuple, Generic[Request]):
    request: Request
    future: asyncio.Future[Any]


class Writer(Generic[Request]):
    """Commits the writes of all tasks in batches, in its own thread. *end* is called when it stops.

    *commit* receives a batch of writes, in the order they were queued, and the number of earlier
    attempts; it returns one result per write. If it raises StorageError, the entire batch fails.
    After any other error, each write is retried separately, to isolate failures. *failures* lists
    the types of database errors, which are raised as StorageError.

    The first write after a pause waits *max_delay* seconds so that other writes can join its batch,
    and the next commit waits ``SPACING`` times as long. This makes single writes fast, and lets
    many writes share a commit under load. If *max_delay* is 0, all writes that arrive during a
    commit share the next one. If a commit takes longer than *timeout*, later writes are refused
    until it ends.
    """

    def __init__(
        self,
        commit: Callable[[Sequence[Request], int], Sequence[Any]],
        end: Callable[[], None],
        *,
        name: str,
        failures: tuple[type[Exception], ...] = (),
        max_delay: float = 0.0,
        timeout: float | None = None,
    ) -> None:
        self._commit, self._end, self._failures = commit, end, failures
        self._max_delay, self._timeout = max_delay, timeout
        self._queue: SimpleQueue[_Pending[Request] | None] = SimpleQueue()
        self._closed = threading.Event()
        self._commits = 0  # odd while a commit is running
        self._alarm = False
        self._seen, self._times_seen = 0, 0
        self._batch: list[_Pending[Request]] = []
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def write(self, request: Request) -> asyncio.Future[Any]:
        """Queue a write, and return a future for its result; the write cannot be cancelled."""
        loop = asyncio.get_running_loop()
        future: UncancellableFuture[Any] = UncancellableFuture(loop=loop)
        if self._closed.is_set():
            future.set_exception(StorageError("the store is closed"))
        elif self.stuck or self._queue.qsize() >= WAITING:
            future.set_exception(StorageError("the database does not respond"))
        else:
            self._queue.put(_Pending(request, future))
            if self._timeout is not None and not self._alarm:
                self._alarm = True
                loop.call_later(self._timeout / CHECKS, self._check)
        return future

    @property
    def stuck(self) -> bool:
        """True while a commit is taking longer than *timeout*."""
        return self._times_seen >= CHECKS and self._seen == self._commits

    def _check(self) -> None:
        """Refuse all queued writes if a commit is taking too long, and schedule the next check."""
        self._alarm = False
        commits = self._commits
        if not commits % 2 and self._queue.empty():
            return
        same = commits % 2 and commits == self._seen
        self._times_seen = self._times_seen + 1 if same else 0
        self._seen = commits
        if self.stuck:
            refused = self._waiting(WAITING)
            _finish(refused, [StorageError("the database does not respond")] * len(refused))
        if self._timeout is not None and not self._closed.is_set():
            self._alarm = True
            asyncio.get_running_loop().call_later(self._timeout / CHECKS, self._check)

    async def close(self) -> None:
        """Finish all pending writes, then stop. After a timeout, refuse the remaining writes."""
        if not self._closed.is_set():
            self._closed.set()
            self._queue.put(None)
        limit = None if self._timeout is None else CLOSE_TIMEOUT
        await asyncio.to_thread(self._thread.join, limit)
        unknown = [*self._batch, *self._waiting(WAITING)]
        _finish(unknown, [StorageError("the database does not respond")] * len(unknown))

    def _work(self) -> None:
        while True:
            after_pause = self._queue.empty()
            first = self._queue.get()
            if first is None:
                break
            if after_pause and self._max_delay:
                self._closed.wait(self._max_delay)
            self._commits += 1
            self._batch = batch = [first, *self._waiting(BATCH - 1)]
            results = self._results(batch)
            self._commits += 1
            _finish(batch, results)
            self._batch = []
            if self._max_delay:
                self._closed.wait(SPACING * self._max_delay)
        self._end()

    def _results(self, batch: Sequence[_Pending[Request]], tried: int = 0) -> Sequence[Any]:
        """Commit a batch, and return the result or error of each write."""
        try:
            return self._commit([each.request for each in batch], tried)
        except StorageError as error:
            return [error] * len(batch)
        except Exception as error:  # noqa: BLE001 - every caller gets a result
            if len(batch) > 1:
                return [result for each in batch for result in self._results([each], tried + 1)]
            if not isinstance(error, self._failures):
                return [error]
            failure = StorageError(f"nothing could be stored: {error}")
            failure.__cause__ = error
            return [failure]

    def _waiting(self, limit: int) -> list[_Pending[Request]]:
        """Remove up to *limit* writes from the queue, and return them."""
        taken: list[_Pending[Request]] = []
        with suppress(Empty):
            while len(taken) < limit:
                pending = self._queue.get_nowait()
                if pending is None:  # marks the end of the queue
                    self._queue.put(None)
                    break
                taken.append(pending)
        return taken


def _finish(batch: Sequence[_Pending[Any]], results: Sequence[Any]) -> None:
    """Pass the results of a batch to the event loops that are waiting for them."""
    by_loop = defaultdict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]](list)
    for (_, future), result in zip(batch, results, strict=True):
        by_loop[future.get_loop()].append((future, result))
    for loop, some in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed, so nothing waits for the result
            loop.call_soon_threadsafe(_set_results, some)


def _set_results(some: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in some:
        if future.done():  # already refused when the writer was closed
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
