"""PostgreSQL: appends in a pipeline, other transactions in a few threads, LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any, TypeVar

import psycopg

from tilerummy.server.store.database import Append, Connection, Statement, Stored, Value
from tilerummy.server.store.postgres_server import (
    LOCK,
    LOCK_SHARED,
    PATIENCE,
    Connections,
    Failure,
    InUseError,
    Server,
    about,
    begin_copy,
    check_whole,
    close_quietly,
    has_ended,
    is_lost,
    may_be_repeated,
    migrate,
    prepare,
    version_of,
)
from tilerummy.server.store.types import StorageError, StoreOpeningError
from tilerummy.server.store.writer import Writer

Result = TypeVar("Result")

NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""The time of the database, in milliseconds since 1970."""

URGENT = 2
"""The number of threads for what does not wait: heartbeats, and taking rooms."""
ATTEMPTS = 3
"""How often a transaction is tried that was undone because of others, or lost its connection."""
REFUSE_AFTER = 2.0
"""Seconds after which nothing waits for appends that take longer, and everything is refused."""
CONNECT_AGAIN = 0.1
"""Seconds between two attempts to connect."""
CONNECT_ATTEMPTS = 3
"""How often that is tried for appends of which nothing was sent; then they are refused."""
LOCK_ATTEMPTS = 20
"""How often a server asks for the database, as one that has just ended may still hold it."""
LISTENING = 0.25
"""How many seconds it may take until the thread that listens sees that the store is closed."""

_END_OLD = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = %s AND pid = %s"
)
_BY_INDEX = "SELECT set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false)"
"""Lets appends use the indexes even if their plans are made while the tables are empty."""
_NOTIFY = "SELECT pg_notify('tilerummy ' || current_schema(), '')"
_LISTEN = "SELECT 'LISTEN ' || quote_ident('tilerummy ' || current_schema())"


@lru_cache(maxsize=512)
def _query(statement: str) -> bytes:
    """Return a statement as the driver takes it."""
    return statement.replace("?", "%s").replace("now_ms()", NOW).encode()


class PostgresConnection:
    """Executes statements; see the port."""

    def __init__(self, db: psycopg.Connection) -> None:
        self._db = db

    def rows(self, statement: str, *parameters: Value) -> list[Stored]:
        """Execute a statement, and return all rows."""
        cursor = self._db.execute(_query(statement), parameters, binary=True)
        return cursor.fetchall() if cursor.description else []

    def rows_of(self, statement: str, values: Sequence[str]) -> list[Stored]:
        """Execute a statement once with all the values, and return all rows."""
        if not values:
            return []
        query = _query(statement.replace("= ?", "= ANY (?)"))
        cursor = self._db.execute(query, ([*values],), binary=True)
        return cursor.fetchall() if cursor.description else []

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement with the parameters of each row."""
        with self._db.cursor() as cursor:
            cursor.executemany(_query(statement), rows)

    def lock(self, rooms: Sequence[str]) -> None:
        """Lock rooms until the transaction ends, in the order in which appends lock them."""
        self.rows_of("SELECT 1 FROM rooms WHERE room = ? ORDER BY room FOR UPDATE", rooms)

    def lock_guest(self, guest: str) -> None:
        """Lock a guest until the transaction ends."""
        self.rows("SELECT 1 FROM guests WHERE id = ? FOR UPDATE", guest)

    def lock_table(self, name: str) -> None:
        """Lock a table until the transaction ends."""
        self.rows(f"LOCK TABLE {name} IN SHARE ROW EXCLUSIVE MODE")


class Postgres:
    """The database at *url*.

    One connection appends, *threads* others read and write everything else but what is urgent, for
    which there are two. No other server uses
    the database, unless it is *shared*. Raises StoreOpeningError.
    """

    def __init__(self, url: str, *, threads: int = 3, shared: bool = False) -> None:
        self._server, self._shared = Server(url), shared
        self._closing = threading.Event()
        self._db: psycopg.Connection | None = None
        self._pid = 0
        db = prepare(self._server)
        try:
            self.about = about(db)
            self._db = self._connect()
        except Failure as error:
            raise self._server.not_opened(error) from error
        finally:
            close_quietly(db)
        self._writer = Writer[Append](
            self._commit, self._drop, name="store-writer", patience=REFUSE_AFTER
        )
        self._connections = Connections(self._server)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="store-thread")
        self._urgent = ThreadPoolExecutor(URGENT, thread_name_prefix="store-urgent")
        self._listening: list[threading.Thread] = []

    async def read(
        self, work: Callable[[Connection], Result], /, *, urgent: bool = False
    ) -> Result:
        """Return what *work* reads; see the port."""
        return await self._run(lambda: self._read(work), urgent=urgent)

    async def write(
        self, work: Callable[[Connection], Result], /, *, urgent: bool = False
    ) -> Result:
        """Return the result of *work*; see the port.

        It may be stored in spite of a StorageError if the connection is lost at the commit.
        """
        return await self._run(lambda: self._write(work), urgent=urgent)

    async def _run(self, work: Callable[[], Result], *, urgent: bool = False) -> Result:
        threads = self._urgent if urgent else self._threads
        try:
            future = asyncio.get_running_loop().run_in_executor(threads, work)
        except RuntimeError as error:
            raise StorageError("the store is closed") from error
        return await asyncio.shield(future)  # a write that has begun is finished

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        """Return what *work* reads; a lost connection is replaced once."""
        for attempt in range(2):
            db = None
            try:
                db = self._connections.get()
                return work(PostgresConnection(db))
            except Failure as error:
                if db is None or not is_lost(db, error) or attempt:
                    raise StorageError(f"nothing could be read: {error}") from error
                self._connections.drop(db)
        raise AssertionError("the last attempt raises")

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        """Execute *work* in a transaction, and return its result when that is committed."""
        failure: Exception | None = None
        for _ in range(ATTEMPTS):
            db, done = None, False
            try:
                db = self._connections.get()
                with db.transaction():
                    result = work(PostgresConnection(db))
                    done = True
                return result
            except Failure as error:
                failure = error
                if db is None:
                    break
                lost = is_lost(db, error)
                if lost:
                    self._connections.drop(db)
                if done or not (lost or may_be_repeated(error)):
                    break
        raise StorageError(f"nothing could be stored: {failure}") from failure

    def append(self, append: Append, /) -> asyncio.Future[bool]:
        """Execute an append; see the port.

        When the connection is lost, it is not known whether the appends were stored that were just
        sent: they wait for the server, and the heads of the logs tell. Meanwhile everything else is
        refused.
        """
        return self._writer.write(append)

    def _commit(self, batch: Sequence[Append], *, unsure: bool = False) -> list[Any]:
        """Store appends; return for each whether it was stored, or the error.

        If *unsure*, they may be stored already.
        """
        order = sorted(range(len(batch)), key=lambda n: batch[n].room)  # no deadlock with others
        try:
            stored = self._stored([batch[n] for n in order], unsure=unsure)
        except StorageError:  # nothing was sent
            raise
        except Exception as error:  # noqa: BLE001 - every caller gets an answer
            if len(batch) > 1:  # what is wrong with one is no fault of the others
                return [self._commit_alone(each) for each in batch]
            failure = StorageError(f"nothing could be stored: {error}")
            failure.__cause__ = error
            return [failure]
        return [stored[order.index(n)] for n in range(len(batch))]

    def _commit_alone(self, append: Append) -> object:
        try:
            [result] = self._commit([append], unsure=True)
        except StorageError as error:
            return error
        return result

    def _stored(self, batch: Sequence[Append], *, unsure: bool) -> list[bool]:
        """Send appends until it is known for each whether it is stored."""
        attempt = 0
        while True:
            if self._db is not None and has_ended(self._db):
                self._drop()
            db = self._db or self._connection(wait=unsure)
            try:
                before = [unsure and bool(_rows(db, each.stored)) for each in batch]
                left = [each for each, done in zip(batch, before, strict=True) if not done]
                after = iter(_sent(db, left))
                return [done or next(after) for done in before]
            except Failure as error:
                attempt += 1
                if is_lost(db, error):
                    self._drop()
                    unsure = True
                elif attempt > ATTEMPTS or not (
                    may_be_repeated(error)
                    # the lost transaction was committed just now
                    or (unsure and isinstance(error, psycopg.errors.UniqueViolation))
                ):
                    raise

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
                    raise StorageError(f"nothing could be stored: {error}") from error
                if self._closing.wait(CONNECT_AGAIN):
                    raise StorageError(
                        "the store was closed before the database came back"
                    ) from error

    def _connect(self) -> psycopg.Connection:
        """Connect, if no server that shares nothing uses the database.

        One that shares nothing itself is then the only one. Raises InUseError, or a failure.
        """
        db = self._server.connect(patience=PATIENCE)
        try:
            db.execute(_BY_INDEX)
            if self._pid:  # whatever the lost connection was about to do, it does no more
                db.execute(_END_OLD, (self._server.name, self._pid))
            if not any(self._locked(db, attempt) for attempt in range(LOCK_ATTEMPTS)):
                raise InUseError(
                    f"another server uses {self._server.address}; end it first, or name"
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
            self._closing.wait(CONNECT_AGAIN)
        lock = LOCK_SHARED if self._shared else LOCK
        return db.execute(lock).fetchone() == (True,)

    def listen(self, wake: Callable[[], None], /) -> None:
        """Call *wake* at every notice; see the port."""
        loop = asyncio.get_running_loop()

        def woken() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(wake)

        thread = threading.Thread(target=self._listen, args=(woken,), name="store-listener")
        self._listening.append(thread)
        thread.start()

    def _listen(self, woken: Callable[[], None]) -> None:
        """Listen until the store is closed, on a new connection whenever one is lost."""
        while not self._closing.is_set():
            db = None
            try:
                db = self._server.connect()
                [(listen,)] = db.execute(_LISTEN).fetchall()
                db.execute(str(listen).encode())
                woken()  # something may have been missed
                while not self._closing.is_set():
                    for _ in db.notifies(timeout=LISTENING, stop_after=1):
                        woken()
            except Failure:
                self._closing.wait(LISTENING)
            finally:
                if db is not None:
                    close_quietly(db)

    async def notify(self) -> None:
        """Wake every node that listens; see the port."""
        await self.read(lambda db: db.rows(_NOTIFY))

    async def purge(self) -> None:
        """Do nothing: the server uses the space of deleted data again in its own time."""

    async def is_writable(self) -> bool:
        """Return whether writes can be stored now."""
        query = "UPDATE tilerummy_schema SET version = version"
        try:
            await self.write(lambda db: db.rows(query))
        except StorageError:
            return False
        return not self._writer.stuck

    async def close(self) -> None:
        """Store all requested writes, and end."""
        self._closing.set()
        await self._writer.close()
        for threads in (self._threads, self._urgent):
            await asyncio.to_thread(threads.shutdown)
        for thread in self._listening:
            await asyncio.to_thread(thread.join)
        self._connections.close()


def _rows(db: psycopg.Connection, statement: Statement) -> list[Stored]:
    return PostgresConnection(db).rows(statement.text, *statement.parameters)


def _sent(db: psycopg.Connection, appends: Sequence[Append]) -> list[bool]:
    """Send appends in one transaction, without waiting for a result before its end."""
    if not appends:
        return []
    with db.pipeline(), db.transaction():
        firsts = []
        for each in appends:
            firsts.append(db.execute(_query(each.first.text), each.first.parameters))
            for other in each.others:
                db.execute(_query(other.text), other.parameters)
    return [cursor.rowcount == 1 for cursor in firsts]


class PostgresPlace:
    """A database, open for copying or checking; see the protocol.

    Until a copy into it is whole, no server opens it. *alone*, no server uses it meanwhile. Raises
    StoreOpeningError.
    """

    before_owners = 5

    def __init__(self, url: str, *, alone: bool = False, copy: bool = False) -> None:
        server = Server(url)
        self.name = server.address
        self._db = server.opened(patience=0)
        try:
            self._open(server, alone=alone, copy=copy)
        except Failure as error:
            close_quietly(self._db)
            raise server.not_opened(error) from error
        except BaseException:
            close_quietly(self._db)
            raise
        self.connection: Connection = PostgresConnection(self._db)

    def _open(self, server: Server, *, alone: bool, copy: bool) -> None:
        db = self._db
        if copy:
            migrate(server, db)
        else:
            check_whole(db)
            db.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            db.read_only = True
        if alone and db.execute(LOCK).fetchone() != (True,):
            raise StoreOpeningError(f"a server uses {server.address}; end it first")
        if copy:
            begin_copy(server, db)
        self.version = version_of(db)
        self.about = about(db)

    def transaction(self) -> AbstractContextManager[object]:
        """Return a context in which all is read at one moment, and written together."""
        return self._db.transaction()

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Stored]) -> None:
        """Store rows."""
        statement = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
        with self._db.cursor() as cursor, cursor.copy(statement.encode()) as copy:
            for row in rows:
                copy.write_row(row)

    def finish_copy(self) -> None:
        """Store that the copy is whole; then the planner's statistics are collected."""
        self._db.execute("DROP TABLE tilerummy_unfinished_copy")
        self._db.execute("ANALYZE")

    def close(self) -> None:
        """Close it."""
        close_quietly(self._db)


def migrate_database(url: str) -> tuple[int, int]:
    """Bring a database up to date; return the numbers of its schema before and after.

    Raises StoreOpeningError.
    """
    server = Server(url)
    db = server.opened(patience=0)
    try:
        return migrate(server, db)
    except Failure as error:
        raise server.not_opened(error) from error
    finally:
        close_quietly(db)
