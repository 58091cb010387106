"""The store in a file: SQLite, every commit on disk before its result is returned."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import apsw

from tilerummy.server.store.answered import AnsweredCommands
from tilerummy.server.store.heads import Heads
from tilerummy.server.store.port import (
    Appended,
    Conflict,
    Duplicate,
    Entries,
    Forgotten,
    Guest,
    Listed,
    Row,
    StorageError,
    StoreDescription,
    Swept,
    TokenOwner,
)
from tilerummy.server.store.sql import guests, logs, schema
from tilerummy.server.store.sql.writer import Writer

Result = TypeVar("Result")


class SqliteStore:
    """Stores everything in the file at *path*; *now* returns the time in ms since 1970.

    One thread writes and commits together all writes of *linger* seconds, others read.
    """

    about = StoreDescription(f"SQLite {schema.LIBRARY_VERSION}")

    def __init__(
        self, path: Path, now: Callable[[], int], *, linger: float = 0.0, readers: int = 2
    ) -> None:
        self._path, self._now = path, now
        self._writer = Writer(path, linger=linger)
        self._recall = AnsweredCommands()
        self._heads = Heads()
        self._local = threading.local()
        self._open: list[apsw.Connection] = []
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="store-reader")

    def _write(self, work: Callable[[apsw.Connection], Result]) -> asyncio.Future[Result]:
        return self._writer.write(work)

    async def _read(self, work: Callable[[apsw.Connection], Result]) -> Result:
        def reading() -> Result:
            db = getattr(self._local, "db", None)
            if not isinstance(db, apsw.Connection):
                self._local.db = db = schema.reader(self._path)
                self._open.append(db)
            with db:  # one moment for all that is read
                return work(db)
            raise AssertionError("a transaction swallows nothing")

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, reading)
        except schema.Failure as error:
            raise StorageError(f"nothing could be read: {error}") from error

    def append(self, new: Entries) -> asyncio.Future[Appended | Conflict | Duplicate]:
        """Append entries; see the port."""
        fresh = True
        if new.cid is not None:  # if it is not stored, this causes only a needless query
            session = new.session or ""
            fresh = self._recall.may_know(new.room, session, new.cid) is False
            self._recall.answered(new.room, session, new.cid)
        return self._write(lambda db: logs.append(db, new, self._now(), self._heads, fresh=fresh))

    async def answered(self, room: str, session: str, cid: str) -> bytes | None:
        """Return the answer of a command; see the port."""
        known = self._recall.may_know(room, session, cid)
        if known is None:
            self._recall.read(room, await self._read(lambda db: logs.commands(db, room)))
            known = self._recall.may_know(room, session, cid)
        if known is False:
            return None
        return await self._read(lambda db: logs.answered(db, room, session, cid))

    async def load(self, room: str, since: int = 0) -> list[Row]:
        """Return the entries from number *since* on; see the port."""
        return await self._read(lambda db: logs.load(db, room, since))

    async def live(self) -> list[str]:
        """Return the tables to resume; see the port."""
        return await self._read(logs.live)

    async def listed(self, rooms: Sequence[str] | None = None) -> list[Listed]:
        """Return the index, or these tables of it; see the port."""
        return await self._read(lambda db: logs.listed(db, rooms))

    async def rooms_of(self, session: str) -> list[str]:
        """Return the tables of a guest; see the port."""
        return await self._read(lambda db: logs.rooms_of(db, session))

    async def drop(self, room: str) -> None:
        """Delete a table; see the port."""
        await self._write(lambda db: logs.drop(db, room))
        self._recall.forget(room)

    async def secrets(self, room: str) -> dict[int, bytes]:
        """Return the seeds of a table; see the port."""
        return await self._read(lambda db: logs.secrets(db, room))

    async def invite(self, room: str, code: str) -> str:
        """Return the invitation of a table; see the port."""
        return await self._write(lambda db: guests.invite(db, room, code))

    async def invited(self, code: str) -> str | None:
        """Return the table of an invitation; see the port."""
        return await self._read(lambda db: guests.invited(db, code))

    async def admit(self, room: str, session: str) -> None:
        """Store that a guest was invited; see the port."""
        await self._write(lambda db: guests.admit(db, room, session))

    async def admitted(self, room: str, session: str) -> bool:
        """Return whether a guest was invited or is a member; see the port."""
        return await self._read(lambda db: guests.admitted(db, room, session))

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        """Store a new guest; see the port."""
        await self._write(lambda db: guests.add_guest(db, guest, token, self._now()))

    async def guest(self, token: bytes) -> TokenOwner | None:
        """Return the owner of a token; see the port."""
        return await self._read(lambda db: guests.guest(db, token, self._now()))

    async def rename(self, session: str, name: str, face: str = "", colour: str = "") -> None:
        """Store a new name and face; see the port."""
        await self._write(lambda db: guests.rename(db, session, name, (face, colour)))

    async def touch_guest(self, session: str) -> None:
        """Store that a guest was active; see the port."""
        await self._write(lambda db: guests.touch_guest(db, session, self._now()))

    async def renew(self, session: str, token: bytes, *, old_until: int) -> None:
        """Store a new token of the guest; see the port."""
        await self._write(lambda db: guests.renew(db, session, token, (self._now(), old_until)))

    async def add_device_code(self, code: bytes, session: str, until: int) -> None:
        """Store a code to log in on another device; see the port."""
        await self._write(lambda db: guests.add_device_code(db, code, session, until))

    async def device_code_owner(self, code: bytes) -> Guest | None:
        """Return the guest of a code; see the port."""
        return await self._read(lambda db: guests.device_code_owner(db, code, self._now()))

    async def use_device_code(self, code: bytes) -> Guest | None:
        """Return the guest of a code, once; see the port."""
        return await self._write(lambda db: guests.use_device_code(db, code, self._now()))

    async def delete_guest(self, session: str, anonymous: Callable[[bytes], bytes]) -> Forgotten:
        """Delete a guest; see the port."""
        result = await self._write(lambda db: guests.delete_guest(db, session, anonymous))
        await self._writer.truncate_log()
        for room in (*result.deleted, *result.rewritten):
            self._recall.forget(room)
        return result

    async def sweep(self, before: int, *, unplayed: int) -> Swept:
        """Delete old data; see the port."""
        times = (self._now(), before, unplayed)
        result = await self._write(lambda db: guests.sweep(db, times))
        for room in result.rooms:
            self._recall.forget(room)
        if result:
            await self._writer.truncate_log()
        self._delete_old_backups(times[0])
        return result

    def _delete_old_backups(self, now: int) -> None:
        """Delete the copies of older schemas after a while, as they hold guests deleted since."""
        for version in range(1, schema.VERSION):
            backup = schema.backup_of(self._path, version)
            if backup.exists() and now - backup.stat().st_mtime * 1000 > schema.BACKUP_KEPT:
                backup.unlink()

    async def newest(self) -> int:
        """Return the latest time of a write; see the port."""
        return await self._read(logs.newest)

    async def is_writable(self) -> bool:
        """Return whether writes can be stored now."""
        try:
            await self._write(lambda db: db.pragma("user_version", schema.VERSION))
        except StorageError:
            return False
        return True

    async def close(self) -> None:
        """Store all requested writes, and end."""
        await asyncio.to_thread(self._readers.shutdown)
        while self._open:
            self._open.pop().close()
        await self._writer.close()  # the last connection, as it tidies up the file
