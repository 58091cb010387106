"""The port by which nodes share a store: leases of tables, the ends of logs, presence, notices.

A node is one server process. A lease says which node keeps the clock of a table and plays for its
computer players; it is a matter of speed, and what a holder appends carries its epoch. All times
are those of the store, in milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

NoticeKind = Literal["moved", "forgotten", "renamed"]
"""Of a guest: logged in on another device, deleted, with another name or face."""


class Beat(NamedTuple):
    """The time of the store, and the live tables whose lease the node holds, with their epochs.

    ``free`` is whether there may be leases to take.
    """

    time: int
    held: Mapping[str, int]
    free: bool = True


class Lease(NamedTuple):
    """A lease that was taken, or is kept by a node that was away, and when."""

    room: str
    epoch: int
    taken: int


class SavedClock(NamedTuple):
    """The clock of a turn as a node wrote it, and when.

    For *paused* milliseconds since then no node was there that kept it.
    """

    body: bytes
    at: int
    paused: int = 0


class HeldClock(NamedTuple):
    """The clock of a table, as the node that has its lease with that epoch writes it."""

    room: str
    epoch: int
    body: bytes


class LogEnd(NamedTuple):
    """The end of a log: its size, how often it was rewritten, and the clock of its turn."""

    size: int
    generation: int
    clock: SavedClock | None


class PresenceChange(NamedTuple):
    """Guests who are connected to a table through another node, or no more."""

    room: str
    session: str
    connected: bool


class NodeNotice(NamedTuple):
    """Something that other nodes must know, with its number."""

    number: int
    kind: NoticeKind
    about: str


class NodeStore(Protocol):
    """What nodes store for each other. Everything raises StorageError."""

    async def beat(self, node: str, *, lease: int, away: bool = False) -> Beat:
        """Store that a node is there, and holds its leases for *lease* ms more.

        If it was *away* since its last beat, or its leases could have been taken, no clock that
        it keeps has run since then.
        """
        ...

    async def take(self, node: str, *, most: int) -> list[Lease]:
        """Take the leases of live tables that nobody holds, or whose holders are gone.

        A node is not gone for itself, however late it is: what it holds it reads back at a beat.
        No clock of theirs has run since the last beat of its holder.
        """
        ...

    async def release(self, node: str, room: str) -> None:
        """Give up the lease of a table, if the node holds it."""
        ...

    async def leave(self, node: str) -> None:
        """Give up all leases of a node, and delete what was stored of it."""
        ...

    async def ends(self, rooms: Sequence[str]) -> dict[str, LogEnd]:
        """Return the ends of the logs of those tables that there are."""
        ...

    async def save_clocks(self, clocks: Iterable[HeldClock]) -> list[str]:
        """Store clocks of tables, and return those whose epoch is still that."""
        ...

    async def save_draft(self, room: str, draft: bytes) -> None:
        """Store the latest draft of the player to move, which counts when the time is over."""
        ...

    async def draft(self, room: str) -> bytes | None:
        """Return the latest draft; it may be of an earlier turn."""
        ...

    async def show_presence(self, node: str, changes: Iterable[PresenceChange]) -> None:
        """Store who is connected through a node, and who is no more."""
        ...

    async def presence(self, node: str, rooms: Sequence[str]) -> dict[str, set[str]]:
        """Return who is connected to these tables through other nodes that are there."""
        ...

    async def notify(self, notices: Iterable[tuple[NoticeKind, str]]) -> None:
        """Store what other nodes must know; it is deleted after some minutes."""
        ...

    async def notices(self) -> list[NodeNotice]:
        """Return all notices of the last minutes."""
        ...

    async def public(self, phases: Sequence[str], *, most: int) -> list[str]:
        """Return the tables in these phases that are not private, the latest ones first."""
        ...
