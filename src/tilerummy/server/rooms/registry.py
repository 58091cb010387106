"""The registry of room actors: those in memory, loading others from the store, closing all."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress

from tilerummy.server.ops.logs import log_failure
from tilerummy.server.room.entries import UnknownEntryError, read_entry
from tilerummy.server.room.fold import LogStep, replay
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.automatic import TablePolicy
from tilerummy.server.rooms.dormant import DormantRooms
from tilerummy.server.rooms.errors import NewerLogError, not_open
from tilerummy.server.rooms.log import KEPT
from tilerummy.server.rooms.reading import LogReading
from tilerummy.server.rooms.services import RoomServices
from tilerummy.server.store import CorruptedError, Row, StorageError

SLICE = 40
"""So many entries of a log are replayed before other tasks run: some milliseconds."""
REST_AFTER, APART = 5000, 50
"""Milliseconds after which the rest of the work for a loaded room is done, and between two rooms.

When a server has to load many rooms, people wait for it, so that it does first what they need.
"""


class RoomRegistry:
    """Every room in memory, each owned by one actor, and the dormant ones."""

    def __init__(self, services: RoomServices) -> None:
        self.services = services
        self.dormant = DormantRooms(services.clock)
        self._actors: dict[str, RoomActor] = {}
        self._loading: dict[str, asyncio.Task[RoomActor | None]] = {}
        self._asked: dict[tuple[str, str], asyncio.Task[RoomActor | None]] = {}
        self._turns = LogReading()
        self._closed = False

    def __iter__(self) -> Iterator[RoomActor]:
        return iter([*self._actors.values()])

    def __len__(self) -> int:
        return len(self._actors)

    def in_memory(self, room_id: str) -> RoomActor | None:
        """Return the actor of a room that is in memory."""
        return self._actors.get(room_id)

    def add(self, actor: RoomActor) -> None:
        """Add the actor of a new room."""
        self._actors[actor.id] = actor

    def remove(self, room_id: str) -> None:
        """Remove the actor of a room."""
        del self._actors[room_id]

    async def get(self, room_id: str, key: str = "") -> RoomActor | None:
        """Return the actor of a room, loaded from the store if needed; raises StorageError.

        Rooms are loaded one after the other for each *key*, which is the address of who asks; what
        one key waits for delays no other. Without a key a room does not wait for others.
        """
        if (actor := self._actors.get(room_id)) is not None:
            return actor
        if self._closed:
            raise StorageError("the rooms are closed")
        if not key or room_id in self._loading:
            return await self._loaded(room_id)
        asked = self._asked.get((key, room_id))
        if asked is None:
            asked = asyncio.get_running_loop().create_task(self._in_turn(room_id, key))
            self._asked[key, room_id] = asked
            asked.add_done_callback(lambda _: self._asked.pop((key, room_id)))
        return await asyncio.shield(asked)

    async def _in_turn(self, room_id: str, key: str) -> RoomActor | None:
        """Return the actor of a room, which is loaded after what *key* has asked for before."""
        async with self._turns.of(0, key):
            return self._actors.get(room_id) or await self._loaded(room_id)

    async def _loaded(self, room_id: str) -> RoomActor | None:
        """Return the actor of a room that is loaded, once for all who wait for it."""
        loading = self._loading.get(room_id)
        if loading is None:
            loading = asyncio.get_running_loop().create_task(self._load(room_id))
            self._loading[room_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(room_id))
        return await asyncio.shield(loading)

    async def _load(self, room_id: str) -> RoomActor | None:
        """Load a room from the store as soon as it is its turn, and add its actor."""
        services = self.services
        size = sum(listed.size for listed in await services.store.listed([room_id]))
        async with services.reading.of(size, room_id):
            return await self._read(room_id) if size else None

    async def _read(self, room_id: str) -> RoomActor | None:
        services = self.services
        rewritten = await services.node.generation(room_id)  # before the log, so never too high
        rows = await services.store.load(room_id)
        if not rows:
            return None
        try:
            steps = await _latest_steps(room_id, rows)
        except UnknownEntryError as error:
            raise NewerLogError(f"room {room_id}: {error}") from error
        except Exception as error:  # noqa: BLE001 - a log may be damaged in any way
            log_failure("(load)", error)
            raise CorruptedError(room_id, 0, []) from None
        # of a table that others keep too, the seeds are read when they are needed
        seeds = {} if services.node.shared else await services.store.secrets(room_id)
        actor = RoomActor(steps[-1].room, steps, services, TablePolicy, seeds=seeds)
        actor.generation = rewritten
        self._actors[room_id] = actor
        actor.start(max(0, services.clock.wall() - rows[-1].at))
        self.dormant.wake(actor)
        rest = REST_AFTER + APART * (len(self) % 100)
        services.clock.call_later(rest, actor.log.build_latest)
        if actor.room.terms.chat:
            services.node.loaded(room_id)
        return actor

    async def reload(self, room_id: str) -> None:
        """Load a room whose log was rewritten or deleted, and go on sending to its viewers."""
        if (loading := self._loading.get(room_id)) is not None:  # what was stored before
            with suppress(StorageError):
                await asyncio.shield(loading)
        if (before := self._actors.get(room_id)) is None:
            return
        async with before.lock:
            await before.close()
            after = None
            try:
                with suppress(StorageError):
                    after = await self._load(room_id)
            finally:
                if after is None:
                    del self._actors[room_id]
            if after is not None:
                after.take_over(before)
                return
        before.broadcast.send(not_open(room_id))

    async def resume_all(self) -> list[str]:
        """Load every live room; return those whose logs are damaged.

        A damaged log does not prevent the others from being resumed.
        """
        damaged = []
        for room_id in await self.services.store.live():
            try:
                await self.get(room_id)
            except StorageError:
                damaged.append(room_id)
        return damaged

    async def close(self) -> None:
        """Stop every room; all entries are in the store."""
        self._closed = True
        loading = [*self._asked.values(), *self._loading.values()]
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)
        for actor in self:
            await actor.close()
        self._actors.clear()


async def _latest_steps(room_id: str, rows: Sequence[Row]) -> list[LogStep]:
    """Return the latest steps of a log; other tasks run meanwhile."""
    latest = deque[LogStep](maxlen=KEPT)
    for number, step in enumerate(replay(room_id, (read_entry(row.body) for row in rows)), 1):
        latest.append(step)
        if number % SLICE == 0:
            await asyncio.sleep(0)
    return [*latest]
