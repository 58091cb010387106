"""The SQLite database: a file accessed by background threads, or an in-memory one for tests."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import apsw

from tilerummy.server.store import schema
from tilerummy.server.store.copying import COLUMNS, Archive
from tilerummy.server.store.database import Append, Stored, Transaction
from tilerummy.server.store.folder import close_to_others, make_private
from tilerummy.server.store.sqlite_driver import Listeners, SqliteConnection, appended
from tilerummy.server.store.types import StorageError, StoreDescription, StoreOpenError
from tilerummy.server.store.writer import Writer

Result = TypeVar("Result")
Work = Callable[[apsw.Connection], Result]

BUSY_TIMEOUT = 5000
"""How long a connection waits for a lock, in milliseconds."""
TRUNCATE_TIMEOUT = 20
"""How long to wait for readers when truncating the write-ahead log, in milliseconds."""
BACKUP_RETENTION = 7 * 24 * 3600_000
"""How long to keep the backup made before a migration, in milliseconds."""
ABOUT = StoreDescription(f"SQLite {apsw.sqlite_lib_version()}")
Failure = (apsw.Error, OSError)
"""The errors that a database file may cause; callers of a store see a StorageError instead."""


class SqliteInline(Listeners):
    """A synchronous in-memory database; *now* returns the time in milliseconds since 1970."""

    about = ABOUT

    def __init__(self, now: Callable[[], int]) -> None:
        super().__init__()
        self._lock = threading.Lock()  # tests use the database from several threads
        self._db = _with_time(apsw.Connection(":memory:"), now)
        with self._db:
            _catalogue(self._db).create()

    async def read(self, work: Transaction[Result], /, *, urgent: bool = False) -> Result:
        """Run *work* on a consistent snapshot; see ``Database.read``."""
        del urgent
        return await self.write(work)

    async def write(self, work: Transaction[Result], /, *, urgent: bool = False) -> Result:
        """Run *work* in a transaction; see ``Database.write``."""
        del urgent
        return self._execute(lambda db: work(SqliteConnection(db)))

    async def append(self, append: Append, /) -> bool:
        """Perform an append; see ``Database.append``."""
        return self._execute(lambda db: appended(db, append, db.changes))

    def _execute(self, work: Work[Result]) -> Result:
        try:
            with self._lock, self._db:
                return work(self._db)
            raise AssertionError("the transaction suppressed an exception")
        except Failure as error:
            raise StorageError(f"nothing could be stored: {error}") from error

    async def purge(self) -> None:
        """Do nothing, because deleted data has already been overwritten."""

    async def is_writable(self) -> bool:
        """Return True, because writing to memory always works."""
        return True

    async def close(self) -> None:
        """Do nothing, so that tests can still read the data."""


class SqliteFile(Listeners):
    """A database in the file at *path*; *now* returns the time in milliseconds since 1970.

    A single thread writes, and commits all writes that arrive within *max_delay* seconds together.
    *readers* is the number of threads that read.
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
        """Execute a batch in one transaction. If that fails, reopen the file."""
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
        """Close the connection used for writing, and roll back any open transaction."""
        db, self._db = self._db, None
        if db is not None:
            with suppress(*Failure):
                db.close(True)  # noqa: FBT003 - positional in apsw

    def write(self, work: Transaction[Result], /, *, urgent: bool = False) -> Awaitable[Result]:
        """Run *work* in a transaction; see ``Database.write``."""
        del urgent
        return self._writer.write(lambda db: work(SqliteConnection(db)))

    def append(self, append: Append, /) -> Awaitable[bool]:
        """Perform an append; see ``Database.append``."""
        return self._writer.write(lambda db: appended(db, append, db.changes))

    async def read(self, work: Transaction[Result], /, *, urgent: bool = False) -> Result:
        """Run *work* on a consistent snapshot; see ``Database.read``."""
        del urgent

        def reading() -> Result:
            db = getattr(self._local, "db", None)
            if not isinstance(db, apsw.Connection):
                self._local.db = db = _with_time(open_reader(self._path), self._now)
                self._open.append(db)
            with db:  # one transaction, so that the snapshot is consistent
                return work(SqliteConnection(db))
            raise AssertionError("the transaction suppressed an exception")

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, reading)
        except Failure as error:
            raise StorageError(f"nothing could be read: {error}") from error

    async def purge(self) -> None:
        """Truncate the write-ahead log, and delete old backups.

        The truncation fails while a reader is using an older snapshot; later commits then retry it.
        """
        self._truncate = True
        await self._writer.write(lambda _: None)
        for backup in self._path.parent.glob(f"{self._path.name}.schema-*"):
            if self._now() - backup.stat().st_mtime * 1000 > BACKUP_RETENTION:
                backup.unlink()  # it may contain guests who were deleted since

    async def is_writable(self) -> bool:
        """Return whether the database can currently store writes."""
        try:
            await self._writer.write(lambda db: db.pragma("user_version", schema.VERSION))
        except StorageError:
            return False
        return True

    async def close(self) -> None:
        """Finish all pending writes, then close all connections."""
        await asyncio.to_thread(self._readers.shutdown)
        while self._open:
            self._open.pop().close()
        await self._writer.close()  # closed last, because the last connection tidies up the file


def _together(db: apsw.Connection, batch: Sequence[Work[Any]]) -> list[Any]:
    """Execute all writes of a batch in one transaction.

    ``with db`` is not used, because it would hold the GIL while writing to disk.
    """
    db.execute("BEGIN IMMEDIATE")
    results = [work(db) for work in batch]
    db.execute("COMMIT")
    return results


# Connections


def _catalogue(db: apsw.Connection) -> schema.Catalogue:
    return schema.Catalogue(SqliteConnection(db), schema.SQLITE)


def _with_time(db: apsw.Connection, now: Callable[[], int]) -> apsw.Connection:
    """Make the function ``now_ms()`` available to the statements of a connection."""
    db.create_scalar_function("now_ms", lambda *_: now(), 0)
    return db


@contextmanager
def open_errors(path: Path) -> Iterator[None]:
    """Raise any database or file error within the context as StoreOpenError."""
    try:
        yield
    except Failure as error:
        raise StoreOpenError(f"{path} cannot be opened as a database ({error})") from error


def open_writer(path: Path, now: Callable[[], int] | None = None) -> apsw.Connection:
    """Open the only connection that writes, creating or migrating the file if needed.

    If *now* is given, statements can use ``now_ms()``. Committed data is on disk (in WAL mode with
    synchronous FULL), deleted data is overwritten, and other users of this machine cannot read the
    file. Raises StoreOpenError if the file was written by a newer version, or any of the errors in
    :data:`Failure`.
    """
    make_private(path)  # SQLite gives its other files the same permissions
    for suffix in ("-wal", "-shm"):
        close_to_others(path.with_name(path.name + suffix))
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
    """Open a read-only connection."""
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)  # the last one tidies up
    db.set_busy_timeout(BUSY_TIMEOUT)
    db.pragma("query_only", 1)
    return db


def migrate_file(path: Path) -> tuple[int, int]:
    """Migrate a file, and return the old and new schema versions."""
    before = version_of(open_reader(path))
    open_writer(path).close()
    return before, schema.VERSION


def version_of(db: apsw.Connection) -> int:
    """Return the schema version, or 0 if the file is empty."""
    version = db.pragma("user_version")
    assert isinstance(version, int)
    return version


def _update(db: apsw.Connection, path: Path) -> None:
    """Migrate the file, after making a backup if it is not empty."""
    version = version_of(db)
    if version == schema.VERSION:
        return
    if not 0 <= version < schema.VERSION:
        raise StoreOpenError(
            f"{path} was written by a newer version of tilerummy (schema {version}, this one"
            f" reads {schema.VERSION}); install that version, or choose another folder with --data"
        )
    if version:
        _copy(db, backup_of(path, version))
    with db:
        _catalogue(db).update(version)
        db.pragma("user_version", schema.VERSION)
    if version:
        db.execute("VACUUM")  # older versions did not overwrite deleted data


def backup_of(path: Path, version: int) -> Path:
    """Return the path of the backup made before migrating from schema *version*."""
    return path.with_name(f"{path.name}.schema-{version}")


def _copy(db: apsw.Connection, to: Path) -> None:
    """Copy the database to the file *to*, which is created only once the copy is complete."""
    part = to.with_name(f"{to.name}.part")
    part.unlink(missing_ok=True)
    make_private(part)
    with closing(apsw.Connection(str(part))) as copy, copy.backup("main", db, "main") as backup:
        backup.step()
    part.replace(to)


def truncate_log(db: apsw.Connection) -> bool:
    """Write the write-ahead log into the file and truncate it, and return whether this succeeded.

    Until it succeeds, overwritten and deleted pages remain in the log.
    """
    db.set_busy_timeout(TRUNCATE_TIMEOUT)  # short, because all writes wait for it
    try:
        db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.BusyError:  # a reader is using an older snapshot
        return False
    finally:
        db.set_busy_timeout(BUSY_TIMEOUT)
    return True


class SqliteArchive(Archive):
    """An SQLite file, opened as an archive."""

    before_owners = 6

    def __init__(self, db: apsw.Connection, version: int, path: Path, copying: Path) -> None:
        super().__init__(SqliteConnection(db), str(path), ABOUT, version)
        self._file, self._path, self._copying = db, path, copying

    def transaction(self) -> apsw.Connection:
        """Return a transaction."""
        return self._file

    def insert(self, table: str, rows: Sequence[Stored]) -> None:
        """Insert *rows* into *table*."""
        columns = COLUMNS[table].split()
        marks = ", ".join("?" * len(columns))
        self.db.many(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)

    def finish_copy(self) -> None:
        """Rename the finished copy to its final name."""
        self._file.close()
        try:
            self._path.hardlink_to(self._copying)
        except FileExistsError as error:
            raise StoreOpenError(f"{self._path} already exists") from error
        self._copying.unlink()


@contextmanager
def open_archive(path: Path, *, copy: bool = False) -> Iterator[Archive]:
    """Open a file as an archive; raises StoreOpenError.

    A *copy* is written to a file with the suffix ``.copying``, which is renamed when it is
    complete.
    """
    copying = path.with_name(f"{path.name}.copying")
    if copy and path.exists():
        raise StoreOpenError(f"{path} already exists; choose a new file to copy into")
    if not copy and not path.exists():
        raise StoreOpenError(f"there is no file {path}")
    with open_errors(path):
        db = open_writer(copying) if copy else open_reader(path)
        if copy:
            db.pragma("locking_mode", "EXCLUSIVE")  # prevents another copy into the same file
        version = version_of(db)
    with closing(db):
        yield SqliteArchive(db, version, path, copying)
