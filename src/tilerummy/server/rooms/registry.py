"""The registry of rooms that this process owns, which takes, loads and parks them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from tilerummy.server.messages.server import Chatted
from tilerummy.server.ops.logs import WARNING, log_event, log_failure
from tilerummy.server.room.entries import UnknownEntryError, read_entry
from tilerummy.server.room.fold import LogStep, replay
from tilerummy.server.rooms.access import NewerLogError
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.commands import time_out
from tilerummy.server.rooms.computer_turns import computer_turn
from tilerummy.server.rooms.log import RECENT_ENTRIES, RoomLog
from tilerummy.server.rooms.log_reads import LogReadLimiter
from tilerummy.server.rooms.ports import RoomServices
from tilerummy.server.store.types import (
    CorruptedError,
    NotOwnerError,
    ParkedRoom,
    Row,
    StorageError,
    Taken,
)

REPLAY_SLICE = 40
"""The number of log entries to replay (in a few milliseconds) before other tasks can run."""
BUILD_AFTER, BUILD_INTERVAL = 5000, 50
"""The delays before a loaded room builds its latest entries, and between two such rooms, in ms.

When many rooms have just been taken, these delays give priority to work that players wait for.
"""
MAX_LOADING = 8
"""The maximum number of due rooms to load at the same time."""
MAX_PARKED_CHATS = 10_000
"""The maximum number of parked rooms whose chat stays in memory."""
RETRY_AFTER = 10_000
"""The delay before another attempt to load a room that could not be loaded, in milliseconds."""
SHUTDOWN_TIMEOUT = 5.0
"""How long a stopping server waits for running changes and for the database, in seconds."""
MIN_BATCH, MAX_BATCHES, BATCH_INTERVAL = 10, 50, 0.15
"""Batches of rooms to release: their minimum size, maximum number, and interval in seconds."""
RESTART = 1012
"""The close code sent when a room moves to another node; it makes clients reconnect."""


class RoomRegistry:
    """The actors of the rooms that this process owns; rooms in ``damaged`` have damaged logs."""

    def __init__(self, services: RoomServices) -> None:
        self.services = services
        self.damaged: set[str] = set()
        self._actors: dict[str, RoomActor] = {}
        self._loading: dict[str, asyncio.Task[RoomActor | None]] = {}
        self._queued: dict[tuple[str, str], asyncio.Task[RoomActor | None]] = {}
        self._queue = LogReadLimiter()
        self._chats: OrderedDict[str, list[Chatted]] = OrderedDict()
        self._parking: set[asyncio.Task[None]] = set()
        self._closed = False

    def __iter__(self) -> Iterator[RoomActor]:
        return iter([*self._actors.values()])

    def __len__(self) -> int:
        return len(self._actors)

    def in_memory(self, room_id: str) -> RoomActor | None:
        """Return a room's actor, or None if this process does not own the room."""
        return self._actors.get(room_id)

    def latest(self, room_id: str) -> RoomActor | None:
        """Return a room's actor, or None if another node might have taken the room by now."""
        return self._actors.get(room_id) if self.services.ownership.is_certain() else None

    # Taking

    async def own(self, room_id: str, key: str = "") -> RoomActor | None:
        """Return a room's actor, taking the room if necessary, or None if it is unknown.

        *key* is the client's address: for each key, one room is loaded at a time, so that clients
        do not delay each other. An empty key skips the queue. Raises StorageError, or NotOwnerError
        if another node owns the room.
        """
        if (actor := self._actors.get(room_id)) is not None:
            return actor
        if not key or room_id in self._loading:
            return await self._load_once(room_id)
        asked = self._queued.get((key, room_id))
        if asked is None:
            asked = asyncio.get_running_loop().create_task(self._own_in_turn(room_id, key))
            self._queued[key, room_id] = asked
            asked.add_done_callback(lambda _: self._queued.pop((key, room_id)))
        return await asyncio.shield(asked)

    async def _own_in_turn(self, room_id: str, key: str) -> RoomActor | None:
        async with self._queue.of(0, key):
            return self._actors.get(room_id) or await self._load_once(room_id)

    async def _load_once(self, room_id: str, taken: Taken | None = None) -> RoomActor | None:
        """Load a room; if it is already being loaded, wait for that to finish instead."""
        if self._closed:
            raise StorageError("the rooms are closed")
        loading = self._loading.get(room_id)
        if loading is None:
            loading = asyncio.get_running_loop().create_task(self._load(room_id, taken))
            self._loading[room_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(room_id))
        return await asyncio.shield(loading)

    async def _load(self, room_id: str, taken: Taken | None) -> RoomActor | None:
        """Load a room, after taking it unless *taken* is given."""
        services = self.services
        try:
            taken = taken or await services.ownership.take(room_id)
            if taken is None:
                return None
            async with services.reading.of(taken.size, room_id):
                return await self._start(taken)
        except StorageError as error:
            if taken is not None:
                again = not isinstance(error, CorruptedError)
                due = services.clock.wall() + RETRY_AFTER if again else None
                parked = ParkedRoom(room_id, taken.epoch, taken.clock, due)
                with suppress(StorageError):
                    await services.ownership.release([parked])
            raise

    async def _start(self, taken: Taken) -> RoomActor:
        services, room_id = self.services, taken.room
        log, last = await self._read(room_id, taken.epoch)
        if (before := self._actors.get(room_id)) is not None:
            if before.log.epoch > taken.epoch:  # it has been taken again since
                return before
            self._unload(before)
        if services.ownership.owned.get(room_id) != taken.epoch:  # lost while its log was read
            raise NotOwnerError(room_id)
        actor = RoomActor(log, services, time_out, computer_turn, self._unload)
        actor.broadcast.chat = self._chats.pop(room_id, [])
        self._actors[room_id] = actor
        actor.start(taken, max(0, services.clock.wall() - last.at))
        rest = BUILD_AFTER + BUILD_INTERVAL * (len(self) % 100)
        services.clock.call_later(rest, log.build_latest)
        return actor

    async def read(self, room_id: str) -> RoomLog | None:
        """Return a room's log without taking the room, or None if the room is unknown.

        Raises StorageError if the log cannot be read.
        """
        if (actor := self.latest(room_id)) is not None:
            return actor.log
        services = self.services
        size = sum(listed.size for listed in await services.store.rooms.find([room_id]))
        if not size:
            return None
        async with services.reading.of(size, room_id):
            log, _ = await self._read(room_id, 0)
        return log

    async def _read(self, room_id: str, epoch: int) -> tuple[RoomLog, Row]:
        try:
            rows = await self.services.store.logs.load(room_id)
            if not rows:
                raise StorageError(f"room {room_id} was deleted")
            steps = await _latest_steps(room_id, rows)
        except UnknownEntryError as error:
            raise NewerLogError(f"room {room_id}: {error}") from error
        except CorruptedError:
            self._mark_damaged(room_id)
            raise
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - a log may be damaged in any way
            log_failure("(load)", error)
            self._mark_damaged(room_id)
            raise CorruptedError(room_id, 0, []) from None
        return RoomLog(steps, self.services, head=rows[-1].head, epoch=epoch), rows[-1]

    def _mark_damaged(self, room_id: str) -> None:
        if room_id not in self.damaged:
            self.damaged.add(room_id)
            log_event("damaged", WARNING, rooms=len(self.damaged))

    async def take_over(self, taken: Sequence[Taken]) -> None:
        """Resume the rooms that this node has just taken, except for those with unreadable logs."""

        async def take_over(each: Taken) -> None:
            if (before := self._loading.get(each.room)) is not None:
                await asyncio.wait([before])  # this node may have lost its earlier lease
            with suppress(StorageError):
                await self._load_once(each.room, each)

        for start in range(0, len(taken), MAX_LOADING):
            await asyncio.gather(*map(take_over, taken[start : start + MAX_LOADING]))

    # Parking

    async def park(self, actor: RoomActor) -> None:
        """Finish a room's running change and release the room; its viewers must then reconnect.

        Raises StorageError if the room cannot be released.
        """
        if self._actors.get(actor.id) is actor:
            del self._actors[actor.id]
        if chat := actor.broadcast.chat:
            self._chats[actor.id] = chat
            if len(self._chats) > MAX_PARKED_CHATS:
                self._chats.popitem(last=False)
        await actor.close()
        parked = actor.parked()
        actor.broadcast.close(RESTART)
        await self.services.ownership.release([parked])

    def unload(self, rooms: Collection[str]) -> None:
        """Unload rooms that this node no longer owns, or whose logs were rewritten or deleted."""
        for room_id in rooms:
            if (actor := self._actors.get(room_id)) is not None:
                self._unload(actor)

    def _unload(self, actor: RoomActor) -> None:
        """Park a room in the background; this is harmless if another node already owns it."""
        if self._actors.get(actor.id) is not actor:
            return
        del self._actors[actor.id]

        async def park() -> None:
            with suppress(StorageError):
                await self.park(actor)

        task = asyncio.get_running_loop().create_task(park())
        self._parking.add(task)
        task.add_done_callback(self._parking.discard)

    async def close(self) -> None:
        """Park all rooms; rooms whose match is in progress become due immediately.

        If other nodes can take the rooms, they are parked in batches. The players in each batch
        immediately reconnect to another node, while the remaining rooms continue here until it is
        their turn.
        """
        self._closed = True
        batched = self.services.ownership.end()
        loading = [*self._queued.values(), *self._loading.values()]
        for task in loading:
            task.cancel()
        if ending := {*loading, *self._parking}:
            await asyncio.wait(ending, timeout=SHUTDOWN_TIMEOUT)
        at_once = max(MIN_BATCH, -(-len(self) // MAX_BATCHES)) if batched else len(self)
        while actors := [*self][:at_once]:
            if not await self._hand_off(actors):
                at_once = len(self)  # the database is unreachable, so batches only take longer
            if self._actors:
                await asyncio.sleep(BATCH_INTERVAL)

    async def _hand_off(self, actors: Sequence[RoomActor]) -> bool:
        """Park rooms and disconnect their viewers; return False if any room takes too long.

        A room that takes longer than ``SHUTDOWN_TIMEOUT`` is not released, so other nodes can only
        take it when its lease has expired.
        """
        for actor in actors:
            del self._actors[actor.id]
        closing = {asyncio.create_task(actor.close()): actor for actor in actors}
        done, waiting = await asyncio.wait(closing, timeout=SHUTDOWN_TIMEOUT)
        with suppress(StorageError):
            await self.services.ownership.release([closing[task].parked() for task in done])
        for actor in actors:
            actor.broadcast.close(RESTART)
        return not waiting


async def _latest_steps(room_id: str, rows: Sequence[Row]) -> list[LogStep]:
    """Replay a log and return its latest steps, letting other tasks run at regular intervals."""
    latest = deque[LogStep](maxlen=RECENT_ENTRIES)
    for number, step in enumerate(replay(room_id, (read_entry(row.body) for row in rows)), 1):
        latest.append(step)
        if number % REPLAY_SLICE == 0:
            await asyncio.sleep(0)
    return [*latest]
