"""Stores that fail, and slow stores."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tilerummy.server.store import Appended, AppendResult, Entries, StorageError
from tilerummy.server.store.memory import MemoryStore


class MoodyStore(MemoryStore):
    """A store whose next writes fail, or wait until the gate is opened."""

    def __init__(self, now: Callable[[], int]) -> None:
        super().__init__(now)
        self.failing = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.reached = asyncio.Event()
        self.sizes: dict[str, int] = {}

    def size(self, room: str) -> int:
        """Return the number of stored entries of a table."""
        return self.sizes.get(room, 0)

    async def append(self, new: Entries) -> AppendResult:
        self.reached.set()
        await self.gate.wait()
        if self.failing:
            self.failing -= 1
            raise StorageError("the disk is full")
        result = await super().append(new)
        if isinstance(result, Appended):
            self.sizes[new.room] = result.last + 1
        return result
