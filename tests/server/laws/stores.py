"""Room logs that fail or are slow at a test's request."""

from __future__ import annotations

import asyncio

from tests.server.room_clients import TestRooms

from tilerummy.server.store.logs import RoomLogs
from tilerummy.server.store.types import Appended, Entries, Fenced, Row, StorageError


class FaultyLogs(RoomLogs):
    """Room logs that note their stored sizes, and fail or wait on request."""

    def __init__(self, rooms: TestRooms) -> None:
        super().__init__(rooms.store.database, rooms.clock.wall)
        rooms.store.logs = self
        self.failing = self.unread = 0
        self.sizes: dict[str, int] = {}
        self.gate, self.reached = asyncio.Event(), asyncio.Event()
        self.reading, self.answering = asyncio.Event(), asyncio.Event()
        for gate in (self.gate, self.reading, self.answering):
            gate.set()

    def size(self, room: str) -> int:
        """Return the number of stored entries of a room."""
        return self.sizes.get(room, 0)

    async def append(self, new: Entries) -> Appended | Fenced:
        self.reached.set()
        await self.gate.wait()
        if self.failing:
            self.failing -= 1
            raise StorageError("the disk is full")
        await asyncio.sleep(0)
        result = await super().append(new)
        await self.answering.wait()
        if isinstance(result, Appended):
            self.sizes[new.room] = result.last + 1
        return result

    async def load(self, room: str, since: int = 0) -> list[Row]:
        await self.reading.wait()
        if self.unread:
            self.unread -= 1
            raise StorageError("the disk is unavailable")
        return await super().load(room, since)
