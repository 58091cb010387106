"""Stores that fail, and slow stores."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tilerummy.server.store import Appended, Entries, Fenced, Row, StorageError, Store
from tilerummy.server.store.logs import RoomLogs
from tilerummy.server.store.sqlite import SqliteInline


class MoodyLogs(RoomLogs):
    """Logs that remember the sizes of what was stored; the next calls fail, or wait at a gate."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        super().__init__(store.database, now)
        self.failing = self.unread = 0
        self.sizes: dict[str, int] = {}
        self.gate, self.reached = asyncio.Event(), asyncio.Event()
        self.reading = asyncio.Event()
        self.gate.set()
        self.reading.set()

    def size(self, room: str) -> int:
        """Return the number of stored entries of a table."""
        return self.sizes.get(room, 0)

    async def append(self, new: Entries) -> Appended | Fenced:
        self.reached.set()
        await self.gate.wait()
        if self.failing:
            self.failing -= 1
            raise StorageError("the disk is full")
        result = await super().append(new)
        if isinstance(result, Appended):
            self.sizes[new.room] = result.last + 1
        return result

    async def load(self, room: str, since: int = 0) -> list[Row]:
        await self.reading.wait()
        if self.unread:
            self.unread -= 1
            raise StorageError("the disk is away")
        return await super().load(room, since)


class MoodyStore(Store):
    """A store in memory with such logs."""

    logs: MoodyLogs

    def __init__(self, now: Callable[[], int]) -> None:
        super().__init__(SqliteInline(now), now)
        self.logs = MoodyLogs(self, now)
