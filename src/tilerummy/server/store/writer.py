"""The one thread that writes: it commits together whatever has come in meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Generic, NamedTuple, Protocol, TypeVar

import apsw

from tilerummy.server.store import schema
from tilerummy.server.store.port import StorageError

Result = TypeVar("Result")

BATCH = 256
"""How many writes are committed together at most."""
WAITING = 20_000
"""How many may wait; more are turned away."""


class _Asked(Protocol):
    """A write with its future, whatever it returns."""

    def run(self, db: apsw.Connection) -> None: ...
    def run_apart(self, db: apsw.Connection) -> None: ...
    def tell(self, error: Exception | None) -> None: ...
    @property
    def loop(self) -> asyncio.AbstractEventLoop: ...


class _Write(Generic[Result]):
    """Something to write, and who waits for what comes of it."""

    def __init__(self, work: Callable[[apsw.Connection], Result]) -> None:
        self._work = work
        self._result: Result
        self._error: Exception | None = None
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Result] = self.loop.create_future()

    def run(self, db: apsw.Connection) -> None:
        """Do it; if it fails, all of the batch has to be done again."""
        self._result = self._work(db)

    def run_apart(self, db: apsw.Connection) -> None:
        """Do it, in a transaction of its own within that of the batch."""
        try:
            with db:
                self._result = self._work(db)
        except Exception as error:
            if db.in_transaction:
                self._error = error
            else:  # all of the batch is lost, not only this
                raise

    def tell(self, error: Exception | None) -> None:
        """Tell whoever waits; on the loop."""
        error = error or self._error
        if self.future.done():
            return
        if error is None:
            self.future.set_result(self._result)
        elif isinstance(error, schema.Failure):
            told = StorageError(f"nothing could be kept: {error}")
            told.__cause__ = error
            self.future.set_exception(told)
        else:
            self.future.set_exception(error)


class _Stop(NamedTuple):
    """The end of all writing."""


class Writer:
    """Takes writes from any task, and gives each its result when it is on disk.

    Writes are carried out in the order in which they came. After a failure the file is opened
    anew, so that it goes on as soon as the disk does.
    """

    def __init__(self, path: Path, *, linger: float = 0.0) -> None:
        self._path, self._linger = path, linger
        self._db: apsw.Connection | None = schema.writer(path)
        self._queue: SimpleQueue[_Asked | _Stop] = SimpleQueue()
        self._closed = False
        self._truncate = False
        self._never = threading.Event()
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[apsw.Connection], Result]) -> Result:
        """Return what *work* returns, after it is on disk.

        Raises what *work* raises, and StorageError if it could not be kept.
        """
        if self._closed:
            raise StorageError("the store is closed")
        if self._queue.qsize() >= WAITING:
            raise StorageError("too much waits to be kept")
        asked = _Write(work)
        self._queue.put(asked)
        return await asked.future  # it is written even if nobody waits any more

    async def truncate_log(self) -> None:
        """Return when nothing written before is left in the write-ahead log, or soon after.

        Where somebody reads an older state just then, it is tried again after the next commits.
        """
        self._truncate = True
        await self.write(lambda _: None)

    async def close(self) -> None:
        """Write what waits, and end."""
        if not self._closed:
            self._closed = True
            self._queue.put(_Stop())
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        going = True
        while going:
            batch, going = self._batch()
            if batch:
                self._commit(batch)
        if self._db is not None:
            self._db.close()

    def _batch(self) -> tuple[list[_Asked], bool]:
        """Return what is to be committed together, and whether more is to come."""
        batch: list[_Asked] = []
        asked = self._queue.get()
        if self._linger:
            self._never.wait(self._linger)
        while not isinstance(asked, _Stop):
            batch.append(asked)
            if len(batch) == BATCH:
                return batch, True
            try:
                asked = self._queue.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _commit(self, batch: list[_Asked]) -> None:
        error: Exception | None = None
        try:
            if self._db is None:
                self._db = schema.writer(self._path)
            _together(self._db, batch)
            if self._truncate and schema.truncate_log(self._db):
                self._truncate = False
        except Exception as failure:  # noqa: BLE001 - whatever it was, nobody may wait for ever
            error = failure
            self._reopen_later()
        _told(batch, error)

    def _reopen_later(self) -> None:
        """Give up the connection, whose state is not known any more."""
        db, self._db = self._db, None
        if db is not None:
            try:
                db.close(True)  # noqa: FBT003 - apsw takes it by position alone
            except schema.Failure:
                return


def _together(db: apsw.Connection, batch: list[_Asked]) -> None:
    """Carry out a batch in one transaction; a write that fails is left out.

    It is not opened by ``with db``, which would keep all of Python waiting for the disk.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        try:
            for asked in batch:
                asked.run(db)
        except Exception:  # once more, to see whose it was
            if not db.in_transaction:
                raise
            db.execute("ROLLBACK")
            db.execute("BEGIN IMMEDIATE")
            for asked in batch:
                asked.run_apart(db)
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _told(batch: list[_Asked], error: Exception | None) -> None:
    """Tell all who wait what came of it, each on its loop, with one wake-up for a loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Asked]] = {}
    for asked in batch:
        by_loop.setdefault(asked.loop, []).append(asked)
    for loop, waiting in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_tell, waiting, error)


def _tell(waiting: list[_Asked], error: Exception | None) -> None:
    for asked in waiting:
        asked.tell(error)
