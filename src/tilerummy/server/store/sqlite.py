"""SQLite: in a file with threads of its own, or at the call, without any thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import apsw

from tilerummy.server.store import schema
from tilerummy.server.store.copying import COLUMNS, Archive
from tilerummy.server.store.database import Append, Stored, Transaction, Value
from tilerummy.server.store.folder import close_to_others, make_private
from tilerummy.server.store.types import StorageError, StoreDescription, StoreOpenError
from tilerummy.server.store.writer import Writer

Result = TypeVar("Result")
Work = Callable[[apsw.Connection], Result]

VALUES_AT_ONCE = 500
"""The maximum number of values in one statement."""
BUSY_TIMEOUT = 5000
"""How long a connection waits for another one, in milliseconds."""
TRUNCATE_TIMEOUT = 20
"""How long truncating the write-ahead log waits for readers, in milliseconds, before a retry."""
BACKUP_RETENTION = 7 * 24 * 3600_000
"""How long the copy from before an update is stored, in milliseconds."""

ABOUT = StoreDescription(f"SQLite {apsw.sqlite_lib_version()}")
Failure = (apsw.Error, OSError)
"""The errors of a file; of a store they become a StorageError."""


@lru_cache(maxsize=512)
def _plain(statement: str) -> str:
    """Return a statement without the locks that one writer alone does not need."""
    if statement.startswith("LOCK TABLE"):
        return ""
    return statement.replace(" FOR UPDATE SKIP LOCKED", "").replace(" FOR UPDATE", "")


class SqliteConnection:
    """Executes statements; see the port. One transaction writes at a time, so it locks nothing.

    Rows are returned as lists: an open cursor would retain an old snapshot.
    """

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def rows(self, statement: str, *parameters: Value) -> list[Stored]:
        """Execute a statement, and return all rows."""
        return self._db.execute(_plain(statement), parameters).fetchall()

    def rows_of(self, statement: str, values: Sequence[str]) -> list[Stored]:
        """Execute a statement once with many values, and return all rows."""
        found: list[Stored] = []
        for first in range(0, len(values), VALUES_AT_ONCE):
            some = values[first : first + VALUES_AT_ONCE]
            marks = ", ".join("?" * len(some))
            found += self.rows(statement.replace("= ?", f"IN ({marks})"), *some)
        return found

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement with the parameters of each row."""
        self._db.executemany(statement, [tuple(row) for row in rows])

    def lock(self, rooms: Sequence[str]) -> None:
        """Do nothing."""


def _appended(db: apsw.Connection, append: Append) -> bool:
    """Execute an append; return whether the log ended as the writer says."""
    db.execute(*append.first)
    if not db.changes():
        return False
    for each in append.others:
        db.execute(*each)
    return True


class _Listeners:
    """Who is woken: all nodes that use the database are in this process."""

    def __init__(self) -> None:
        self._listeners: list[tuple[asyncio.AbstractEventLoop, Callable[[], None]]] = []

    def listen(self, wake: Callable[[], None]) -> None:
        """Call *wake* on this event loop at every :meth:`notify`."""
        self._listeners.append((asyncio.get_running_loop(), wake))

    async def notify(self) -> None:
        """Wake all listeners."""
        for loop, wake in self._listeners:
            if not loop.is_closed():
                loop.call_soon_threadsafe(wake)


class SqliteInline(_Listeners):
    """A database in memory that executes everything at the call.

    *now* returns the time in ms since 1970.
    """

    about = ABOUT

    def __init__(self, now: Callable[[], int]) -> None:
        super().__init__()
        self._lock = threading.Lock()  # tests use it from several threads
        self._db = _with_time(apsw.Connection(":memory:"), now)
        with self._db:
            _catalogue(self._db).create()

    async def read(self, work: Transaction[Result], /, *, urgent: bool = False) -> Result:
        """Return what *work* reads; see the port."""
        del urgent
        return await self.write(work)

    async def write(self, work: Transaction[Result], /, *, urgent: bool = False) -> Result:
        """Return the result of *work*; see the port."""
        del urgent
        return self._execute(lambda db: work(SqliteConnection(db)))

    async def append(self, append: Append, /) -> bool:
        """Execute an append; see the port."""
        return self._execute(lambda db: _appended(db, append))

    def _execute(self, work: Work[Result]) -> Result:
        try:
            with self._lock, self._db:
                return work(self._db)
            raise AssertionError("a transaction swallows nothing")
        except Failure as error:
            raise StorageError(f"nothing could be stored: {error}") from error

    async def purge(self) -> None:
        """Do nothing: deleted data is overwritten."""

    async def is_writable(self) -> bool:
        """Return True."""
        return True

    async def close(self) -> None:
        """Do nothing, so that what is stored remains."""


class SqliteFile(_Listeners):
    """The database in the file at *path*; *now* returns the time in ms since 1970.

    One thread writes, and commits together all writes of *max_delay* seconds; others read.
    """

    about = ABOUT

    def __init__(
        self, path: Path, now: Callable[[], int], *, max_delay: float = 0.0, readers: int = 2
    ) -> None:
        super().__init__()
        self._path, self._now = path, now
        self._db: apsw.Connection | None = open_writer(path, now)
        self._truncate = False
        self._writer = Writer[Work[Any]](
            self._commit, self._close, name="store-writer", failures=Failure, max_delay=max_delay
        )
        self._local = threading.local()
        self._open: list[apsw.Connection] = []
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="store-reader")

    def _commit(self, batch: Sequence[Work[Any]], tried: int) -> Sequence[Any]:
        """Execute writes in one transaction; after a failure the file is opened again."""
        del tried
        try:
            if self._db is None:
                self._db = open_writer(self._path, self._now)
            results = _together(self._db, batch)
            if self._truncate and truncate_log(self._db):
                self._truncate = False
        except Exception as error:
            of_one = self._db is not None and self._db.in_transaction
            self._close()
            if isinstance(error, Failure) and not of_one:
                raise StorageError(f"nothing could be stored: {error}") from error
            raise
        return results

    def _close(self) -> None:
        """Close the connection that writes, whatever its state; a transaction is rolled back."""
        db, self._db = self._db, None
        if db is not None:
            with suppress(*Failure):
                db.close(True)  # noqa: FBT003 - apsw takes it by position alone

    def write(self, work: Transaction[Result], /, *, urgent: bool = False) -> Awaitable[Result]:
        """Return the result of *work*; see the port."""
        del urgent
        return self._writer.write(lambda db: work(SqliteConnection(db)))

    def append(self, append: Append, /) -> Awaitable[bool]:
        """Execute an append; see the port."""
        return self._writer.write(lambda db: _appended(db, append))

    async def read(self, work: Transaction[Result], /, *, urgent: bool = False) -> Result:
        """Return what *work* reads; see the port."""
        del urgent

        def reading() -> Result:
            db = getattr(self._local, "db", None)
            if not isinstance(db, apsw.Connection):
                self._local.db = db = _with_time(open_reader(self._path), self._now)
                self._open.append(db)
            with db:  # one moment for all that is read
                return work(SqliteConnection(db))
            raise AssertionError("a transaction swallows nothing")

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, reading)
        except Failure as error:
            raise StorageError(f"nothing could be read: {error}") from error

    async def purge(self) -> None:
        """Truncate the write-ahead log, now or soon after this returns; delete old backups.

        While a reader still uses an older state, it is retried after the next commits.
        """
        self._truncate = True
        await self._writer.write(lambda _: None)
        for backup in self._path.parent.glob(f"{self._path.name}.schema-*"):
            if self._now() - backup.stat().st_mtime * 1000 > BACKUP_RETENTION:
                backup.unlink()  # it holds guests who were deleted since

    async def is_writable(self) -> bool:
        """Return whether writes can be stored now."""
        try:
            await self._writer.write(lambda db: db.pragma("user_version", schema.VERSION))
        except StorageError:
            return False
        return True

    async def close(self) -> None:
        """Store all requested writes, and end."""
        await asyncio.to_thread(self._readers.shutdown)
        while self._open:
            self._open.pop().close()
        await self._writer.close()  # the last connection, as it tidies up the file


def _together(db: apsw.Connection, batch: Sequence[Work[Any]]) -> list[Any]:
    """Execute writes in one transaction; return the result of each.

    It is not opened by ``with db``, which would hold the GIL while the disk is written.
    """
    db.execute("BEGIN IMMEDIATE")
    results = [work(db) for work in batch]
    db.execute("COMMIT")
    return results


# Connections


def _catalogue(db: apsw.Connection) -> schema.Catalogue:
    return schema.Catalogue(SqliteConnection(db), schema.SQLITE)


def _with_time(db: apsw.Connection, now: Callable[[], int]) -> apsw.Connection:
    """Return a connection in which statements may use ``now_ms()``."""
    db.create_scalar_function("now_ms", lambda *_: now(), 0)
    return db


@contextmanager
def open_errors(path: Path) -> Iterator[None]:
    """Raise a StoreOpenError for every failure in the context."""
    try:
        yield
    except Failure as error:
        raise StoreOpenError(f"{path} cannot be opened as a database ({error})") from error


def open_writer(path: Path, now: Callable[[], int] | None = None) -> apsw.Connection:
    """Open the only connection that writes, and create the file if there is none.

    Statements may use ``now_ms()`` if *now* is given. Committed data is on disk (WAL, synchronous
    FULL), deleted data is overwritten, and no one else on this machine may read it. Raises
    StoreOpenError for a file of a newer version, and the errors of :data:`Failure`.
    """
    make_private(path)  # the files beside it get its permissions
    for beside in ("-wal", "-shm"):
        close_to_others(path.with_name(path.name + beside))
    db = apsw.Connection(str(path))
    if now is not None:
        _with_time(db, now)
    try:
        db.set_busy_timeout(BUSY_TIMEOUT)
        db.transaction_mode = "IMMEDIATE"
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=1000"):
            db.pragma(*pragma.split("="))
        db.pragma("secure_delete", 1)
        _update(db, path)
    except BaseException:
        db.close()
        raise
    return db


def open_reader(path: Path) -> apsw.Connection:
    """Open a connection that only reads."""
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)  # to tidy up, if it is last
    db.set_busy_timeout(BUSY_TIMEOUT)
    db.pragma("query_only", 1)
    return db


def migrate_file(path: Path) -> tuple[int, int]:
    """Bring a file up to date; return the numbers of its schema before and after."""
    found = version_of(open_reader(path))
    open_writer(path).close()
    return found, schema.VERSION


def version_of(db: apsw.Connection) -> int:
    """Return the number of the schema, 0 for an empty file."""
    found = db.pragma("user_version")
    assert isinstance(found, int)
    return found


def _update(db: apsw.Connection, path: Path) -> None:
    """Bring the file up to date, after copying one that holds anything."""
    found = version_of(db)
    if found == schema.VERSION:
        return
    if not 0 <= found < schema.VERSION:
        raise StoreOpenError(
            f"{path} was written by a newer version of tilerummy (schema {found}, this one"
            f" reads {schema.VERSION}); install that version, or name another place with --data"
        )
    if found:
        _copy(db, backup_of(path, found))
    with db:
        _catalogue(db).update(found)
        db.pragma("user_version", schema.VERSION)
    if found:
        db.execute("VACUUM")  # data that older versions deleted may still be in the file


def backup_of(path: Path, version: int) -> Path:
    """Return where the file is copied to before it leaves the schema *version*."""
    return path.with_name(f"{path.name}.schema-{version}")


def _copy(db: apsw.Connection, to: Path) -> None:
    """Copy the whole file; an unfinished copy never has the name of a whole one."""
    making = to.with_name(f"{to.name}.part")
    making.unlink(missing_ok=True)
    make_private(making)
    with closing(apsw.Connection(str(making))) as copy, copy.backup("main", db, "main") as backup:
        backup.step()
    making.replace(to)


def truncate_log(db: apsw.Connection) -> bool:
    """Write the write-ahead log into the file and truncate it; return whether that succeeded.

    Until then, overwritten and deleted pages remain in that log.
    """
    db.set_busy_timeout(TRUNCATE_TIMEOUT)  # all writes wait meanwhile
    try:
        db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.BusyError:  # a reader still uses an older state
        return False
    finally:
        db.set_busy_timeout(BUSY_TIMEOUT)
    return True


class SqliteArchive(Archive):
    """A file, open for copying or checking."""

    before_owners = 6

    def __init__(self, db: apsw.Connection, version: int, path: Path, copying: Path) -> None:
        super().__init__(SqliteConnection(db), str(path), ABOUT, version)
        self._file, self._path, self._copying = db, path, copying

    def transaction(self) -> apsw.Connection:
        """Return a context of a transaction."""
        return self._file

    def insert(self, table: str, rows: Sequence[Stored]) -> None:
        """Store rows."""
        columns = COLUMNS[table].split()
        marks = ", ".join("?" * len(columns))
        self.db.many(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)

    def finish_copy(self) -> None:
        """Give the copy its name."""
        self._file.close()
        try:
            self._path.hardlink_to(self._copying)
        except FileExistsError as error:
            raise StoreOpenError(f"{self._path} exists already") from error
        self._copying.unlink()


@contextmanager
def open_archive(path: Path, *, copy: bool = False) -> Iterator[Archive]:
    """Open a file for copying or checking; raises StoreOpenError.

    A copy is made beside its place, in a file whose name ends in ``.copying``, and gets its name
    when it is whole.
    """
    copying = path.with_name(f"{path.name}.copying")
    if copy and path.exists():
        raise StoreOpenError(f"{path} exists already; name a new file to copy into")
    if not copy and not path.exists():
        raise StoreOpenError(f"there is no file {path}")
    with open_errors(path):
        db = open_writer(copying) if copy else open_reader(path)
        if copy:
            db.pragma("locking_mode", "EXCLUSIVE")  # no other copy into the same file
        version = version_of(db)
    with closing(db):
        yield SqliteArchive(db, version, path, copying)
