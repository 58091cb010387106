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
from tilerummy.server.store.gathering import Batch, Gathering
from tilerummy.server.store.port import StorageError
from tilerummy.server.store.sql import schema

Result = TypeVar("Result")

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


class Writer:
    """Takes writes from any task, and gives each its result when it is on disk.

    The writes of a loop are carried out in the order in which they came. After a failure the file
    is opened again, so that writes continue as soon as the disk works.
    """

    def __init__(self, path: Path, *, linger: float = 0.0) -> None:
        self._path, self._linger = path, linger
        self._db: apsw.Connection | None = schema.writer(path)
        self._queue: SimpleQueue[Batch[_AnyWrite] | _Stop] = SimpleQueue()
        self._closed = False
        self._truncate = False
        self._gathering: Gathering[_AnyWrite] | None = None
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
            self._gathering = Gathering(self._queue.put, self._linger)
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
        while isinstance(batch := self._queue.get(), Batch):
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
