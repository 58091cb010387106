"""A thread that commits together all writes that are waiting."""

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
"""The maximum number of writes that are committed together."""
SPACING = 8
"""The time between the end of a commit and the next one, as a multiple of *max_delay*."""
WAITING = 20_000
"""The maximum number of writes that wait; more are refused."""
CHECKS = 4
"""How often it is checked within *timeout* whether a commit takes too long."""
CLOSE_TIMEOUT = 5.0
"""How many seconds closing waits for a database that does not answer."""


class UncancellableFuture(asyncio.Future[Result]):
    """The result of a write that cannot be undone: a waiting task cannot cancel it.

    A task that is cancelled meanwhile ends when the write is done.
    """

    def cancel(self, msg: object = None) -> bool:
        """Cancel nothing."""
        del msg
        return False


class _Pending(NamedTuple, Generic[Request]):
    """A write that waits for its result."""

    request: Request
    future: asyncio.Future[Any]


class Writer(Generic[Request]):
    """Takes writes from any task, and gives each its result when *commit* has stored it.

    *commit* gets the writes in the order in which they came, and how often they were tried before;
    it returns the result of each. A StorageError that it raises is that of all; after another error
    each write is tried alone, so that one that fails affects no other. *failures* of the database
    become a StorageError. It is called in a thread, which calls *end* at its end.

    A write that comes after a pause waits *max_delay* seconds for others; the next commit comes
    ``SPACING`` times as long after that one. So a single write waits little, and under load many
    share a commit; without *max_delay*, those that came during a commit share the next one. When a
    commit takes longer than *timeout*, all writes after it are refused until it is done.
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
        self._commits = 0  # an odd number while one is under way
        self._alarm = False
        self._seen, self._times_seen = 0, 0
        self._batch: list[_Pending[Request]] = []
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def write(self, request: Request) -> asyncio.Future[Any]:
        """Return the result of a write, when it is stored even if the caller was cancelled."""
        loop = asyncio.get_running_loop()
        future: UncancellableFuture[Any] = UncancellableFuture(loop=loop)
        if self._closed.is_set():
            future.set_exception(StorageError("the store is closed"))
        elif self.stuck or self._queue.qsize() >= WAITING:
            future.set_exception(StorageError("the database does not answer"))
        else:
            self._queue.put(_Pending(request, future))
            if self._timeout is not None and not self._alarm:
                self._alarm = True
                loop.call_later(self._timeout / CHECKS, self._check)
        return future

    @property
    def stuck(self) -> bool:
        """Whether a commit takes longer than *timeout*."""
        return self._times_seen >= CHECKS and self._seen == self._commits

    def _check(self) -> None:
        """Refuse all writes that wait for a commit that takes too long; check again later."""
        self._alarm = False
        commits = self._commits
        if not commits % 2 and self._queue.empty():
            return
        same = commits % 2 and commits == self._seen
        self._times_seen = self._times_seen + 1 if same else 0
        self._seen = commits
        if self.stuck:
            refused = self._waiting(WAITING)
            _finish(refused, [StorageError("the database does not answer")] * len(refused))
        if self._timeout is not None and not self._closed.is_set():
            self._alarm = True
            asyncio.get_running_loop().call_later(self._timeout / CHECKS, self._check)

    async def close(self) -> None:
        """Store all waiting writes, and end; refuse those for which the database takes too long."""
        if not self._closed.is_set():
            self._closed.set()
            self._queue.put(None)
        limit = None if self._timeout is None else CLOSE_TIMEOUT
        await asyncio.to_thread(self._thread.join, limit)
        unknown = [*self._batch, *self._waiting(WAITING)]
        _finish(unknown, [StorageError("the database does not answer")] * len(unknown))

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
        """Return the result of each write, or its error."""
        try:
            return self._commit([each.request for each in batch], tried)
        except StorageError as error:
            return [error] * len(batch)
        except Exception as error:  # noqa: BLE001 - after any error every caller gets an answer
            if len(batch) > 1:
                return [result for each in batch for result in self._results([each], tried + 1)]
            if not isinstance(error, self._failures):
                return [error]
            failure = StorageError(f"nothing could be stored: {error}")
            failure.__cause__ = error
            return [failure]

    def _waiting(self, limit: int) -> list[_Pending[Request]]:
        """Return writes that wait, and forget them."""
        found: list[_Pending[Request]] = []
        with suppress(Empty):
            while len(found) < limit:
                pending = self._queue.get_nowait()
                if pending is None:  # the end, which comes after them
                    self._queue.put(None)
                    break
                found.append(pending)
        return found


def _finish(batch: Sequence[_Pending[Any]], results: Sequence[Any]) -> None:
    """Set the results of writes, each on its event loop."""
    by_loop = defaultdict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]](list)
    for (_, future), result in zip(batch, results, strict=True):
        by_loop[future.get_loop()].append((future, result))
    for loop, some in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed: no caller waits
            loop.call_soon_threadsafe(_set_results, some)


def _set_results(some: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in some:
        if future.done():  # it was refused when the writer ended
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
