"""Following the logs of tables to which other nodes write: by their ends, as the store has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import partial

from tilerummy.server.ops.logs import WARNING, log_event, log_failure
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.errors import NewerLogError
from tilerummy.server.rooms.log import Postponed
from tilerummy.server.rooms.nodes.hints import EntriesHint, read_shown
from tilerummy.server.rooms.registry import RoomRegistry
from tilerummy.server.store import StorageError
from tilerummy.server.store.nodes.port import Lease, LogEnd, NodeStore, SavedClock

_NOBODY: AbstractSet[str] = frozenset()


class Follower:
    """Brings the rooms in memory up to date with the store."""

    def __init__(self, store: NodeStore, registry: RoomRegistry, name: str) -> None:
        self._store, self._registry, self._name = store, registry, name
        self._newer: set[str] = set()

    async def poll(self, rooms: Sequence[str] | None = None) -> None:
        """Bring these rooms up to date, or all; one that cannot be read stays as it is."""
        registry = self._registry
        if rooms is None:
            rooms = [*(actor.id for actor in registry), *registry.dormant]
        if not rooms:
            return
        try:
            ends = await self._store.ends(rooms)
            presence = await self._store.presence(self._name, rooms)
        except StorageError:
            return
        for room in rooms:
            end, elsewhere = ends.get(room), presence.get(room, _NOBODY)
            if self._is_up_to_date(room, end, elsewhere):
                continue
            try:
                await self._follow(room, end, elsewhere)
            except NewerLogError:
                await self._give_up(room)
            except StorageError:
                continue
            except Exception as error:  # noqa: BLE001 - the other rooms go on
                log_failure("(follow)", error)

    def _is_up_to_date(self, room: str, end: LogEnd | None, elsewhere: AbstractSet[str]) -> bool:
        """Return whether nothing of a table is new; so it is with most of them."""
        actor = self._registry.in_memory(room)
        return (
            actor is not None
            and end is not None
            and (end.size <= actor.log.version and end.generation == actor.generation)
            and (end.clock is None or actor.knows_clock(end.clock) or actor.holds)
            and elsewhere == actor.broadcast.presence.elsewhere
        )

    async def _follow(self, room: str, end: LogEnd | None, elsewhere: AbstractSet[str]) -> None:
        actor = self._registry.in_memory(room)
        if actor is None:
            if not elsewhere or room not in self._registry.dormant:
                return
            actor = await self._registry.get(room)  # somebody came to it at another node
        if actor is None or actor.closed:
            return
        if end is None:
            await self._reload_deleted(actor)
            return
        if end.generation != actor.generation:
            await self._registry.reload(room)
            return
        if end.size > actor.log.version:
            async with actor.lock:
                await self._catch_up(actor, end)
        self._show(actor, end, elsewhere)

    def _show(self, actor: RoomActor, end: LogEnd, elsewhere: AbstractSet[str]) -> None:
        """Set the clock that another node keeps, and who is connected there."""
        if actor.closed:
            return
        if not actor.holds and end.clock is not None and not actor.knows_clock(end.clock):
            actor.set_clock(end.clock)
        actor.set_elsewhere(elsewhere)

    async def _reload_deleted(self, actor: RoomActor) -> None:
        """Notify the viewers of a room that was deleted; one just being opened is none."""
        room = actor.id
        async with actor.lock:
            deleted = not await self._store.ends([room])
        if deleted:
            self._registry.dormant.forget(room)
            await self._registry.reload(room)

    async def _catch_up(self, actor: RoomActor, end: LogEnd) -> None:
        """Read the new entries of a log; call with the lock held."""
        if not actor.closed and end.size > actor.room.version:
            await actor.log.catch_up()

    def applied(self, actor: RoomActor, hint: EntriesHint) -> bool:
        """Apply entries of which another node tells; return whether nothing is left to be read.

        They are not applied after a gap, nor while the room is being changed.
        """
        version = actor.log.version
        if actor.closed or hint.first + len(hint.bodies) <= version:
            return True
        if actor.lock.locked() or hint.first != version or not hint.bodies:
            return False
        lag, holds = self._registry.services.node.time() - hint.at, actor.holds
        if hint.clock is not None and holds:
            actor.clock_stored(hint.clock)
        try:
            if (holds and not actor.waits) or not self._postponed(actor, hint, lag):
                actor.log.fold(hint.bodies, [lag] * len(hint.bodies), hint.made, hint.head)
        except NewerLogError:
            return False
        if hint.clock is not None and not holds:
            saved = SavedClock(hint.clock, hint.at)
            if actor.note_clock(saved):
                actor.log.when_applied(partial(actor.follow_clock, saved))
        return True

    def _postponed(self, actor: RoomActor, hint: EntriesHint, lag: int) -> bool:
        """Send the viewers their updates at once, and apply the entries later, where that can be.

        What another node has made for viewers changes nothing but the round. Of the turns of others
        several are applied together, sooner than each when it comes: see benchmarks/README.md.
        """
        if hint.made is None:
            return False
        entries = actor.log.read(hint.bodies)
        if not actor.broadcast.forward(hint.made):
            return False
        actor.log.postpone(Postponed(entries, hint.made.entries, hint.head), lag)
        return True

    async def _give_up(self, room: str) -> None:
        """Leave a table that cannot be read here to servers of the newer release."""
        if room not in self._newer:
            self._newer.add(room)
            log_event("newer_log", WARNING)
        with suppress(StorageError):
            await self._store.release(self._name, room)

    async def adopt(self, lease: Lease, end: LogEnd | None, hold: Callable[[], None]) -> None:
        """Begin what the holder of a lease does, after *hold*; raises StorageError.

        *end* is that of the log when the lease had been taken.
        The clock of the turn goes on from when its last holder was there, with the latest draft.
        """
        try:
            await self._adopt(lease, end, hold)
        except NewerLogError:
            await self._give_up(lease.room)
            raise

    async def _adopt(self, lease: Lease, end: LogEnd | None, hold: Callable[[], None]) -> None:
        actor = await self._registry.get(lease.room)
        if actor is None:
            hold()
            return
        async with actor.lock:
            if actor.closed:
                return
            if end is not None:
                await self._catch_up(actor, end)
            timed = actor.room.terms.turn_ms is not None
            draft = await self._store.draft(lease.room) if timed else None
            hold()
            if end is not None and end.clock is not None:
                charged = lease.taken - end.clock.at - end.clock.paused
                actor.set_clock(end.clock, charged=max(0, charged))
            actor.run_clock()
            if draft is not None and (shown := read_shown(draft)) is not None:
                actor.hear(shown)
            actor.go_on()
