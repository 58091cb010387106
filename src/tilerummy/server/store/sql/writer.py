"""The thread that writes: it commits together all writes that have come in meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Generic, NamedTuple, Protocol, TypeVar

import apsw

from tilerummy.server.store.futures import UncancellableFuture
from tilerummy.server.store.port import StorageError
from tilerummy.server.store.sql import schema

Result = TypeVar("Result")

BATCH = 256
"""How many writes are committed together at most."""
SPACING = 10
"""The least time between two batches, as a multiple of *linger*."""
WAITING = 20_000
"""How many writes may wait; more are refused."""


class _AnyWrite(Protocol):
    """A write with its future, for any type of result."""

    def run(self, db: apsw.Connection) -> None: ...
    def run_apart(self, db: apsw.Connection) -> None: ...
    def set_result(self, error: Exception | None) -> None: ...


class _Write(Generic[Result]):
    """A write, and the future of its result."""

    def __init__(self, work: Callable[[apsw.Connection], Result]) -> None:
        self._work = work
        self._result: Result
        self._error: Exception | None = None
        self.loop = asyncio.get_running_loop()
        self.future: UncancellableFuture[Result] = UncancellableFuture(loop=self.loop)

    def run(self, db: apsw.Connection) -> None:
        """Execute the write; if it fails, the whole batch is executed again."""
        self._result = self._work(db)

    def run_apart(self, db: apsw.Connection) -> None:
        """Execute the write in a transaction of its own within that of the batch."""
        try:
            with db:
                self._result = self._work(db)
        except Exception as error:
            if db.in_transaction:
                self._error = error
            else:  # the whole batch is rolled back, not only this write
                raise

    def set_result(self, error: Exception | None) -> None:
        """Set the result of the future; on the event loop."""
        error = error or self._error
        if self.future.done():
            return
        if error is None:
            self.future.set_result(self._result)
        elif isinstance(error, schema.Failure):
            failure = StorageError(f"nothing could be kept: {error}")
            failure.__cause__ = error
            self.future.set_exception(failure)
        else:
            self.future.set_exception(error)


class _Stop(NamedTuple):
    """The request to end the thread."""


class _Gathering:
    """The writes of one event loop, gathered until they are passed to the writer together.

    A batch is gathered for *linger* seconds, and until the one before it is written and ``SPACING``
    times as long has passed since then. So a single write waits little, and under load many share a
    commit; thread and event loop are woken once for each batch.
    """

    def __init__(self, hand_over: Callable[[_Batch], None], linger: float) -> None:
        self._hand_over, self._linger = hand_over, linger
        self.loop = asyncio.get_running_loop()
        self._waiting: list[_AnyWrite] = []
        self._under_way = False
        self._earliest = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def busy(self) -> bool:
        """Whether any write waits or is being written."""
        return self._under_way or bool(self._waiting)

    def add(self, write: _AnyWrite) -> None:
        """Add a write to the next batch."""
        self._waiting.append(write)
        if not self._under_way and self._timer is None:
            self._go_soon(self._linger)

    def _go_soon(self, linger: float) -> None:
        """Pass on the gathered writes as soon as allowed, at the earliest in *linger* seconds."""
        full = len(self._waiting) >= BATCH
        wait = 0.0 if full else max(linger, self._earliest - self.loop.time())
        if self._linger and wait > 0:
            self._timer = self.loop.call_later(wait, self.go)
        else:
            self.go()

    def go(self) -> None:
        """Pass on the gathered writes."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiting:
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            self._under_way = True
            self._earliest = self.loop.time() + SPACING * self._linger
            self._hand_over(_Batch(self, batch))

    def written(self, batch: list[_AnyWrite], error: Exception | None) -> None:
        """Set the results of a batch, and continue; on the event loop."""
        self._under_way = False
        if self._waiting and self._timer is None:
            self._go_soon(0.0)
        for write in batch:
            write.set_result(error)


class _Batch(NamedTuple):
    """Writes to commit together, and their source."""

    source: _Gathering
    writes: list[_AnyWrite]


class Writer:
    """Takes writes from any task, and gives each its result when it is on disk.

    The writes of a loop are carried out in the order in which they came. After a failure the file
    is opened again, so that writes continue as soon as the disk works.
    """

    def __init__(self, path: Path, *, linger: float = 0.0) -> None:
        self._path, self._linger = path, linger
        self._db: apsw.Connection | None = schema.writer(path)
        self._queue: SimpleQueue[_Batch | _Stop] = SimpleQueue()
        self._closed = False
        self._truncate = False
        self._gathering: _Gathering | None = None
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    def write(self, work: Callable[[apsw.Connection], Result]) -> asyncio.Future[Result]:
        """Return what *work* returns, after it is on disk.

        Raises what *work* raises, and StorageError if it could not be stored. It is written even if
        the caller was cancelled.
        """
        write = _Write(work)
        if self._closed:
            write.future.set_exception(StorageError("the store is closed"))
            return write.future
        if self._gathering is None or self._gathering.loop is not write.loop:
            if self._gathering is not None:
                with suppress(RuntimeError):
                    self._gathering.loop.call_soon_threadsafe(self._gathering.go)
            self._gathering = _Gathering(self._queue.put, self._linger)
        if len(self._gathering) >= WAITING:
            write.future.set_exception(StorageError("too much waits to be kept"))
        else:
            self._gathering.add(write)
        return write.future

    async def truncate_log(self) -> None:
        """Truncate the write-ahead log, now or soon after this returns.

        While a reader still uses an older state, it is retried after the next commits.
        """
        self._truncate = True
        await self.write(lambda _: None)

    async def close(self) -> None:
        """Write all waiting writes, and end."""
        if not self._closed:
            self._closed = True
            while self._gathering is not None and self._gathering.busy:
                self._gathering.go()
                await asyncio.sleep(0.001)
            self._queue.put(_Stop())
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        while isinstance(batch := self._queue.get(), _Batch):
            error = self._commit(batch.writes)
            with suppress(RuntimeError):  # the loop is closed: no caller waits
                batch.source.loop.call_soon_threadsafe(batch.source.written, batch.writes, error)
        if self._db is not None:
            self._db.close()

    def _commit(self, batch: list[_AnyWrite]) -> Exception | None:
        try:
            if self._db is None:
                self._db = schema.writer(self._path)
            _together(self._db, batch)
            if self._truncate and schema.truncate_log(self._db):
                self._truncate = False
        except Exception as failure:  # noqa: BLE001 - after any error every caller gets an answer
            self._reopen_later()
            return failure
        return None

    def _reopen_later(self) -> None:
        """Drop the connection, whose state is unknown; the next batch opens another one."""
        db, self._db = self._db, None
        if db is not None:
            try:
                db.close(True)  # noqa: FBT003 - apsw takes it by position alone
            except schema.Failure:
                return


def _together(db: apsw.Connection, batch: list[_AnyWrite]) -> None:
    """Execute a batch in one transaction; a write that fails is left out.

    It is not opened by ``with db``, which would hold the GIL while the disk is written.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        try:
            for write in batch:
                write.run(db)
        except Exception:  # once more, one by one, to find the write that failed
            if not db.in_transaction:
                raise
            db.execute("ROLLBACK")
            db.execute("BEGIN IMMEDIATE")
            for write in batch:
                write.run_apart(db)
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
