"""This process among others that share the store: its leases, and what it tells them.

At every beat it stores that it is there, reads back which leases it holds, and takes those that
nobody holds. While the store does not answer, it holds none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial

from tilerummy.server.bus.local import LocalBus
from tilerummy.server.bus.port import Bus
from tilerummy.server.messages import PreviewShown
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.rooms.directory.nodes.following import Follower
from tilerummy.server.rooms.directory.nodes.hints import EntriesHint, Hints, Shown, write_shown
from tilerummy.server.rooms.directory.nodes.notices import NoticeHandler, Notices
from tilerummy.server.rooms.directory.registry import RoomRegistry
from tilerummy.server.rooms.ports import Clock
from tilerummy.server.store import CorruptedError, Entries, StorageError
from tilerummy.server.store.nodes.port import Lease, LogEnd, NodeStore, NoticeKind, PresenceChange

BEAT = 300
"""Milliseconds between two beats."""
LEASE = 1100
"""For so many milliseconds after a beat no other node takes the leases."""
MARGIN = 150
"""By so many milliseconds earlier this node itself takes its leases for lost."""
POLL = 2000
"""How often, in milliseconds, the ends of all logs in memory are read."""
DRAFTS = 1000
"""How often, in milliseconds, drafts are stored."""
AT_ONCE = 8
"""How many tables whose lease was taken are loaded at once."""
MOST_TAKEN = 100
"""How many leases are taken at once; then at once the next ones."""


class Node:
    """The link of one of several servers; *name* is its own, and no earlier process had it."""

    shared = True

    def __init__(self, store: NodeStore, clock: Clock, name: str, bus: Bus | None = None) -> None:
        self._store, self._clock, self._name = store, clock, name
        self._hints = Hints(bus or LocalBus())
        self._look: set[str] = set()
        self._looking = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._notices = Notices(store)
        self._held: dict[str, int] = {}
        self._until = 0
        self._offset: int | None = None
        self._last_beat: int | None = None
        self._pending: dict[str, Lease] = {}
        self._presence: dict[tuple[str, str], bool] = {}
        self._clocks: dict[str, bytes] = {}
        self._drafts: dict[str, PreviewShown] = {}
        self._something = asyncio.Event()
        self._adopting: asyncio.Task[None] | None = None
        self._registry: RoomRegistry | None = None
        self._follower: Follower | None = None

    def join(self, registry: RoomRegistry) -> None:
        """Keep the rooms of this registry."""
        self._registry = registry
        self._follower = Follower(self._store, registry, self._name)

    # For rooms

    def holds(self, room: str) -> bool:
        """Return whether this node certainly holds the lease of a table now."""
        return room in self._held and self._clock.now() < self._until

    def epoch(self, room: str) -> int | None:
        """Return the epoch of a lease that is held."""
        return self._held[room]

    def time(self) -> int:
        """Return about the time of the store."""
        return self._clock.wall() if self._offset is None else self._clock.now() + self._offset

    async def generation(self, room: str) -> int:
        """Return how often a log was rewritten."""
        end = (await self._store.ends([room])).get(room)
        return end.generation if end else 0

    async def opened(self, room: str) -> None:
        """Take the lease of a table that was opened here."""
        lease = await self._store.claim(self._name, room)
        if lease is not None:
            self._held[room] = lease.epoch
            assert self._registry is not None
            if (actor := self._registry.in_memory(room)) is not None:
                actor.run_clock()
                actor.go_on()

    def appended(self, new: Entries) -> None:
        """Tell other nodes which entries were stored."""
        if new.bodies:
            hint = EntriesHint(new.expected, tuple(new.bodies), new.clock, self.time())
            self._hints.stored(new.room, hint)

    def clock_changed(self, room: str, clock: bytes) -> None:
        """Store soon the clock of a table whose lease is held."""
        self._clocks[room] = clock
        self._something.set()

    def connected(self, room: str, session: str, *, here: bool) -> None:
        """Store soon that a guest is connected, or no more."""
        self._presence[room, session] = here
        self._something.set()

    def said(self, message: Shown) -> None:
        """Have other nodes show a message to their viewers."""
        self._hints.show(message.room, message)
        if isinstance(message, PreviewShown):
            self._drafts[message.room] = message

    @property
    def leases(self) -> int:
        """How many leases it held at the last beat."""
        return len(self._held)

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
        await self._hints.listen(
            stored=self._stored, changed=self._changed, shown=self._shown, noticed=self._noticed
        )
        with suppress(StorageError):
            await self._notices.read()
        async with asyncio.TaskGroup() as tasks:
            works = (self._beats, self._polls, self._tells, self._stores_drafts, self._hints.send)
            for work in works:
                tasks.create_task(_forever(work))

    async def _beats(self) -> None:
        await self.beat()
        await self._clock.sleep(BEAT)

    async def _polls(self) -> None:
        await self._clock.sleep(POLL)
        assert self._follower is not None
        await self._follower.poll()
        await self._notices.read()

    # What other nodes hint at

    def _stored(self, room: str, hint: EntriesHint) -> None:
        assert self._registry is not None
        assert self._follower is not None
        if (actor := self._registry.in_memory(room)) is not None:
            self._begin(self._follower.hinted(actor, hint))

    def _shown(self, room: str, message: Shown) -> None:
        assert self._registry is not None
        if message.room == room and (actor := self._registry.in_memory(room)) is not None:
            actor.hear(message)

    def _changed(self, room: str) -> None:
        """Look at a room soon; one look is enough for all hints that come meanwhile."""
        assert self._registry is not None
        if self._registry.in_memory(room) is None and room not in self._registry.dormant:
            return
        self._look.add(room)
        if not self._looking:
            self._looking = True
            self._begin(self._look_at())

    async def _look_at(self) -> None:
        assert self._follower is not None
        try:
            while self._look:
                rooms, self._look = sorted(self._look), set()
                await self._follower.poll(rooms)
        finally:
            self._looking = False

    def _noticed(self) -> None:
        self._begin(self._notices.read())

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What it tells them

    async def _stores_drafts(self) -> None:
        """Store the latest drafts of turns with a time, so that whoever ends one knows it."""
        await self._clock.sleep(DRAFTS)
        drafts, self._drafts = self._drafts, {}
        assert self._registry is not None
        for room, draft in drafts.items():
            actor = self._registry.in_memory(room)
            if actor is None or actor.room.terms.turn_ms is None:
                continue
            if draft.version >= actor.room.changed:
                with suppress(StorageError):
                    await self._store.save_draft(room, write_shown(draft))

    async def _tells(self) -> None:
        await self._something.wait()
        try:
            await self.tell()
        except StorageError:
            await self._clock.sleep(BEAT)

    async def beat(self) -> None:
        """Hold the leases a little longer, and take those that nobody holds."""
        sent = self._clock.now()
        before, lapsed = self._last_beat, sent >= self._until
        try:
            beat = await self._store.beat(self._name, lease=LEASE)
            self._offset = beat.time - self._clock.now()
            kept = {} if lapsed else self._held
            self._held = {r: e for r, e in beat.held.items() if kept.get(r) == e}
            self._pending = {r: each for r, each in self._pending.items() if r in beat.held}
            if lapsed:
                self._tell_presence_again()  # others may have deleted it
            self._until, self._last_beat = sent + LEASE - MARGIN, beat.time
            lacking = beat.held.keys() - self._held.keys() - self._pending.keys()
            self._adopt(Lease(room, beat.held[room], before) for room in lacking)
            while taken := await self._store.take(self._name, most=MOST_TAKEN):
                self._adopt(taken)
                if len(taken) < MOST_TAKEN:
                    break
        except StorageError:
            return

    def _tell_presence_again(self) -> None:
        assert self._registry is not None
        for actor in self._registry:
            for session in actor.broadcast.presence.here:
                self._presence.setdefault((actor.room.id, session), True)
        self._something.set()

    def _adopt(self, leases: Iterable[Lease]) -> None:
        """Begin what the holder of these leases does."""
        self._pending.update((lease.room, lease) for lease in leases)
        if self._pending and (self._adopting is None or self._adopting.done()):
            self._adopting = asyncio.get_running_loop().create_task(self._adopt_pending())

    async def _adopt_pending(self) -> None:
        """Adopt what is pending, and what comes to it meanwhile; each once."""
        tried: set[Lease] = set()
        with suppress(StorageError):  # at the next beat again
            while leases := [each for each in self._pending.values() if each not in tried]:
                tried.update(leases)
                ends = await self._store.ends([lease.room for lease in leases])
                while leases:
                    some, leases = leases[:AT_ONCE], leases[AT_ONCE:]
                    adopt = (self._adopt_one(each, ends.get(each.room)) for each in some)
                    await asyncio.gather(*adopt)

    async def _adopt_one(self, lease: Lease, end: LogEnd | None) -> None:
        assert self._follower is not None
        hold = partial(self._hold, lease)
        try:
            await self._follower.adopt(lease, end, hold)
        except CorruptedError:
            hold()  # whoever asks for it is told
        except StorageError:
            return  # at the next beat again
        except Exception as error:  # noqa: BLE001 - the other tables go on
            log_failure("(adopt)", error)
            hold()

    def _hold(self, lease: Lease) -> None:
        """Act as the holder of a lease from now on."""
        if self._pending.pop(lease.room, None) is not None:
            self._held[lease.room] = lease.epoch

    async def tell(self) -> None:
        """Store who came and left, and clocks that changed; raises StorageError."""
        self._something.clear()
        presence, self._presence = self._presence, {}
        clocks, self._clocks = self._clocks, {}
        try:
            if presence:
                changes = [PresenceChange(*where, here) for where, here in presence.items()]
                await self._store.show_presence(self._name, changes)
                for room in {room for room, _ in presence}:
                    self._hints.changed(room)
            presence = {}
            while clocks:
                room = next(iter(clocks))
                if room in self._held:
                    await self._store.save_clock(room, self._held[room], clocks[room])
                    self._hints.changed(room)
                del clocks[room]
        except StorageError:
            self._presence, self._clocks = presence | self._presence, clocks | self._clocks
            self._something.set()
            raise

    async def leave(self) -> None:
        """Give up all leases, so that others take them at once."""
        tasks = [*self._tasks, *([self._adopting] if self._adopting else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._hints.close()
        self._held = {}
        with suppress(StorageError):
            await self._store.leave(self._name)


async def _forever(work: Callable[[], Coroutine[None, None, None]]) -> None:
    """Repeat *work*, whatever goes wrong."""
    while True:
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - the next time it may work
            log_failure("(node)", error)
            await asyncio.sleep(BEAT / 1000)


async def _logged(work: Coroutine[None, None, None]) -> None:
    """Do *work*, whatever goes wrong."""
    try:
        await work
    except StorageError:
        pass  # the store is read again soon
    except Exception as error:  # noqa: BLE001 - it was only a hint
        log_failure("(node)", error)
