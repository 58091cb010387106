"""The port of the store: the data that the server stores, and the guarantees.

There is one way to write to a table's log, :meth:`Log.append`: all or nothing, only onto the end
that the writer has seen, and on disk when it returns. Everything that was answered or shown was
stored before.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import NamedTuple, Protocol

from tilerummy.server.store.games import Games
from tilerummy.server.store.nodes.port import NodeStore
from tilerummy.server.store.puzzles.port import PuzzleRatings


class StorageError(Exception):
    """Nothing was stored, as the disk is full or broken; later it may work."""


class StoreOpeningError(Exception):
    """A store cannot be opened; the message says why, and what can be done."""


class UnreachableError(StoreOpeningError):
    """The database of a store cannot be reached; later it may work."""


class CorruptedError(StorageError):
    """An entry is not as it was written: *seq* is the first one, *rows* are those before it."""

    def __init__(self, room: str, seq: int, rows: list[Row]) -> None:
        super().__init__(f"entry {seq} of table {room} is damaged or lost")
        self.room, self.seq, self.rows = room, seq, rows


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a table's log as it is stored.

    ``at`` is in milliseconds since 1970, for people to read; no clock of a match uses it.
    """

    room: str
    seq: int
    at: int
    cid: str | None
    session: str | None
    body: bytes


@dataclass(frozen=True, slots=True)
class Card:
    """A table in the index: enough to list it without reading its log.

    ``members`` are the ids of the guests who own the table. A table is live, and resumed at the
    start of the server, until its match is over.
    """

    phase: str
    private: bool = False
    title: str = ""
    members: tuple[str, ...] = ()


CLOSED = "closed"
"""The phase of a table at which nothing more happens."""
FINISHED = ("over", CLOSED)
"""The phases of a table whose match is over."""
REFUSALS = 100
"""How many answers to commands without effect are stored for each guest and table."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in the index: its card, how long its log is, and when it was last written to."""

    room: str
    card: Card
    size: int
    updated: int


@dataclass(frozen=True, slots=True)
class Entries:
    """An atomic write: *bodies*, as the entries *expected*, *expected* + 1 … of a table.

    Numbers begin with 0 and have no gap. With the same *cid* of the same *session* nothing is
    stored twice: the first answer is returned, whatever the rest holds. *card* goes into the index
    and *secrets*, seeds by their round, into a table of their own, and the *invited* are admitted,
    together with the entries or not at all. Without bodies only the answer and the card are stored,
    the answer as long as it is among the latest :data:`REFUSALS` such ones of its guest there.

    Where several servers share the store: with an *epoch* nothing is stored if the lease of the
    table has another one by now, and *clock* is that of the turn which begins. The append that
    opens a table may name its *holder*, a server that is there: it has the lease, with epoch 1.
    *head* is the checksum of the entry before them, if known; a wrong one does no harm.
    """

    room: str
    expected: int
    bodies: Sequence[bytes]
    _: KW_ONLY
    cid: str | None = None
    session: str | None = None
    answer: bytes = b""
    card: Card | None = None
    secrets: Mapping[int, bytes] = field(default_factory=dict)
    invited: Sequence[str] = ()
    epoch: int | None = None
    clock: bytes | None = None
    holder: str | None = None
    head: bytes = b""


@dataclass(frozen=True, slots=True)
class Appended:
    """The entries are stored, under these numbers; without entries *last* is before *first*."""

    first: int
    last: int
    head: bytes = field(default=b"", compare=False)  # the last checksum, if it is at hand


class Conflict(NamedTuple):
    """Nothing was stored: the log has grown; *size* is the number that its next entry gets."""

    size: int


class Duplicate(NamedTuple):
    """Nothing was stored: the command was executed before, and this was its answer."""

    answer: bytes


class Fenced(NamedTuple):
    """Nothing was stored: another server has taken the lease of the table."""


AppendResult = Appended | Conflict | Duplicate | Fenced
"""What can come of an append."""


@dataclass(frozen=True, slots=True)
class Guest:
    """An account: a person with a browser, or a program with a token.

    ``face`` and ``colour`` are empty until they are chosen.
    """

    id: str
    name: str
    program: bool = False
    made: int = 0
    seen: int = 0
    face: str = ""
    colour: str = ""


class TokenOwner(NamedTuple):
    """The owner of a token, since when, and until when if a newer one has replaced it."""

    guest: Guest
    since: int
    until: int | None


@dataclass(frozen=True, slots=True)
class StoredReview:
    """The review of a finished table for one seat, which can be made again from its log.

    ``version`` is that of the program that made it: another one makes it anew. ``summary`` is short
    JSON, ``body`` the whole review, compressed. Neither names anybody.
    """

    room: str
    seat: int
    depth: str
    version: int
    summary: bytes
    body: bytes


REVIEWS = 5000
"""How many reviews are stored; the oldest one goes for one more."""


class Forgotten(NamedTuple):
    """The tables deleted with a guest, and those from which only the guest was removed."""

    deleted: tuple[str, ...]
    rewritten: tuple[str, ...]


class Swept(NamedTuple):
    """What was deleted because it is old: the tables, and how many guests, tokens and codes."""

    rooms: tuple[str, ...] = ()
    guests: int = 0
    tokens: int = 0

    def __bool__(self) -> bool:
        """Return whether anything was deleted."""
        return bool(self.rooms or self.guests or self.tokens)


@dataclass(frozen=True, slots=True)
class StoreDescription:
    """What a store is: its software with the version, and what it cannot promise, in sentences."""

    software: str
    weaknesses: tuple[str, ...] = ()


class FinishedTable(NamedTuple):
    """A table whose match is over: its end, and the summary of its match if one is stored."""

    room: str
    size: int
    updated: int
    summary: bytes | None


class Log(Protocol):
    """The logs of the tables."""

    def append(self, new: Entries) -> Awaitable[AppendResult]:
        """Append entries, all or none; raises StorageError if they could not be stored."""
        ...

    async def answered(self, room: str, session: str, cid: str) -> bytes | None:
        """Return the answer of a command, or None if there was none with that id."""
        ...

    async def load(self, room: str, since: int = 0) -> list[Row]:
        """Return the entries from number *since* on; none for a table that is not there.

        Raises CorruptedError, with the entries before it, where one is not as it was written.
        """
        ...

    async def live(self) -> list[str]:
        """Return the tables to resume, those last written to first."""
        ...

    async def listed(self, rooms: Sequence[str] | None = None) -> list[Listed]:
        """Return the index, or these tables of it, those last written to first."""
        ...

    async def rooms_of(self, session: str) -> list[str]:
        """Return the tables of a guest, those last written to first."""
        ...

    async def drop(self, room: str) -> None:
        """Delete a room with all that is stored of it."""
        ...


class Summaries(Protocol):
    """The summaries of finished matches: what their logs say, so that lists need not read them.

    They can be made anew from the logs, and are deleted with them; a log that was rewritten has
    none.
    """

    async def finished(self, session: str, most: int) -> list[FinishedTable]:
        """Return the latest finished tables of a guest, those last written to first."""
        ...

    async def add_summary(self, room: str, size: int, summary: bytes) -> None:
        """Store the summary of a log of that size; nothing if there is no such log any more."""
        ...


class Secrets(Protocol):
    """The seeds of the shuffles, which only the tables themselves may read."""

    async def secrets(self, room: str) -> dict[int, bytes]:
        """Return the seeds of a table by their round."""
        ...


class Invitations(Protocol):
    """Who may see and sit at a table that is not open to all."""

    async def invite(self, room: str, code: str) -> str:
        """Return the invitation of a table, which is *code* if it had none."""
        ...

    async def invited(self, code: str) -> str | None:
        """Return the table of an invitation."""
        ...

    async def admit(self, room: str, session: str) -> None:
        """Store that a guest was invited to a table."""
        ...

    async def admitted(self, room: str, session: str) -> bool:
        """Return whether a guest was invited to a table, has it as its own or wrote to it."""
        ...


class Guests(Protocol):
    """Guests and their tokens; of a token only the hash is stored."""

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        """Store a new guest, who is recognised by the token with that hash."""
        ...

    async def guest(self, token: bytes) -> TokenOwner | None:
        """Return the owner of the token with that hash; None if there is none."""
        ...

    async def rename(self, session: str, name: str, face: str = "", colour: str = "") -> None:
        """Store a new name, face and colour of a guest."""
        ...

    async def touch_guest(self, session: str) -> None:
        """Store that a guest was active now."""
        ...

    async def renew(self, session: str, token: bytes, *, old_until: int) -> None:
        """Store a new token's hash; older ones end at *old_until* at the latest, codes now."""
        ...

    async def add_device_code(self, code: bytes, session: str, until: int) -> None:
        """Store the hash of a code with which the guest may log in on another device."""
        ...

    async def device_code_owner(self, code: bytes) -> Guest | None:
        """Return the guest of the code with that hash; it stays valid."""
        ...

    async def use_device_code(self, code: bytes) -> Guest | None:
        """Return the guest of the code with that hash, and delete it: it is valid once."""
        ...

    async def delete_guest(self, session: str, anonymous: Callable[[bytes], bytes]) -> Forgotten:
        """Delete a guest, with tokens, codes, ratings and finished tables.

        From live tables the guest is removed entry by entry: *anonymous* returns the body of an
        entry without the guest. A damaged log is found damaged as before. In a file no deleted data
        can be read any more; a database server may keep some until it uses the space again.
        """
        ...

    async def sweep(self, before: int, *, unplayed: int) -> Swept:
        """Delete old data, with times in milliseconds since 1970.

        That is: tokens and codes that have ended; tables whose match ended before *before*, or
        which were closed before *unplayed* without a deal; guests who were not seen since *before*
        and have no table. Not all of it need be deleted at once: the result of a call is empty when
        nothing is left to delete.
        """
        ...


class Reviews(Protocol):
    """The reviews of finished tables; they are deleted with their table."""

    async def keep_review(self, review: StoredReview) -> StoredReview:
        """Store a review in place of one of another version; return which one is to be shown.

        That is the one that is there already, if it is of the same version: another server may have
        made it at the same time. Nothing is stored if the table is not there any more.
        """
        ...

    async def review(self, room: str, seat: int, depth: str) -> StoredReview | None:
        """Return the review of a seat at that depth, of whatever version."""
        ...

    async def review_summaries(self, rooms: Sequence[str]) -> list[StoredReview]:
        """Return all reviews of these tables, without their bodies."""
        ...


class Store(Log, Summaries, Secrets, Invitations, Guests, Games, PuzzleRatings, Reviews, Protocol):
    """All that the server stores."""

    @property
    def about(self) -> StoreDescription:
        """What the store is, and what it cannot promise as it is set up."""
        ...

    @property
    def nodes(self) -> NodeStore | None:
        """What servers that share the store know of each other; None where one uses it alone."""
        ...

    async def newest(self) -> int:
        """Return the latest time of a write, 0 for an empty store."""
        ...

    async def is_writable(self) -> bool:
        """Return whether writes can be stored now."""
        ...

    async def close(self) -> None:
        """Store all requested writes, and end."""
        ...
