"""The leases of this process: heartbeats, taking rooms, and losing them to others.

A lease is a matter of speed: what is appended under one that another node has taken is fenced by
its epoch. While the store does not answer, nothing is certain.
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

BEAT = 250
"""Milliseconds between two heartbeats."""
LEASE = 1000
"""For so many milliseconds after a heartbeat no other node takes the rooms."""
MARGIN = 150
"""By so many milliseconds earlier this node itself takes them for lost."""
BEAT_ALONE = 5000
"""Milliseconds between two heartbeats of a server that is alone."""
LOOK = 1000
"""Milliseconds between two looks for rooms in which something is due."""
GONE = 2000
"""After so many milliseconds without a heartbeat the rooms of a node are due."""
MOST_TAKEN = 100
"""The maximum number of due rooms that are taken at once; then at once the next ones."""


class NodeOwnership:
    """The rooms that the node *name* owns: it alone changes and shows them, and keeps their clocks.

    What it says of ownership may be late. The proof is the epoch, which each append names. Other
    nodes reach it at *address*.

    *alone*, no other process uses the store. ``adopt`` and ``lose`` are set by whoever has the
    rooms: they are called with due rooms that were taken, and with rooms that others have taken.
    """

    adopt: Callable[[Sequence[Taken]], Awaitable[object]]
    lose: Callable[[Sequence[str]], None]

    def __init__(
        self, store: Leases, clock: Clock, name: str, address: str = "", *, alone: bool = True
    ) -> None:
        self._store, self._clock = store, clock
        self.name, self.address, self.alone = name, address, alone
        self.owned: dict[str, int] = {}
        self._until = 0
        self._asking = 0  # so many rooms are being taken or released
        self._ending = False
        self._dead: dict[str, int] = {}  # nodes, and until when they are taken for dead

    def is_certain(self) -> bool:
        """Return whether no other node can have taken the rooms that are owned here."""
        return self.alone or self._clock.now() < self._until

    def found_dead(self, node: str) -> None:
        """Take the rooms of a node that refuses connections, until its lease has expired."""
        self._dead[node] = self._clock.now() + LEASE

    def is_dead(self, node: str) -> bool:
        """Return whether a node has refused connections a moment ago."""
        return self._dead.get(node, 0) > self._clock.now()

    async def elsewhere(self, room: str) -> Owner | None:
        """Return the other node that owns a room, None if this one does or nobody.

        Raises StorageError.
        """
        if self.alone or room in self.owned:
            return None
        owner = await self._store.owner(room)
        if owner is None or owner.node == self.name or self.is_dead(owner.node):
            return None
        return owner

    async def take(self, room: str, *, by_force: bool = False) -> Taken | None:
        """Own a room from now on; None if there is no such room.

        Raises StorageError; a NotOwnerError if another node owns it that is alive and not known to
        be dead, unless it is taken from it *by force*.
        """
        if self._ending:
            raise StorageError("the server ends")
        self._asking += 1
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
            self._asking -= 1

    async def release(self, rooms: Sequence[ParkedRoom]) -> None:
        """Own these rooms no more; raises StorageError."""
        held = [each for each in rooms if self.owned.get(each.room) == each.epoch]
        for each in held:
            del self.owned[each.room]
        if not held:
            return
        self._asking += 1
        try:
            await self._store.release(self.name, held)
        finally:
            self._asking -= 1

    def end(self) -> bool:
        """Take no more rooms, since the server ends; return whether other nodes may take them."""
        self._ending = True
        return not self.alone

    async def save_clock(self, room: str, epoch: int, clock: bytes) -> None:
        """Store the clock of a room as it is now; raises StorageError."""
        await self._store.save_clock(self.name, room, epoch, clock)

    # What it does all the time

    async def run(self) -> None:
        """Keep the leases, and go on with rooms in which something is due, until cancelled."""
        with suppress(StorageError):
            await self.beat()
        async with asyncio.TaskGroup() as tasks:
            for work, every in (
                (self.beat, BEAT_ALONE if self.alone else BEAT),
                (self.look, LOOK),
            ):
                pause = partial(self._clock.sleep, every)
                tasks.create_task(forever("(node)", work, pause, StorageError))

    async def beat(self) -> None:
        """Keep the leases, and lose the rooms that others have taken; raises StorageError."""
        sent, before, quiet = self._clock.now(), dict(self.owned), not self._asking
        beat = await self._store.heartbeat(self.name, self.address, None if self.alone else LEASE)
        if beat.late or (beat.rooms, beat.epochs) != (len(self.owned), sum(self.owned.values())):
            await self._compare(before, quiet=quiet)
        self._until = sent + LEASE - MARGIN

    async def _compare(self, before: dict[str, int], *, quiet: bool) -> None:
        """Compare with the store what was owned *before*; if it was *quiet*, let go of the rest.

        A room may be stored as owned here and be unknown, if the answer to the taking was lost.
        """
        held = await self._store.held(self.name)
        lost = [r for r, e in before.items() if self.owned.get(r) == e and held.get(r) != e]
        for room in lost:
            del self.owned[room]
        self.lose(lost)
        if quiet and not self._asking:
            unknown = [ParkedRoom(r, e, None, 0) for r, e in held.items() if r not in self.owned]
            if unknown:
                await self._store.release(self.name, unknown)

    async def look(self) -> None:
        """Go on with rooms in which something is due; raises StorageError."""
        await self._store.park_expired(0 if self.alone else GONE, self.name)
        while self.is_certain() and not self._ending:
            self._asking += 1
            try:
                taken = await self._store.take_due(self.name, MOST_TAKEN)
                for each in taken:  # some may have been taken once more since
                    self.owned[each.room] = max(each.epoch, self.owned.get(each.room, 0))
            finally:
                self._asking -= 1
            await self.adopt(taken)
            if len(taken) < MOST_TAKEN:
                return

    async def leave(self) -> None:
        """Be no node any more; what it still owns is free at once."""
        with suppress(StorageError):
            await self._store.leave(self.name)
