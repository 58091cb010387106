"""What nodes know of each other, in memory: for tests with several nodes in one process."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tilerummy.server.store.nodes.port import (
    Beat,
    HeldClock,
    Lease,
    LogEnd,
    NodeNotice,
    NoticeKind,
    PresenceChange,
    SavedClock,
)

NOTICED = 10 * 60_000
"""For how many milliseconds notices are stored."""


class TableEnd(NamedTuple):
    """What the store knows of a table: the size of its log, its phase, and whether it is live."""

    size: int
    phase: str
    private: bool
    live: bool


class Tables(Protocol):
    """The tables of a store in memory."""

    def end(self, room: str) -> TableEnd | None:
        """Return what is known of a table."""
        ...

    def latest(self) -> Iterator[str]:
        """Return all tables, those last written to first."""
        ...


@dataclass(slots=True)
class _Shared:
    """What nodes know of a table."""

    holder: str = ""
    epoch: int = 0
    released: int | None = None
    generation: int = 0
    clock: SavedClock | None = None
    draft: bytes | None = None


class MemoryNodes:
    """Shared by the nodes of one process; *now* returns the time in milliseconds since 1970."""

    def __init__(self, tables: Tables, now: Callable[[], int]) -> None:
        self._tables, self._now = tables, now
        self._shared: dict[str, _Shared] = defaultdict(_Shared)
        self._beats: dict[str, tuple[int, int]] = {}
        self._presence: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._notices: list[tuple[int, NodeNotice]] = []

    # For the store

    def fences(self, room: str, epoch: int | None) -> bool:
        """Return whether another node has taken the lease since then."""
        return epoch is not None and self._shared[room].epoch != epoch

    def appended(self, room: str, clock: bytes | None) -> None:
        """Store the clock that begins with an append."""
        if clock is not None:
            self._shared[room].clock = SavedClock(clock, self._now())

    def opened(self, room: str, holder: str) -> None:
        """Store who has the lease of a new table."""
        shared = self._shared[room]
        shared.holder, shared.epoch = holder, 1

    def rewritten(self, room: str) -> None:
        """Store that a log was rewritten."""
        self._shared[room].generation += 1

    # For nodes

    async def beat(self, node: str, *, lease: int, away: bool = False) -> Beat:
        """Store that a node is there; see the port."""
        now = self._now()
        kept, until = self._beats.get(node, (now, now + lease))
        if away or until <= now:
            for shared in self._shared.values():
                if shared.holder == node:
                    self._pause(shared, kept)
        self._beats[node] = (now, now + lease)
        held = {r: s.epoch for r, s in self._shared.items() if s.holder == node and self._live(r)}
        free = any(self._live(r) and self._is_free(r, node) for r in self._tables.latest())
        return Beat(now, held, free)

    def _live(self, room: str) -> bool:
        end = self._tables.end(room)
        return end is not None and end.live

    async def take(self, node: str, *, most: int) -> list[Lease]:
        """Take the leases of tables without a holder; see the port."""
        free = [r for r in self._tables.latest() if self._live(r) and self._is_free(r, node)]
        return [self._taken(node, room) for room in free[:most]]

    def _is_free(self, room: str, node: str) -> bool:
        holder = self._shared[room].holder
        _, until = self._beats.get(holder, (0, 0))
        return holder != node and until <= self._now()

    def _taken(self, node: str, room: str) -> Lease:
        shared = self._shared[room]
        if shared.holder:
            shared.released = self._beats.get(shared.holder, (None, 0))[0]
        self._pause(shared, shared.released)
        shared.holder, shared.epoch = node, shared.epoch + 1
        return Lease(room, shared.epoch, self._now())

    def _pause(self, shared: _Shared, since: int | None) -> None:
        """Store that nobody has kept a clock since then, or since it was stored."""
        if (clock := shared.clock) is not None:
            away = self._now() - max(clock.at, since or clock.at)
            shared.clock = clock._replace(paused=clock.paused + away)

    async def release(self, node: str, room: str) -> None:
        """Give up the lease of a table; see the port."""
        if room in self._shared and (shared := self._shared[room]).holder == node:
            shared.holder, shared.released = "", self._now()

    async def leave(self, node: str) -> None:
        """Give up all leases of a node; see the port."""
        for shared in self._shared.values():
            if shared.holder == node:
                shared.holder, shared.released = "", self._now()
        self._beats.pop(node, None)
        for where in [*self._presence]:
            if where[0] == node:
                del self._presence[where]

    async def ends(self, rooms: Sequence[str]) -> dict[str, LogEnd]:
        """Return the ends of logs; see the port."""
        ends = {room: self._tables.end(room) for room in rooms}
        return {
            room: LogEnd(end.size, self._shared[room].generation, self._shared[room].clock)
            for room, end in ends.items()
            if end is not None
        }

    async def save_clocks(self, clocks: Iterable[HeldClock]) -> list[str]:
        """Store clocks of tables; see the port."""
        kept = [
            each
            for each in clocks
            if not self.fences(each.room, each.epoch) and self._tables.end(each.room) is not None
        ]
        for each in kept:
            self.appended(each.room, each.body)
        return [each.room for each in kept]

    async def save_draft(self, room: str, draft: bytes) -> None:
        """Store the latest draft; see the port."""
        self._shared[room].draft = draft

    async def draft(self, room: str) -> bytes | None:
        """Return the latest draft; see the port."""
        return self._shared[room].draft

    async def show_presence(self, node: str, changes: Iterable[PresenceChange]) -> None:
        """Store who is connected through a node; see the port."""
        for room, session, connected in changes:
            sessions = self._presence[node, room]
            (sessions.add if connected else sessions.discard)(session)

    async def presence(self, node: str, rooms: Sequence[str]) -> dict[str, set[str]]:
        """Return who is connected through other nodes; see the port."""
        now, found = self._now(), defaultdict[str, set[str]](set)
        for (other, room), sessions in self._presence.items():
            if other != node and room in rooms and self._beats.get(other, (0, 0))[1] > now:
                found[room] |= sessions
        return {room: sessions for room, sessions in found.items() if sessions}

    async def notify(self, notices: Iterable[tuple[NoticeKind, str]]) -> None:
        """Store what other nodes must know; see the port."""
        last = self._notices[-1][1].number if self._notices else 0
        for number, (kind, about) in enumerate(notices, last + 1):
            self._notices.append((self._now(), NodeNotice(number, kind, about)))

    async def notices(self) -> list[NodeNotice]:
        """Return the latest notices; see the port."""
        first = self._now() - NOTICED
        self._notices = [each for each in self._notices if each[0] >= first]
        return [notice for _, notice in self._notices]

    async def public(self, phases: Sequence[str], *, most: int) -> list[str]:
        """Return the tables that all may see; see the port."""
        ends = ((room, self._tables.end(room)) for room in self._tables.latest())
        found = [r for r, end in ends if end and end.phase in phases and not end.private]
        return found[:most]
