"""The leases that this process holds: its beats, and the tables that it adopts.

At every beat it stores that it is there, reads back which leases it holds, and takes those that
nobody holds. While the store does not answer, it holds none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from tilerummy.server.ops.logs import log_failure
from tilerummy.server.rooms.nodes.following import Follower
from tilerummy.server.rooms.ports import Clock
from tilerummy.server.store import CorruptedError, StorageError
from tilerummy.server.store.nodes.port import Beat, Lease, LogEnd, NodeStore

BEAT = 300
"""Milliseconds between two beats."""
LEASE = 1100
"""For so many milliseconds after a beat no other node takes the leases."""
MARGIN = 150
"""By so many milliseconds earlier this node itself takes its leases for lost."""
AT_ONCE = 8
"""How many tables whose lease was taken are loaded at once."""
MOST_TAKEN = 100
"""How many leases are taken at once; then at once the next ones."""
OPENED = 1
"""The epoch of a table that was just opened."""


class Leases:
    """The leases of the node *name*; *lapsed* is called when it is there again after a while."""

    def __init__(
        self, store: NodeStore, clock: Clock, name: str, lapsed: Callable[[], None]
    ) -> None:
        self._store, self._clock, self.name, self._lapsed = store, clock, name, lapsed
        self.held: dict[str, int] = {}
        self._opened: dict[str, int] = {}
        self._until = 0
        self._offset: int | None = None
        self._pending: dict[str, Lease] = {}
        self._adopting: asyncio.Task[None] | None = None

    def holds(self, room: str) -> bool:
        """Return whether this node certainly holds the lease of a table now."""
        return room in self.held and self.there()

    def there(self) -> bool:
        """Return whether no other node can have taken its leases yet."""
        return self._clock.now() < self._until

    def time(self) -> int:
        """Return about the time of the store."""
        return self._clock.wall() if self._offset is None else self._clock.now() + self._offset

    def opened(self, room: str) -> None:
        """Hold the lease of a table that was stored with it."""
        self.held[room] = self._opened[room] = OPENED

    async def beat(self, follower: Follower) -> None:
        """Hold the leases a little longer, and take those that nobody holds."""
        sent = self._clock.now()
        lapsed = not self.there()
        self._opened = {}
        try:
            beat = await self._store.beat(self.name, lease=LEASE, away=lapsed)
            self._read_back(beat, lapsed=lapsed)
            self._until = sent + LEASE - MARGIN
            lacking = beat.held.keys() - self.held.keys() - self._pending.keys()
            self._adopt(follower, (Lease(room, beat.held[room], beat.time) for room in lacking))
            while beat.free and (taken := await self._store.take(self.name, most=MOST_TAKEN)):
                self._adopt(follower, taken)
                if len(taken) < MOST_TAKEN or not self.there():
                    break  # one that is late tells first that it is there
        except StorageError:
            return

    def _read_back(self, beat: Beat, *, lapsed: bool) -> None:
        """Hold what the store says; a table opened since the beat was sent may lack there."""
        self._offset = beat.time - self._clock.now()
        kept = {} if lapsed else self.held
        self.held = {r: e for r, e in beat.held.items() if kept.get(r) == e} | self._opened
        self._pending = {r: each for r, each in self._pending.items() if r in beat.held}
        if lapsed:
            self._lapsed()

    def _adopt(self, follower: Follower, leases: Iterable[Lease]) -> None:
        """Begin what the holder of these leases does."""
        self._pending.update((lease.room, lease) for lease in leases)
        if self._pending and (self._adopting is None or self._adopting.done()):
            work = self._adopt_pending(follower)
            self._adopting = asyncio.get_running_loop().create_task(work)

    async def _adopt_pending(self, follower: Follower) -> None:
        """Adopt what is pending, and what comes to it meanwhile; each once."""
        tried: set[Lease] = set()
        with suppress(StorageError):  # at the next beat again
            while leases := [each for each in self._pending.values() if each not in tried]:
                tried.update(leases)
                ends = await self._store.ends([lease.room for lease in leases])
                while leases:
                    some, leases = leases[:AT_ONCE], leases[AT_ONCE:]
                    adopt = (self._adopt_one(follower, one, ends.get(one.room)) for one in some)
                    await asyncio.gather(*adopt)

    async def _adopt_one(self, follower: Follower, lease: Lease, end: LogEnd | None) -> None:
        hold = partial(self._hold, lease)
        try:
            await follower.adopt(lease, end, hold)
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
            self.held[lease.room] = lease.epoch

    async def leave(self) -> None:
        """Give up all leases, so that others take them at once."""
        if self._adopting is not None:
            self._adopting.cancel()
            await asyncio.gather(self._adopting, return_exceptions=True)
        self.held = {}
        with suppress(StorageError):
            await self._store.leave(self.name)
