"""The store in a file: SQLite, every commit on disk before its result is returned."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import apsw

from tilerummy.server.store.database.connection import Connection
from tilerummy.server.store.database.store import DatabaseStore
from tilerummy.server.store.heads import Heads
from tilerummy.server.store.port import (
    AppendResult,
    Entries,
    Forgotten,
    StorageError,
    StoreDescription,
    Swept,
)
from tilerummy.server.store.sql import schema
from tilerummy.server.store.sql.append import append
from tilerummy.server.store.sql.connection import SqliteConnection
from tilerummy.server.store.sql.writer import Writer

Result = TypeVar("Result")


class SqliteStore(DatabaseStore):
    """Stores everything in the file at *path*; *now* returns the time in ms since 1970.

    One thread writes and commits together all writes of *linger* seconds, others read.
    """

    nodes = None
    about = StoreDescription(f"SQLite {schema.LIBRARY_VERSION}")

    def __init__(
        self, path: Path, now: Callable[[], int], *, linger: float = 0.0, readers: int = 2
    ) -> None:
        super().__init__(now)
        self._path = path
        self._writer = Writer(path, linger=linger)
        self._heads = Heads()
        self._local = threading.local()
        self._open: list[apsw.Connection] = []
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="store-reader")

    def _write(self, work: Callable[[Connection], Result], /) -> asyncio.Future[Result]:
        return self._writer.write(lambda db: work(SqliteConnection(db)))

    async def _read(self, work: Callable[[Connection], Result], /) -> Result:
        def reading() -> Result:
            db = getattr(self._local, "db", None)
            if not isinstance(db, apsw.Connection):
                self._local.db = db = schema.reader(self._path)
                self._open.append(db)
            with db:  # one moment for all that is read
                return work(SqliteConnection(db))
            raise AssertionError("a transaction swallows nothing")

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, reading)
        except schema.Failure as error:
            raise StorageError(f"nothing could be read: {error}") from error

    def append(self, new: Entries) -> asyncio.Future[AppendResult]:
        """Append entries; see the port."""
        fresh = True
        if new.cid is not None:  # if it is not stored, this causes only a needless query
            session = new.session or ""
            fresh = self._recall.may_know(new.room, session, new.cid) is False
            self._recall.answered(new.room, session, new.cid)
        return self._writer.write(lambda db: append(db, new, self._now(), self._heads, fresh=fresh))

    async def delete_guest(self, session: str, anonymous: Callable[[bytes], bytes]) -> Forgotten:
        """Delete a guest; see the port."""
        result = await super().delete_guest(session, anonymous)
        await self._writer.truncate_log()
        return result

    async def sweep(self, before: int, *, unplayed: int) -> Swept:
        """Delete old data; see the port."""
        result = await super().sweep(before, unplayed=unplayed)
        if result:
            await self._writer.truncate_log()
        self._delete_old_backups()
        return result

    def _delete_old_backups(self) -> None:
        """Delete the copies of older schemas after a while, as they hold guests deleted since."""
        now = self._now()
        for version in range(1, schema.VERSION):
            backup = schema.backup_of(self._path, version)
            if backup.exists() and now - backup.stat().st_mtime * 1000 > schema.BACKUP_KEPT:
                backup.unlink()

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
