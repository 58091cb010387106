"""The PostgreSQL database: pipelined appends, threads for other transactions, and LISTEN/NOTIFY."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from itertools import count
from typing import TypeVar

import psycopg

from tilerummy.server.store.copying import COLUMNS, Archive
from tilerummy.server.store.database import Append, Stored, Transaction
from tilerummy.server.store.postgres_server import (
    LOCK,
    LOCK_SHARED,
    STATEMENT_TIMEOUT,
    Connections,
    Failure,
    PostgresConnection,
    Server,
    about,
    begin_copy,
    check_whole,
    has_ended,
    is_lost,
    may_be_repeated,
    migrate,
    query_of,
    version_of,
)
from tilerummy.server.store.types import StorageError, StoreOpenError
from tilerummy.server.store.writer import Writer

Result = TypeVar("Result")

THREADS = 3
"""The number of threads for all reads and writes except appends."""
URGENT = 2
"""The number of threads for urgent work, which is sending heartbeats and taking rooms."""
ATTEMPTS = 3
"""How many times to try a transaction if it is aborted or loses its connection."""
REFUSE_AFTER = 2.0
"""How long an append may take, in seconds, before new appends are refused."""
CONNECT_AGAIN = 0.1
"""How long to wait between attempts to connect, in seconds."""
CONNECT_ATTEMPTS = 3
"""How many attempts to connect may fail before unsent appends are refused."""
LOCK_ATTEMPTS = 20
"""How many times to try to lock the database, which a stopped server may release with a delay."""
LISTENING = 0.25
"""How often the listener checks whether the store has been closed, in seconds."""
_END_OLD = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = %s AND pid = %s"
)
_BY_INDEX = "SELECT set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false)"
"""Makes appends use the indexes, even if their plans were made when the tables were empty."""
_NOTIFY = "SELECT pg_notify('tilerummy ' || current_schema(), '')"
_LISTEN = "SELECT 'LISTEN ' || quote_ident('tilerummy ' || current_schema())"


class Postgres:
    """The database at *url*, which is locked for this server unless it is *shared*.

    One connection is used for appends, ``URGENT`` connections for urgent work, and ``THREADS``
    connections for all other work. Raises StoreOpenError.
    """

    def __init__(self, url: str, *, shared: bool = False) -> None:
        self._server, self._shared = Server(url), shared
        self._closing = threading.Event()
        self._db: psycopg.Connection | None = None
        self._pid = 0
        with self._server.opened() as db:
            check_whole(db)
            migrate(self._server, db)
            self.about = about(db)
            self._db = self._connect()
        self._writer = Writer[Append](
            self._commit,
            self._drop,
            name="store-writer",
            failures=(Exception,),
            timeout=REFUSE_AFTER,
        )
        self._connections = Connections(self._server)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="store-thread")
        self._urgent = ThreadPoolExecutor(URGENT, thread_name_prefix="store-urgent")
        self._listening: list[threading.Thread] = []

    async def read(self, work: Transaction[Result], /, *, urgent: bool = False) -> Result:
        """Run *work* on a consistent snapshot; see ``Database.read``."""
        return await self._run(work, nullcontext, urgent=urgent)

    async def write(self, work: Transaction[Result], /, *, urgent: bool = False) -> Result:
        """Run *work* in a transaction; see ``Database.write``.

        If the connection is lost during the commit, the writes may have been stored despite the
        error.
        """
        return await self._run(work, psycopg.Connection.transaction, urgent=urgent)

    async def _run(
        self,
        work: Transaction[Result],
        context: Callable[[psycopg.Connection], AbstractContextManager[object]],
        *,
        urgent: bool,
    ) -> Result:
        """Run *work* in a thread, within *context*."""

        def attempts() -> Result:
            for attempt in count(1):
                db, done = None, False
                try:
                    db = self._connections.get()
                    with context(db):
                        result = work(PostgresConnection(db))
                        done = True
                    return result
                except Failure as error:
                    lost = db is not None and is_lost(db, error)
                    if db is not None and lost:
                        self._connections.drop(db)
                    again = not done and (lost or may_be_repeated(error))
                    if not again or attempt == ATTEMPTS:
                        raise StorageError(f"nothing could be read or stored: {error}") from error
            raise AssertionError("the last attempt raises")

        threads = self._urgent if urgent else self._threads
        try:
            future = asyncio.get_running_loop().run_in_executor(threads, attempts)
        except RuntimeError as error:
            raise StorageError("the store is closed") from error
        return await asyncio.shield(future)  # a started write is finished

    def append(self, append: Append, /) -> asyncio.Future[bool]:
        """Perform an append; see ``Database.append``.

        If the connection is lost, it is unknown which of the sent appends were stored; the heads of
        the logs show this once the server can be reached again. Until then, all other appends are
        refused.
        """
        return self._writer.write(append)

    def _commit(self, batch: Sequence[Append], tried: int) -> list[bool]:
        """Send appends until all outcomes are known, and return whether each append was stored.

        If the batch was *tried* before, some appends may already be stored. Raises StorageError
        only if none of the appends were sent.
        """
        unsure, attempt = tried > 0, 0
        while True:
            if self._db is not None and has_ended(self._db):
                self._drop()
            db = self._db or self._connection(wait=unsure)
            try:
                rows = PostgresConnection(db).rows
                seek = [each.stored for each in batch]
                done = [unsure and rows(each.text, *each.parameters) != [] for each in seek]
                left = [n for n in range(len(batch)) if not done[n]]
                left.sort(key=lambda n: batch[n].room)  # a fixed order, to prevent deadlocks
                for n, stored in zip(left, _sent(db, [batch[n] for n in left]), strict=True):
                    done[n] = stored
                return done
            except Failure as error:
                attempt += 1
                if is_lost(db, error):
                    self._drop()
                    unsure = True
                elif attempt > ATTEMPTS or not (
                    may_be_repeated(error)
                    # the transaction that seemed lost was committed after all
                    or (unsure and isinstance(error, psycopg.errors.UniqueViolation))
                ):
                    raise

    def _drop(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            db.close()

    def _connection(self, *, wait: bool) -> psycopg.Connection:
        """Connect. Unless *wait* is set, raise StorageError after ``CONNECT_ATTEMPTS`` failures."""
        for attempt in count(1):
            try:
                self._db = self._connect()
                return self._db
            except (StoreOpenError, *Failure) as error:
                last = attempt == CONNECT_ATTEMPTS and not wait
                if last or self._closing.wait(CONNECT_AGAIN):
                    raise StorageError(f"nothing could be stored: {error}") from error
        raise AssertionError("the last attempt raises")

    def _connect(self) -> psycopg.Connection:
        """Connect, and lock the database.

        Raises StoreOpenError if another server holds a conflicting lock, and any error in
        :data:`Failure`.
        """
        db = self._server.connect(timeout=STATEMENT_TIMEOUT)
        try:
            db.execute(_BY_INDEX)
            if self._pid:  # stops work that the lost connection may still be doing
                db.execute(_END_OLD, (self._server.name, self._pid))
            lock = LOCK_SHARED if self._shared else LOCK
            for _ in range(LOCK_ATTEMPTS):
                if db.execute(lock).fetchone() == (True,):
                    break
                self._closing.wait(CONNECT_AGAIN)
            else:
                raise StoreOpenError(
                    f"another server uses {self._server.address}; stop it first, or choose"
                    " another database, or start all servers with --shared"
                )
        except BaseException:
            db.close()
            raise
        self._pid = db.info.backend_pid
        return db

    def listen(self, wake: Callable[[], None], /) -> None:
        """Call *wake* at each notification; see ``Database.listen``."""
        loop = asyncio.get_running_loop()

        def woken() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(wake)

        thread = threading.Thread(target=self._listen, args=(woken,), name="store-listener")
        self._listening.append(thread)
        thread.start()

    def _listen(self, woken: Callable[[], None]) -> None:
        """Listen until the store is closed, reconnecting when the connection is lost."""
        while not self._closing.is_set():
            try:
                with closing(self._server.connect()) as db:
                    [(listen,)] = db.execute(_LISTEN).fetchall()
                    db.execute(str(listen).encode())
                    woken()  # notifications may have been missed while disconnected
                    while not self._closing.is_set():
                        for _ in db.notifies(timeout=LISTENING, stop_after=1):
                            woken()
            except Failure:
                self._closing.wait(LISTENING)

    async def notify(self) -> None:
        """Wake all listening nodes; see ``Database.notify``."""
        await self.read(lambda db: db.rows(_NOTIFY))

    async def purge(self) -> None:
        """Do nothing, because the database server eventually reuses the space of deleted data."""

    async def is_writable(self) -> bool:
        """Return whether the database can currently store writes."""
        query = "UPDATE tilerummy_schema SET version = version"
        try:
            await self.write(lambda db: db.rows(query))
        except StorageError:
            return False
        return not self._writer.stuck

    async def close(self) -> None:
        """Finish all pending writes, then close all connections."""
        self._closing.set()
        await self._writer.close()
        for threads in (self._threads, self._urgent):
            await asyncio.to_thread(threads.shutdown)
        for thread in self._listening:
            await asyncio.to_thread(thread.join)
        self._connections.close()


def _sent(db: psycopg.Connection, appends: Sequence[Append]) -> list[bool]:
    """Send appends in a single pipelined transaction, and return whether each append was stored."""
    if not appends:
        return []
    with db.pipeline(), db.transaction():
        firsts = []
        for each in appends:
            firsts.append(db.execute(query_of(each.first.text), each.first.parameters))
            for other in each.others:
                db.execute(query_of(other.text), other.parameters)
    return [cursor.rowcount == 1 for cursor in firsts]


class PostgresArchive(Archive):
    """A PostgreSQL database, opened as an archive."""

    before_owners = 5

    def __init__(self, db: psycopg.Connection, name: str) -> None:
        super().__init__(PostgresConnection(db), name, about(db), version_of(db))
        self._db = db

    def transaction(self) -> AbstractContextManager[object]:
        """Return a transaction."""
        return self._db.transaction()

    def insert(self, table: str, rows: Sequence[Stored]) -> None:
        """Insert *rows* into *table*."""
        statement = f"COPY {table} ({', '.join(COLUMNS[table].split())}) FROM STDIN"
        with self._db.cursor() as cursor, cursor.copy(statement.encode()) as copy:
            for row in rows:
                copy.write_row(row)

    def finish_copy(self) -> None:
        """Mark the copy as complete, and collect statistics for the query planner."""
        self._db.execute("DROP TABLE tilerummy_unfinished_copy")
        self._db.execute("ANALYZE")


@contextmanager
def open_archive(url: str, *, exclusive: bool = False, copy: bool = False) -> Iterator[Archive]:
    """Open a database as an archive; raises StoreOpenError.

    Servers cannot open a *copy* until it is complete. *exclusive* locks out all servers.
    """
    server = Server(url)
    with server.opened(timeout=0) as db:
        if copy:
            migrate(server, db)
        else:
            check_whole(db)
            db.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            db.read_only = True
        if exclusive and db.execute(LOCK).fetchone() != (True,):
            raise StoreOpenError(f"a server uses {server.address}; stop it first")
        if copy:
            begin_copy(server, db)
        yield PostgresArchive(db, server.address)


def migrate_database(url: str) -> tuple[int, int]:
    """Migrate a database, and return the old and new schema versions.

    Raises StoreOpenError.
    """
    server = Server(url)
    with server.opened(timeout=0) as db:
        return migrate(server, db)
