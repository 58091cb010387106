"""The database of a page: an SQLite file that no other process uses, opened with ``sqlite3``."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from tilerummy.server.store import schema
from tilerummy.server.store.database import Append, Transaction
from tilerummy.server.store.sqlite_driver import Listeners, SqliteConnection, appended
from tilerummy.server.store.types import StorageError, StoreDescription, StoreOpenError

Result = TypeVar("Result")

PRAGMAS = (
    "locking_mode = EXCLUSIVE",
    # the journal is emptied, not deleted, because the browser's files have to be opened in advance
    "journal_mode = TRUNCATE",
    "synchronous = FULL",
    "temp_store = MEMORY",
    "secure_delete = 1",
)
Failure = (sqlite3.Error, OSError)
"""The errors that the file may cause. Callers of a store see a StorageError instead."""


class PageDatabase(Listeners):
    """A database in the file at *path*. *now* returns the time in milliseconds since 1970.

    All calls are synchronous. Raises StoreOpenError if the file cannot be opened, or was written by
    a newer version.
    """

    about = StoreDescription(f"SQLite {sqlite3.sqlite_version}")

    def __init__(self, path: Path, now: Callable[[], int]) -> None:
        super().__init__()
        try:
            self._db = sqlite3.connect(path, isolation_level=None)
            try:
                self._prepare(now)
            except BaseException:  # otherwise the file remains locked while the error is in use
                self._db.close()
                raise
        except Failure as error:
            raise StoreOpenError(f"{path} cannot be opened as a database ({error})") from error

    def _prepare(self, now: Callable[[], int]) -> None:
        """Set up the connection and update the schema."""
        self._db.create_function("now_ms", 0, now)
        for pragma in PRAGMAS:
            self._db.execute(f"PRAGMA {pragma}")
        self._update()

    def _update(self) -> None:
        """Create or migrate the schema."""
        ((version,),) = self._db.execute("PRAGMA user_version").fetchall()
        if version > schema.VERSION:
            raise StoreOpenError(
                f"the games were stored by a newer version (schema {version}, this one reads"
                f" {schema.VERSION}); reload the page to get it"
            )
        if version == schema.VERSION:
            return

        def update(db: sqlite3.Connection) -> None:
            schema.Catalogue(SqliteConnection(db), schema.SQLITE).update(version)
            db.execute(f"PRAGMA user_version = {schema.VERSION}")

        self._transaction(update)

    async def read(self, work: Transaction[Result], /, *, urgent: bool = False) -> Result:
        """Run *work* on a consistent snapshot. See ``Database.read``."""
        del urgent
        return self._stored(lambda db: work(SqliteConnection(db)))

    async def write(self, work: Transaction[Result], /, *, urgent: bool = False) -> Result:
        """Run *work* in a transaction. See ``Database.write``."""
        del urgent
        return self._stored(lambda db: work(SqliteConnection(db)))

    async def append(self, append: Append, /) -> bool:
        """Perform an append. See ``Database.append``."""

        def append_to(db: sqlite3.Connection) -> bool:
            before = db.total_changes
            return appended(db, append, lambda: db.total_changes - before)

        return self._stored(append_to)

    def _stored(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        try:
            return self._transaction(work)
        except Failure as error:
            raise StorageError(f"nothing could be stored: {error}") from error

    def _transaction(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            result = work(self._db)
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        return result

    async def purge(self) -> None:
        """Do nothing, because deleted data has already been overwritten."""

    async def is_writable(self) -> bool:
        """Return whether the database can currently store writes."""
        try:
            self._stored(lambda db: db.execute(f"PRAGMA user_version = {schema.VERSION}"))
        except StorageError:
            return False
        return True

    def check(self) -> None:
        """Read the entire file. Raises StoreOpenError if it is damaged or contains no guest."""
        try:
            ((found, *_), *_) = self._db.execute("PRAGMA integrity_check").fetchall()
            guests = self._db.execute("SELECT 1 FROM guests LIMIT 1").fetchall()
        except Failure as error:
            raise StoreOpenError(f"the file is damaged: {error}") from error
        if found != "ok":
            raise StoreOpenError(f"the file is damaged: {found}")
        if not guests:
            raise StoreOpenError("the file contains no guest")

    def disconnect(self) -> None:
        """Close the file."""
        self._db.close()

    async def close(self) -> None:
        """Close the file; see ``Database.close``."""
        self.disconnect()


def replace_games(path: str, by: str) -> None:
    """Replace the games in the file at *path* with those in *by*, completely or not at all.

    Both files must be databases that no server uses. Raises StorageError if there is not enough
    space.
    """
    try:
        with closing(sqlite3.connect(by)) as source, closing(sqlite3.connect(path)) as games:
            for pragma in PRAGMAS:
                games.execute(f"PRAGMA {pragma}")
            source.backup(games)
    except Failure as error:
        raise StorageError(f"nothing could be stored: {error}") from error
