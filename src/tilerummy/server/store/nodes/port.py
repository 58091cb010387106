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
    """The time of the store, and the live tables whose lease the node holds, with their epochs."""

    time: int
    held: Mapping[str, int]


class Lease(NamedTuple):
    """A lease that was taken. *alive* is when its last holder was certainly there, if known."""

    room: str
    epoch: int
    alive: int | None


class SavedClock(NamedTuple):
    """The clock of a turn as a node wrote it, and when."""

    body: bytes
    at: int


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

    async def beat(self, node: str, *, lease: int) -> Beat:
        """Store that a node is there, and holds its leases for *lease* ms more."""
        ...

    async def take(self, node: str, *, most: int) -> list[Lease]:
        """Take the leases of live tables that nobody holds, or whose holders are gone."""
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

    async def save_clock(self, room: str, epoch: int, clock: bytes) -> bool:
        """Store the clock of a table, and return whether that is still its epoch."""
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
