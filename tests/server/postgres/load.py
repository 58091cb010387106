"""Rooms to which people write all the time: what was acknowledged is stored, and nothing else."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.server.store.reading import bodies
from tests.support.waiting import eventually

from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Appended, Entries, StorageError


class Load:
    """What is written to the rooms of a store, and what of it was acknowledged."""

    def __init__(self, store: Store, rooms: int) -> None:
        self.store = store
        self.logs: dict[str, list[bytes]] = {f"r{n}": [] for n in range(rooms)}
        self.refused: list[float] = []
        self.ended = False
        self._rng = random.Random(1)

    @property
    def done(self) -> int:
        """The number of entries that were acknowledged."""
        return sum(map(len, self.logs.values()))

    async def progress(self, more: int) -> None:
        """Wait until so many more entries were acknowledged."""
        wanted = self.done + more
        await eventually(lambda: self.done >= wanted)

    async def play(self, room: str) -> None:
        """Write to a room; what is refused, after so many seconds, is not stored."""
        log, head, number = self.logs[room], b"", 0
        while not self.ended:
            number += 1
            new = Entries(
                *(room, len(log), [f"{room}.{number}".encode()]),
                head=head,
                cid=str(number),
                guest="s",
                answer=b"ok",
            )
            began = time.monotonic()
            try:
                stored = await self.store.logs.append(new)
            except StorageError:
                self.refused.append(time.monotonic() - began)
                await asyncio.sleep(0.01)
                continue
            assert stored == Appended(len(log), len(log))
            assert isinstance(stored, Appended)
            head = stored.head
            log += new.bodies
            await asyncio.sleep(self._rng.uniform(0, 0.005))  # not all of them are in one batch


@asynccontextmanager
async def load(store: Store, rooms: int) -> AsyncIterator[Load]:
    """Write to so many rooms as long as the context lasts."""
    found = Load(store, rooms)
    playing = [asyncio.create_task(found.play(room)) for room in found.logs]
    try:
        yield found
    finally:
        found.ended = True
        await asyncio.gather(*playing)
    for room, log in found.logs.items():
        assert await bodies(store, room) == log
