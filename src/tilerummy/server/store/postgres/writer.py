"""The thread that appends: it stores together all appends that have come in meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import NamedTuple

import psycopg

from tilerummy.server.store.futures import UncancellableFuture
from tilerummy.server.store.gathering import Batch, Gathering
from tilerummy.server.store.heads import Heads
from tilerummy.server.store.port import AppendResult, Entries, StorageError, StoreOpeningError
from tilerummy.server.store.postgres import append
from tilerummy.server.store.postgres.append import AppendOutcome, Chained
from tilerummy.server.store.postgres.connecting import (
    LOCK,
    LOCK_SHARED,
    PATIENCE,
    Database,
    Failure,
    close_quietly,
    has_ended,
    is_lost,
    may_be_repeated,
)

WAITING = 20_000
"""How many appends may wait; more are refused."""
REFUSE_AFTER = 2.0
"""Seconds after which nothing more waits for a batch that takes longer, and all else is refused."""
CONNECT_AGAIN = 0.1
"""Seconds between two attempts to connect."""
CONNECT_ATTEMPTS = 3
"""How often it is tried for a batch of which nothing was sent; then it is refused."""
LOCK_ATTEMPTS = 20
"""How often a server asks for the database, as one that has just ended may still hold it."""
ATTEMPTS = 8
"""How often appends are tried whose log is being rewritten, or that were undone for others."""

END_PATIENCE = 5.0
"""Seconds that closing waits for a server that does not answer."""

_END_OLD = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = %s AND pid = %s"
)


class InUseError(StoreOpeningError):
    """Another server uses the database."""


class _Append:
    """An append, and the future of its result."""

    def __init__(self, new: Entries) -> None:
        self.new = new
        self.result: AppendResult | None = None
        self.error: Exception | None = None
        self.loop = asyncio.get_running_loop()
        self.future: UncancellableFuture[AppendResult] = UncancellableFuture(loop=self.loop)

    def set_result(self, error: Exception | None) -> None:
        """Set the result of the future; on the event loop."""
        error = error or self.error
        if self.future.done():
            return
        if error is not None:
            self.future.set_exception(error)
        else:
            assert self.result is not None
            self.future.set_result(self.result)


class _End(NamedTuple):
    """The request to end the thread."""


class Appender:
    """Takes appends from any task, and gives each its result when it is stored.

    Those of one table are carried out in the order in which they came. When the connection is lost,
    it cannot be known whether the last batch was stored: it is sent again as soon as the server is
    there, whose logs tell. Until then everything else is refused. *shared*, other servers append to
    the same logs.
    """

    def __init__(self, database: Database, now: Callable[[], int], *, shared: bool = False) -> None:
        self._database, self._now, self._shared = database, now, shared
        self._call = append.call_shared if shared else append.call
        self._heads = Heads()
        self._pid = 0
        self._closed = threading.Event()
        self._db: psycopg.Connection | None = self._connect()
        self._queue: SimpleQueue[Batch[_Append] | _End] = SimpleQueue()
        self._gathering: Gathering[_Append] | None = None
        self._thread = threading.Thread(target=self._work, name="store-appender", daemon=True)
        self._thread.start()

    def append(self, new: Entries) -> asyncio.Future[AppendResult]:
        """Append entries; see the port. They are stored even if the caller was cancelled."""
        each = _Append(new)
        gathering = self._gathering
        if self._closed.is_set():
            each.future.set_exception(StorageError("the store is closed"))
            return each.future
        if gathering is None or gathering.loop is not each.loop:
            gathering = Gathering(self._queue.put, 0.0, patience=REFUSE_AFTER)
            self._gathering = gathering
        if gathering.stuck or len(gathering) >= WAITING:
            each.future.set_exception(StorageError("the database does not answer"))
        else:
            gathering.add(each)
        return each.future

    @property
    def stuck(self) -> bool:
        """Whether a batch takes so long that all else is refused."""
        return self._gathering is not None and self._gathering.stuck

    async def close(self) -> None:
        """Store all waiting appends, and end."""
        if not self._closed.is_set():
            gathering = self._gathering
            while gathering is not None and gathering.busy and not gathering.stuck:
                gathering.go()
                await asyncio.sleep(0.001)
        await asyncio.to_thread(self.end)

    def end(self) -> None:
        """End at once; what still waits is refused."""
        if not self._closed.is_set():
            self._closed.set()
            self._queue.put(_End())
        self._thread.join(END_PATIENCE)

    def _work(self) -> None:
        while isinstance(batch := self._queue.get(), Batch):
            error: Exception | None = None
            try:
                self._store(batch.writes)
            except Exception as failure:  # noqa: BLE001 - every caller gets an answer
                error = failure
            with suppress(RuntimeError):  # the loop is closed: no caller waits
                batch.source.loop.call_soon_threadsafe(batch.source.written, batch.writes, error)
        if self._db is not None:
            close_quietly(self._db)

    def _store(self, batch: Sequence[_Append]) -> None:
        """Store a batch: at once one append of each table, then the next ones."""
        while batch:
            tables: dict[str, _Append] = {}
            later = [e for e in batch if tables.setdefault(e.new.room, e) is not e]
            self._store_some([*tables.values()])
            batch = later

    def _store_some(self, some: Sequence[_Append]) -> None:
        """Store appends of different tables; if they fail, each by itself."""
        try:
            self._append(some)
        except Exception as error:  # noqa: BLE001 - what is wrong with one is no fault of the others
            if len(some) > 1 and not self._closed.is_set():
                for each in some:
                    self._store_some([each])
                return
            for each in some:
                each.error = error if not isinstance(error, Failure) else _refusal(error)

    def _append(self, some: Sequence[_Append]) -> None:
        """Append, and once more those whose log ends with another checksum than was known."""
        for _ in range(ATTEMPTS):
            at = self._now()
            appends = [
                append.chained(each.new, at, self._heads.get(each.new.room, each.new.expected))
                for each in some
            ]
            again = []
            for each, sent, found in zip(some, appends, self._sent(appends, at), strict=True):
                each.result = found.result(sent)
                if each.result is None:
                    again.append(each)
                if ledger := sent.after if found.done else found.before:
                    self._heads.keep(each.new.room, ledger)
            some = again
            if not some:
                return
        for each in some:
            each.error = StorageError("the table is being rewritten")

    def _sent(self, appends: Sequence[Chained], at: int) -> list[AppendOutcome]:
        """Send appends until it is known whether they are stored; raises the error of the server.

        If they may have been stored although the connection was lost, those that are count as done.
        """
        unsure, attempt = False, 0
        while True:
            if self._db is not None and has_ended(self._db):
                self._drop()
            db = self._db or self._connection(wait=unsure)
            try:
                found = self._call(db, appends, at)
            except Failure as error:
                attempt += 1
                if is_lost(db, error):
                    self._drop()
                    unsure = True
                elif not may_be_repeated(error) or attempt > ATTEMPTS:
                    raise
                continue
            if unsure:
                found = [
                    AppendOutcome(done=True, before=each.before, answer=None)
                    if each.is_own(sent)
                    else each
                    for each, sent in zip(found, appends, strict=True)
                ]
            return found

    def _drop(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            close_quietly(db)

    def _connection(self, *, wait: bool) -> psycopg.Connection:
        """Return a new connection, which is waited for if it must be; raises StorageError."""
        attempt = 0
        while True:
            attempt += 1
            try:
                self._db = self._connect()
                return self._db
            except (StoreOpeningError, *Failure) as error:
                if not wait and attempt == CONNECT_ATTEMPTS:
                    raise StorageError(f"nothing could be kept: {error}") from error
                if self._closed.wait(CONNECT_AGAIN):
                    raise StorageError(
                        "the store was closed before the database came back"
                    ) from error

    def _connect(self) -> psycopg.Connection:
        """Connect, if no server that shares nothing uses the database.

        One that shares nothing itself is then the only one. Raises InUseError, or a failure.
        """
        db = self._database.connect(patience=PATIENCE)
        try:
            if self._pid:  # whatever the lost connection was about to do, it does no more
                db.execute(_END_OLD, (self._database.name, self._pid))
            if not any(self._locked(db, attempt) for attempt in range(LOCK_ATTEMPTS)):
                raise InUseError(
                    f"another server uses {self._database.server}; end it first, or name"
                    " another database, or start all of them with --shared"
                )
        except BaseException:
            close_quietly(db)
            raise
        self._pid = db.info.backend_pid
        return db

    def _locked(self, db: psycopg.Connection, attempt: int) -> bool:
        """Return whether the lock was free, waiting a little if it was asked for before."""
        if attempt:
            self._closed.wait(CONNECT_AGAIN)
        lock = LOCK_SHARED if self._shared else LOCK
        return db.execute(lock).fetchone() == (True,)


def _refusal(error: BaseException) -> StorageError:
    refusal = StorageError(f"nothing could be kept: {error}")
    refusal.__cause__ = error
    return refusal
