"""This node's leases: heartbeats, taking rooms, and losing rooms to other nodes.

Leases provide speed, not safety: if another node has taken a room, the new epoch fences all appends
under the old lease. While the store is unreachable, ownership is uncertain.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial

from tilerummy.server.clock import Clock
from tilerummy.server.ops.forever import forever
from tilerummy.server.store.leases import Leases
from tilerummy.server.store.types import NotOwnerError, Owner, ParkedRoom, StorageError, Taken

HEARTBEAT = 250
"""Milliseconds between two heartbeats."""
LEASE = 1000
"""Milliseconds after a node's heartbeat before other nodes may take its rooms."""
SAFETY_MARGIN = 150
"""How many milliseconds before its leases expire this node stops relying on them."""
SINGLE_HEARTBEAT = 5000
"""Milliseconds between two heartbeats of a single server."""
POLL_INTERVAL = 1000
"""Milliseconds between queries for due rooms."""
DEAD_AFTER = 2000
"""Milliseconds without a heartbeat after which a node's rooms become due."""
MAX_TAKEN = 100
"""The maximum number of due rooms taken in one query."""


class NodeOwnership:
    """The rooms that the node *name* owns; no other node changes them or runs their clocks.

    This data may be stale; the epoch in each append is what proves ownership. Other nodes reach
    this one at *address*.

    A *single_server* does not share its store with any other process. The room registry sets two
    callbacks: ``on_taken`` is called with due rooms that this node took, and ``on_lost`` with rooms
    that it lost.
    """

    on_taken: Callable[[Sequence[Taken]], Awaitable[object]]
    on_lost: Callable[[Sequence[str]], None]

    def __init__(
        self,
        store: Leases,
        clock: Clock,
        name: str,
        address: str = "",
        *,
        single_server: bool = True,
    ) -> None:
        self._store, self._clock = store, clock
        self.name, self.address, self.single_server = name, address, single_server
        self.owned: dict[str, int] = {}
        self._certain_until = 0
        self._pending_calls = 0  # calls in progress that take or release rooms
        self._ending = False
        self._dead: dict[str, int] = {}  # nodes that seem dead, and when to try them again

    def is_certain(self) -> bool:
        """Return whether it is certain that no other node has taken any room of this one."""
        return self.single_server or self._clock.now() < self._certain_until

    def mark_dead(self, node: str) -> None:
        """Allow taking a node's rooms, because it refuses connections, until its lease expires."""
        self._dead[node] = self._clock.now() + LEASE

    def is_dead(self, node: str) -> bool:
        """Return whether a node has refused connections recently."""
        return self._dead.get(node, 0) > self._clock.now()

    async def other_owner(self, room: str) -> Owner | None:
        """Return a room's owner, or None if it is this node or not alive. Raises StorageError."""
        if self.single_server or room in self.owned:
            return None
        owner = await self._store.owner(room)
        if owner is None or owner.node == self.name or self.is_dead(owner.node):
            return None
        return owner

    async def take(self, room: str, *, by_force: bool = False) -> Taken | None:
        """Take ownership of a room; return None if it is unknown.

        Raises StorageError, or NotOwnerError if a live node owns the room, unless taken *by_force*.
        """
        if self._ending:
            raise StorageError("the server is shutting down")
        self._pending_calls += 1
        try:
            self._dead = {node: until for node, until in self._dead.items() if self.is_dead(node)}
            taken = await self._store.take(room, self.name, [*self._dead])
            if isinstance(taken, Owner) and by_force:
                taken = await self._store.take(room, self.name, [taken.node])
            if isinstance(taken, Owner):
                raise NotOwnerError(room, taken.address)
            if taken is not None:
                self.owned[room] = taken.epoch
            return taken
        finally:
            self._pending_calls -= 1

    async def release(self, rooms: Sequence[ParkedRoom]) -> None:
        """Release these rooms, so that others can take them; raises StorageError."""
        held = [each for each in rooms if self.owned.get(each.room) == each.epoch]
        for each in held:
            del self.owned[each.room]
        if not held:
            return
        self._pending_calls += 1
        try:
            await self._store.release(self.name, held)
        finally:
            self._pending_calls -= 1

    def end(self) -> bool:
        """Stop taking rooms because of a shutdown; return whether other nodes may take them."""
        self._ending = True
        return not self.single_server

    async def save_clock(self, room: str, epoch: int, clock: bytes) -> None:
        """Store a room's current clock; raises StorageError."""
        await self._store.save_clock(self.name, room, epoch, clock)

    # Background work

    async def run(self) -> None:
        """Send heartbeats and take due rooms until cancelled."""
        with suppress(StorageError):
            await self.heartbeat()
        async with asyncio.TaskGroup() as tasks:
            for work, every in (
                (self.heartbeat, SINGLE_HEARTBEAT if self.single_server else HEARTBEAT),
                (self.take_due, POLL_INTERVAL),
            ):
                pause = partial(self._clock.sleep, every)
                tasks.create_task(forever("(node)", work, pause, StorageError))

    async def heartbeat(self) -> None:
        """Extend the leases, and drop rooms that other nodes have taken. Raises StorageError."""
        sent, before, quiet = self._clock.now(), dict(self.owned), not self._pending_calls
        lease = None if self.single_server else LEASE
        stored = await self._store.heartbeat(self.name, self.address, lease)
        known = len(self.owned), sum(self.owned.values())
        if stored.late or (stored.rooms, stored.epochs) != known:
            await self._reconcile(before, quiet=quiet)
        self._certain_until = sent + LEASE - SAFETY_MARGIN

    async def _reconcile(self, before: dict[str, int], *, quiet: bool) -> None:
        """Drop rooms owned *before* that, according to the store, now belong to other nodes.

        If *quiet* (no call is in progress), also release rooms that belong to this node without its
        knowledge, because the response was lost when it took them.
        """
        held = await self._store.held(self.name)
        lost = [r for r, e in before.items() if self.owned.get(r) == e and held.get(r) != e]
        for room in lost:
            del self.owned[room]
        self.on_lost(lost)
        if quiet and not self._pending_calls:
            unknown = [ParkedRoom(r, e, None, 0) for r, e in held.items() if r not in self.owned]
            if unknown:
                await self._store.release(self.name, unknown)

    async def take_due(self) -> None:
        """Take rooms that are due; raises StorageError."""
        await self._store.park_expired(0 if self.single_server else DEAD_AFTER, self.name)
        while self.is_certain() and not self._ending:
            self._pending_calls += 1
            try:
                taken = await self._store.take_due(self.name, MAX_TAKEN)
                for each in taken:  # some may have been taken again in between
                    self.owned[each.room] = max(each.epoch, self.owned.get(each.room, 0))
            finally:
                self._pending_calls -= 1
            await self.on_taken(taken)
            if len(taken) < MAX_TAKEN:
                return

    async def leave(self) -> None:
        """Leave the cluster; the rooms that this node still owns become free immediately."""
        with suppress(StorageError):
            await self._store.leave(self.name)
