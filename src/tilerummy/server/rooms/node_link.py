"""What a room knows of other servers that share the store: nothing, where it is alone."""

from __future__ import annotations

from typing import Protocol

from tilerummy.server.messages import Chatted, PreviewShown, Reacted
from tilerummy.server.room.encoded import EncodedUpdates
from tilerummy.server.store import Entries


class NodeLink(Protocol):
    """The port of a room to the other nodes.

    Whoever holds the lease of a table keeps its clock, deals, and plays for its computer players.
    """

    @property
    def shared(self) -> bool:
        """Whether there may be other nodes."""
        ...

    def holds(self, room: str) -> bool:
        """Return whether this node certainly holds the lease of a table now."""
        ...

    def epoch(self, room: str) -> int | None:
        """Return the epoch of the lease; None where no lease is needed."""
        ...

    def time(self) -> int:
        """Return about the time of the store, in milliseconds since 1970."""
        ...

    async def generation(self, room: str) -> int:
        """Return how often a log was rewritten; raises StorageError."""
        ...

    def opener(self) -> str | None:
        """Return who gets the lease of a table opened here; None: some node takes it soon."""
        ...

    def opened(self, room: str) -> None:
        """Hold the lease of a table that was stored with it."""
        ...

    def appended(self, new: Entries, made: EncodedUpdates | None = None, head: bytes = b"") -> None:
        """Tell other nodes which entries were stored, with the updates of their viewers.

        *head* is the checksum of the last one, as the store has told it.
        """
        ...

    def clock_changed(self, room: str, clock: bytes) -> None:
        """Store soon the clock of a table whose lease is held."""
        ...

    def connected(self, room: str, session: str, *, here: bool) -> None:
        """Tell other nodes that a guest is connected *here*, or no more."""
        ...

    def loaded(self, room: str) -> None:
        """Ask other nodes what was said at a table that was loaded here."""
        ...

    def said(self, message: Chatted | Reacted | PreviewShown) -> None:
        """Send the viewers at other nodes a message that is not stored."""
        ...


class Alone:
    """The link of the only server of a store."""

    shared = False

    def holds(self, room: str) -> bool:
        """Return that all tables are kept here."""
        del room
        return True

    def epoch(self, room: str) -> int | None:
        """Return that no lease is needed."""
        del room
        return None

    def time(self) -> int:
        """Return nothing: nobody asks, as all clocks are this process's own."""
        raise AssertionError("only nodes compare their clocks")

    async def generation(self, room: str) -> int:
        """Return that none was rewritten by others."""
        del room
        return 0

    def opener(self) -> str | None:
        """Return that no lease is needed."""
        return None

    def opened(self, room: str) -> None:
        """Do nothing."""

    def appended(self, new: Entries, made: EncodedUpdates | None = None, head: bytes = b"") -> None:
        """Do nothing."""

    def clock_changed(self, room: str, clock: bytes) -> None:
        """Do nothing."""

    def connected(self, room: str, session: str, *, here: bool) -> None:
        """Do nothing."""

    def loaded(self, room: str) -> None:
        """Do nothing."""

    def said(self, message: Chatted | Reacted | PreviewShown) -> None:
        """Do nothing."""
