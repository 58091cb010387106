"""The registry of rooms: those that this process owns, loaded from the store; parking them."""

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
from tilerummy.server.rooms.log import KEPT, RoomLog
from tilerummy.server.rooms.ports import RoomServices
from tilerummy.server.rooms.reading import LogReading
from tilerummy.server.store.types import (
    CorruptedError,
    NotOwnerError,
    ParkedRoom,
    Row,
    StorageError,
    Taken,
)

SLICE = 40
"""So many entries of a log are replayed before other tasks run: some milliseconds."""
REST_AFTER, APART = 5000, 50
"""Milliseconds until a loaded room builds its latest entries, and between two rooms.

A server that takes over many rooms first does the work that players wait for.
"""
AT_ONCE = 8
"""The number of due rooms that are loaded at once."""
CHATS = 10_000
"""The maximum number of parked rooms whose chat is kept in memory."""
AGAIN = 10_000
"""Milliseconds after which a room is due again that could not be read now, or by this release."""
END_PATIENCE = 5.0
"""For how many seconds a server that ends waits for what its rooms are doing."""
BATCH, BATCHES, PAUSE = 10, 50, 0.15
"""Rooms are handed over by ten at least, in fifty batches at most, so many seconds apart."""
RESTART = 1012
"""Why a socket is closed whose room is owned by another node, or soon: connect again."""


class RoomRegistry:
    """Every room that is owned here, each with its actor.

    ``damaged`` are the rooms whose logs were found damaged.
    """

    def __init__(self, services: RoomServices) -> None:
        self.services = services
        self.damaged: set[str] = set()
        self._actors: dict[str, RoomActor] = {}
        self._loading: dict[str, asyncio.Task[RoomActor | None]] = {}
        self._asked: dict[tuple[str, str], asyncio.Task[RoomActor | None]] = {}
        self._turns = LogReading()
        self._chats: OrderedDict[str, list[Chatted]] = OrderedDict()
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    def __iter__(self) -> Iterator[RoomActor]:
        return iter([*self._actors.values()])

    def __len__(self) -> int:
        return len(self._actors)

    def in_memory(self, room_id: str) -> RoomActor | None:
        """Return the actor of a room that is owned here."""
        return self._actors.get(room_id)

    def latest(self, room_id: str) -> RoomActor | None:
        """Return the actor of a room, unless another node may have taken the room since."""
        return self._actors.get(room_id) if self.services.ownership.is_certain() else None

    # Taking

    async def own(self, room_id: str, key: str = "") -> RoomActor | None:
        """Return the actor of a room, which is taken if needed; None if there is no such room.

        Rooms are loaded one after the other for each *key*, which is the address of who asks; what
        one key waits for delays no other. Without a key a room does not wait for others. Raises
        StorageError, a NotOwnerError if another node owns the room.
        """
        if (actor := self._actors.get(room_id)) is not None:
            return actor
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

    async def _loaded(self, room_id: str, taken: Taken | None = None) -> RoomActor | None:
        """Return the actor of a room that is loaded, once for all who wait for it."""
        if self._closed:
            raise StorageError("the rooms are closed")
        loading = self._loading.get(room_id)
        if loading is None:
            loading = asyncio.get_running_loop().create_task(self._load(room_id, taken))
            self._loading[room_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(room_id))
        return await asyncio.shield(loading)

    async def _load(self, room_id: str, taken: Taken | None) -> RoomActor | None:
        """Take a room, unless it is *taken*, and load it as soon as it is its turn."""
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
                due = services.clock.wall() + AGAIN if again else None
                parked = ParkedRoom(room_id, taken.epoch, taken.clock, due)
                with suppress(StorageError):
                    await services.ownership.release([parked])
            raise

    async def _start(self, taken: Taken) -> RoomActor:
        services, room_id = self.services, taken.room
        log, last = await self._read(room_id, taken.epoch)
        if (before := self._actors.get(room_id)) is not None:
            if before.log.epoch > taken.epoch:  # it was taken once more since
                return before
            self._let_go(before)
        if services.ownership.owned.get(room_id) != taken.epoch:  # it was lost while it was read
            raise NotOwnerError(room_id)
        actor = RoomActor(log, services, time_out, computer_turn, self._let_go)
        actor.broadcast.chat = self._chats.pop(room_id, [])
        self._actors[room_id] = actor
        actor.start(taken, max(0, services.clock.wall() - last.at))
        rest = REST_AFTER + APART * (len(self) % 100)
        services.clock.call_later(rest, log.build_latest)
        return actor

    async def read(self, room_id: str) -> RoomLog | None:
        """Return the log of a room, as it is in memory or in the store; nothing is taken.

        None if there is no such room. Raises StorageError.
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
            self._found_damaged(room_id)
            raise
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - a log may be damaged in any way
            log_failure("(load)", error)
            self._found_damaged(room_id)
            raise CorruptedError(room_id, 0, []) from None
        return RoomLog(steps, self.services, head=rows[-1].head, epoch=epoch), rows[-1]

    def _found_damaged(self, room_id: str) -> None:
        if room_id not in self.damaged:
            self.damaged.add(room_id)
            log_event("damaged", WARNING, rooms=len(self.damaged))

    async def adopt(self, taken: Sequence[Taken]) -> None:
        """Go on with rooms that were taken, as far as they can be read."""

        async def adopt(each: Taken) -> None:
            if (before := self._loading.get(each.room)) is not None:
                await asyncio.wait([before])  # it may be lost that was taken before
            with suppress(StorageError):
                await self._loaded(each.room, each)

        for start in range(0, len(taken), AT_ONCE):
            await asyncio.gather(*map(adopt, taken[start : start + AT_ONCE]))

    # Parking

    async def park(self, actor: RoomActor) -> None:
        """Own a room no more, after what it is doing; its viewers are told to connect again.

        Raises StorageError.
        """
        if self._actors.get(actor.id) is actor:
            del self._actors[actor.id]
        if chat := actor.broadcast.chat:
            self._chats[actor.id] = chat
            if len(self._chats) > CHATS:
                self._chats.popitem(last=False)
        await actor.close()
        parked = actor.parked()
        actor.broadcast.close(RESTART)
        await self.services.ownership.release([parked])

    def lose(self, rooms: Collection[str]) -> None:
        """Drop rooms that are owned here no more, or whose logs were rewritten or deleted."""
        for room_id in rooms:
            if (actor := self._actors.get(room_id)) is not None:
                self._let_go(actor)

    def _let_go(self, actor: RoomActor) -> None:
        """Park a room soon. If another node owns it already, that changes nothing there."""
        if self._actors.get(actor.id) is not actor:
            return
        del self._actors[actor.id]

        async def park() -> None:
            with suppress(StorageError):
                await self.park(actor)

        task = asyncio.get_running_loop().create_task(park())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """Hand all rooms over: they are parked, and what is under way there is due at once.

        If other nodes can take them, a batch is parked at a time: its players are shown their rooms
        there at once, and everybody else plays on here until then.
        """
        self._closed = True
        batched = self.services.ownership.end()
        loading = [*self._asked.values(), *self._loading.values()]
        for task in loading:
            task.cancel()
        if ending := {*loading, *self._ending}:
            await asyncio.wait(ending, timeout=END_PATIENCE)
        at_once = max(BATCH, -(-len(self) // BATCHES)) if batched else len(self)
        while actors := [*self][:at_once]:
            if not await self._hand_over(actors):
                at_once = len(self)  # the database is away: nobody else waits for it as well
            if self._actors:
                await asyncio.sleep(PAUSE)

    async def _hand_over(self, actors: Sequence[RoomActor]) -> bool:
        """Park rooms, and close their sockets; return whether all could be closed before.

        One that waits for a database longer than END_PATIENCE keeps its lease until it runs out.
        """
        for actor in actors:
            del self._actors[actor.id]
        closing = {asyncio.create_task(actor.close()): actor for actor in actors}
        done, waiting = await asyncio.wait(closing, timeout=END_PATIENCE)
        with suppress(StorageError):
            await self.services.ownership.release([closing[task].parked() for task in done])
        for actor in actors:
            actor.broadcast.close(RESTART)
        return not waiting


async def _latest_steps(room_id: str, rows: Sequence[Row]) -> list[LogStep]:
    """Return the latest steps of a log; other tasks run meanwhile."""
    latest = deque[LogStep](maxlen=KEPT)
    for number, step in enumerate(replay(room_id, (read_entry(row.body) for row in rows)), 1):
        latest.append(step)
        if number % SLICE == 0:
            await asyncio.sleep(0)
    return [*latest]
