"""This node's leases on rooms: it sends heartbeats, takes rooms, and may lose them to other nodes.

Leases make the server fast, but safety does not depend on them: once another node has taken a room,
any append with the old epoch is rejected. While the store is unreachable, nodes cannot be certain
that they still own their rooms.
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
"""The time between two heartbeats, in milliseconds."""
LEASE = 1000
"""How long a node's leases last after each heartbeat, in milliseconds."""
SAFETY_MARGIN = 150
"""How long before its leases expire a node stops relying on them, in milliseconds."""
SINGLE_HEARTBEAT = 5000
"""The time between two heartbeats if there is only a single server, in milliseconds."""
POLL_INTERVAL = 1000
"""The time between two queries for due rooms, in milliseconds."""
DEAD_AFTER = 2000
"""How long a node may go without a heartbeat before its rooms become due, in milliseconds."""
MAX_TAKEN = 100
"""The maximum number of due rooms taken with one query."""


class NodeOwnership:
    """Tracks the rooms owned by the node *name*, which no other node may change.

    This information may be stale: only the epoch in each append proves ownership. Other nodes reach
    this node at *address*. A *single_server* shares its store with no other process.

    The room registry sets two callbacks: ``on_taken`` is called with due rooms that this node has
    taken, and ``on_lost`` with rooms that it has lost.
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
        """Return True if no other node can have taken any of this node's rooms."""
        return self.single_server or self._clock.now() < self._certain_until

    def mark_dead(self, node: str) -> None:
        """Record that a node refused a connection, so that its rooms can be taken immediately."""
        self._dead[node] = self._clock.now() + LEASE

    def is_dead(self, node: str) -> bool:
        """Return whether a node has recently refused a connection."""
        return self._dead.get(node, 0) > self._clock.now()

    async def other_owner(self, room: str) -> Owner | None:
        """Return the other live node that owns a room, or None if there is no such node.

        Raises StorageError if the store is unavailable.
        """
        if self.single_server or room in self.owned:
            return None
        owner = await self._store.owner(room)
        if owner is None or owner.node == self.name or self.is_dead(owner.node):
            return None
        return owner

    async def take(self, room: str, *, by_force: bool = False) -> Taken | None:
        """Take ownership of a room; return None if the room is unknown.

        Raises StorageError, or NotOwnerError if a live node owns the room, unless *by_force* is
        true.
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
        """Release *rooms*, so that other nodes can take them. Raises StorageError on failure."""
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
        """Stop taking rooms because of a shutdown, and return whether other nodes can take them."""
        self._ending = True
        return not self.single_server

    async def save_clock(self, room: str, epoch: int, clock: bytes) -> None:
        """Store the turn clock of a room owned with *epoch*. Raises StorageError on failure."""
        await self._store.save_clock(self.name, room, epoch, clock)

    # Background work

    async def run(self) -> None:
        """Send heartbeats and take due rooms, until cancelled."""
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
        """Drop the rooms in *before* that other nodes have taken, according to the store.

        *before* maps the ids of owned rooms to their epochs. If *quiet* is true, no other call is
        in progress, so any other rooms that the store assigns to this node are released: the node
        took them, but the response was lost.
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
        """Take the rooms that are due. Raises StorageError on failure."""
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
        """Leave the cluster; other nodes can then take this node's remaining rooms immediately."""
        with suppress(StorageError):
            await self._store.leave(self.name)
