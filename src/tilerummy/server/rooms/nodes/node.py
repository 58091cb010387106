"""This process among others that share the store, as rooms and guests see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress

from tilerummy.server.bus.local import LocalBus
from tilerummy.server.bus.port import Bus
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.room.encoded import EncodedUpdates
from tilerummy.server.rooms.nodes.following import Follower
from tilerummy.server.rooms.nodes.hearing import Hearing
from tilerummy.server.rooms.nodes.hints import Hints, Shown
from tilerummy.server.rooms.nodes.leases import BEAT, Leases
from tilerummy.server.rooms.nodes.notices import NoticeHandler, Notices
from tilerummy.server.rooms.nodes.telling import Telling
from tilerummy.server.rooms.ports import Clock
from tilerummy.server.rooms.registry import RoomRegistry
from tilerummy.server.store import Entries, StorageError
from tilerummy.server.store.nodes.port import NodeStore, NoticeKind

POLL = 2000
"""How often, in milliseconds, the ends of all logs in memory are read."""
DRAFTS = 1000
"""How often, in milliseconds, drafts are stored."""


class Node:
    """The link of one of several servers; *name* is its own, and no earlier process had it."""

    shared = True

    def __init__(self, store: NodeStore, clock: Clock, name: str, bus: Bus | None = None) -> None:
        self._store, self._clock = store, clock
        self._hints = Hints(bus or LocalBus())
        self._notices = Notices(store)
        self._telling = Telling(store, self._hints)
        self._leases = Leases(store, clock, name, self._lapsed)
        self._registry: RoomRegistry | None = None

    def join(self, registry: RoomRegistry) -> None:
        """Keep the rooms of this registry."""
        self._registry = registry
        self._follower = Follower(self._store, registry, self._leases.name)
        self._hearing = Hearing(registry, self._follower, self._notices, self._hints)

    # For rooms

    def holds(self, room: str) -> bool:
        """Return whether this node certainly holds the lease of a table now."""
        return self._leases.holds(room)

    def epoch(self, room: str) -> int | None:
        """Return the epoch of a lease that is held."""
        return self._leases.held[room]

    def time(self) -> int:
        """Return about the time of the store."""
        return self._leases.time()

    async def generation(self, room: str) -> int:
        """Return how often a log was rewritten."""
        end = (await self._store.ends([room])).get(room)
        return end.generation if end else 0

    def opener(self) -> str | None:
        """Return this node, if it has told others lately that it is there."""
        return self._leases.name if self._leases.there() else None

    def opened(self, room: str) -> None:
        """Hold the lease of a table that was stored with it."""
        self._leases.opened(room)

    def appended(self, new: Entries, made: EncodedUpdates | None = None, head: bytes = b"") -> None:
        """Tell other nodes which entries were stored, with the updates of their viewers."""
        self._telling.appended(new, self.time(), made, head)

    def clock_changed(self, room: str, clock: bytes) -> None:
        """Store soon the clock of a table whose lease is held."""
        self._telling.clock_changed(room, clock)

    def connected(self, room: str, session: str, *, here: bool) -> None:
        """Store soon that a guest is connected, or no more."""
        self._telling.connected(room, session, here=here)

    def loaded(self, room: str) -> None:
        """Ask other nodes what was said at a table that was loaded here."""
        self._hints.ask_for_chat(room)

    def said(self, message: Shown) -> None:
        """Have other nodes show a message to their viewers."""
        self._telling.said(message)

    @property
    def leases(self) -> int:
        """How many leases it held at the last beat."""
        return len(self._leases.held)

    # For guests

    def when_noticed(self, handler: NoticeHandler) -> None:
        """Have *handler* called for notices of other nodes."""
        self._notices.handler = handler

    async def notify(self, kind: NoticeKind, about: str, guest: str) -> None:
        """Tell other nodes something of a guest; raises StorageError."""
        await self._notices.notify(kind, about)
        self._hints.noticed(guest)

    # What it does all the time

    async def run(self) -> None:
        """Keep up with the other nodes, until cancelled."""
        await self._hearing.listen()
        with suppress(StorageError):
            await self._notices.read()
        async with asyncio.TaskGroup() as tasks:
            works = (self._beats, self._polls, self._tells, self._stores_drafts)
            for work in works:
                tasks.create_task(_forever(work))

    async def _beats(self) -> None:
        await self.beat()
        await self._clock.sleep(BEAT)

    async def beat(self) -> None:
        """Hold the leases a little longer, and take those that nobody holds."""
        await self._leases.beat(self._follower)

    def _lapsed(self) -> None:
        assert self._registry is not None
        self._telling.all_connected(self._registry)

    async def _polls(self) -> None:
        await self._clock.sleep(POLL)
        await self._follower.poll()
        await self._notices.read()

    async def _tells(self) -> None:
        await self._telling.something()
        try:
            await self._telling.store(self._leases)
        except StorageError:
            await self._clock.sleep(BEAT)

    async def _stores_drafts(self) -> None:
        await self._clock.sleep(DRAFTS)
        assert self._registry is not None
        await self._telling.store_drafts(self._registry)

    async def leave(self) -> None:
        """Give up all leases, so that others take them at once."""
        await self._hearing.close()
        await self._hints.close()
        await self._leases.leave()


async def _forever(work: Callable[[], Coroutine[None, None, None]]) -> None:
    """Repeat *work*, whatever goes wrong."""
    while True:
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - the next time it may work
            log_failure("(node)", error)
            await asyncio.sleep(BEAT / 1000)
