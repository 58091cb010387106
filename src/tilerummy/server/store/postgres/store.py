"""The store in a database server: every commit is on its disk before the result is returned."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tilerummy.server.store.database.connection import Connection
from tilerummy.server.store.database.store import DatabaseStore
from tilerummy.server.store.port import (
    AppendResult,
    Entries,
    StorageError,
    StoreDescription,
    StoreOpeningError,
    UnreachableError,
)
from tilerummy.server.store.postgres import durability, schema, transactions
from tilerummy.server.store.postgres.connecting import (
    Connections,
    Database,
    Failure,
    close_quietly,
)
from tilerummy.server.store.postgres.connection import PostgresConnection
from tilerummy.server.store.postgres.nodes.store import PostgresNodes
from tilerummy.server.store.postgres.writer import Appender

Result = TypeVar("Result")


class PostgresStore(DatabaseStore):
    """Stores everything in the database at *url*; *now* returns the time in ms since 1970.

    One connection appends, *threads* others read and write all else. It is the only store of its
    kind that uses the database, unless that is *shared* with others. Raises StoreOpeningError,
    UnreachableError if no connection can be made.
    """

    def __init__(
        self, url: str, now: Callable[[], int], *, threads: int = 3, shared: bool = False
    ) -> None:
        super().__init__(now)
        self._shared = shared
        database = Database(url)
        try:
            db = database.connect()
        except Failure as error:
            message = f"{database.server} cannot be reached ({' '.join(str(error).split())})"
            raise UnreachableError(message) from error
        try:
            schema.check_encoding(db)
            schema.check_not_newer(schema.version_of(db))
            schema.check_whole(db)
            self._appender = Appender(database, now, shared=shared)
            try:
                schema.migrate(db)
                if not shared:
                    db.execute("TRUNCATE receipts")  # of servers that have ended
                self.about = StoreDescription(durability.version(db), durability.weaknesses(db))
            except BaseException:
                self._appender.end()
                raise
        except Failure as error:
            raise StoreOpeningError(f"{database.server}: {str(error).strip()}") from error
        finally:
            close_quietly(db)
        self.nodes = PostgresNodes(database)
        self._connections = Connections(database)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="store-thread")

    async def _read(self, work: Callable[[Connection], Result], /) -> Result:
        return await self._run(
            lambda: transactions.read(self._connections, lambda db: work(PostgresConnection(db)))
        )

    async def _write(self, work: Callable[[Connection], Result], /) -> Result:
        return await self._run(
            lambda: transactions.write(self._connections, lambda db: work(PostgresConnection(db)))
        )

    async def _run(self, work: Callable[[], Result]) -> Result:
        try:
            future = asyncio.get_running_loop().run_in_executor(self._threads, work)
        except RuntimeError as error:
            raise StorageError("the store is closed") from error
        return await asyncio.shield(future)  # a write that has begun is finished

    async def answered(self, room: str, session: str, cid: str) -> bytes | None:
        """Return the answer of a command; see the port."""
        if self._shared:  # another server may have answered it
            self._recall.forget(room)
        return await super().answered(room, session, cid)

    def append(self, new: Entries) -> asyncio.Future[AppendResult]:
        """Append entries; see the port."""
        if new.cid is not None:  # if it is not stored, this causes only a needless query
            self._recall.answered(new.room, new.session or "", new.cid)
        return self._appender.append(new)

    async def is_writable(self) -> bool:
        """Return whether writes can be stored now."""
        try:
            await self._write(lambda _: None)
        except StorageError:
            return False
        return not self._appender.stuck

    async def close(self) -> None:
        """Store all requested writes, and end."""
        await self._appender.close()
        await self.nodes.close()
        await asyncio.to_thread(self._threads.shutdown)
        self._connections.close()
