"""The parameters, results and errors of the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Literal, NamedTuple

CLOSED = "closed"
"""The phase of a closed room."""
FINISHED = ("over", CLOSED)
"""The phases of a room whose match has ended."""
REFUSALS = 100
"""How many results of commands that added no entries are stored, per guest and room."""
REVIEWS = 5000
"""The maximum number of reviews stored; beyond it, the oldest are deleted."""
MAX_COMMENTS = 200
"""The maximum number of comments on one game."""
MAX_COMMENTS_OF_GUEST = 100
"""The maximum number of comments that one player can make on a game."""


class StorageError(Exception):
    """Nothing was stored, for example because the disk is full; a retry may work."""


class NotOwnerError(StorageError):
    """Another node owns the room, so nothing was done; *address* is its address, if known."""

    def __init__(self, room: str, address: str = "") -> None:
        super().__init__(f"another server owns room {room}")
        self.address = address


class StoreOpenError(Exception):
    """A store cannot be opened; the message explains the reason and what to do about it."""


class UnreachableError(StoreOpenError):
    """The database cannot be reached; a retry may work."""


class CorruptedError(StorageError):
    """A log is damaged: *seq* is its first damaged entry, *rows* are the entries before that."""

    def __init__(self, room: str, seq: int, rows: list[Row]) -> None:
        super().__init__(f"entry {seq} of table {room} is damaged or lost")
        self.room, self.seq, self.rows = room, seq, rows


@dataclass(frozen=True, slots=True)
class StoreDescription:
    """The database software with its version, and weaknesses of its settings, as sentences."""

    software: str
    weaknesses: tuple[str, ...] = ()


# Logs


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as stored in a room's log.

    ``at`` is in milliseconds since 1970, for display only. ``head`` is the log's checksum up to
    this entry.
    """

    room: str
    seq: int
    at: int
    cid: str | None
    guest: str | None
    body: bytes
    head: bytes = field(default=b"", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """A room's part of the index, which makes it possible to list rooms without reading logs.

    ``members`` are the ids of the guests to whom the room belongs. ``body`` is opaque JSON for the
    lobby; it is empty if it must be rebuilt from the log.
    """

    phase: str
    private: bool = False
    title: str = ""
    members: tuple[str, ...] = ()
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Entries:
    """An atomic write: adds *bodies* to a room's log, numbered from *expected* on.

    Entries are numbered from 0 without gaps. *head* is the preceding entry's checksum, or empty for
    the first entry; *epoch* is the epoch of the writer's lease. *summary* updates the index,
    *seeds* are stored by round, and the *invited* guests are admitted. A *clock* replaces the
    stored clock and starts now.

    The *answer* to the command *cid* of a *guest* is stored with the last entry. If there are no
    bodies, only the latest :data:`REFUSALS` answers per guest and room are retained.

    The first append creates the room, which is parked and has epoch 0. If the room is still parked
    at *due*, in ms since 1970, a node takes it.
    """

    room: str
    expected: int
    bodies: Sequence[bytes]
    _: KW_ONLY
    head: bytes = b""
    epoch: int = 0
    cid: str | None = None
    guest: str | None = None
    answer: bytes = b""
    summary: RoomSummary | None = None
    seeds: Mapping[int, bytes] = field(default_factory=dict)
    invited: Sequence[str] = ()
    clock: bytes | None = None
    due: int | None = None


@dataclass(frozen=True, slots=True)
class Appended:
    """The first and last stored entry (*last* < *first* if none), and the log's new checksum."""

    first: int
    last: int
    head: bytes = field(default=b"", compare=False)


class Fenced(NamedTuple):
    """Nothing was stored, because the log's head or the room's epoch has changed."""


@dataclass(frozen=True, slots=True)
class RoomIndexEntry:
    """A room in the index: its summary, the size of its log, and the time of its last write."""

    room: str
    summary: RoomSummary
    size: int
    updated: int


# Leases


class Owner(NamedTuple):
    """The node that owns a room's lease, and the address at which other nodes can reach it."""

    node: str
    address: str


class Heartbeat(NamedTuple):
    """The result of a heartbeat: the database time, and the state of the node's leases.

    ``late`` is True if the leases had expired. ``rooms`` is the number of rooms that the node owns,
    and ``epochs`` the sum of their epochs; losing or taking a lease changes at least one of them.
    """

    time: int
    late: bool
    rooms: int
    epochs: int


class Taken(NamedTuple):
    """A newly taken lease on a room with *size* entries, and the room's stored clock.

    The clock has run for ``ran`` ms since it was stored, not counting time without an owner.
    ``due`` is True if the room was overdue.
    """

    room: str
    epoch: int
    size: int
    clock: bytes | None
    ran: int
    due: bool


class ParkedRoom(NamedTuple):
    """A room being parked by its owner, with its current clock.

    ``due`` is when a node should take it again, in ms since 1970: 0 means immediately, None never.
    """

    room: str
    epoch: int
    clock: bytes | None = None
    due: int | None = None


# Guests


@dataclass(frozen=True, slots=True)
class Guest:
    """An account, of a browser or a program. ``face`` and ``colour`` are empty until chosen."""

    id: str
    name: str
    program: bool = False
    made: int = 0
    seen: int = 0
    face: str = ""
    colour: str = ""


class TokenOwner(NamedTuple):
    """A token's owner and time of issue, and its expiry time if a newer token replaced it."""

    guest: Guest
    since: int
    until: int | None


class DeletedGuest(NamedTuple):
    """The rooms deleted along with a guest, and the rooms from which only the guest was removed."""

    deleted: tuple[str, ...]
    rewritten: tuple[str, ...]


class Expired(NamedTuple):
    """Old data that was deleted: the ids of rooms, the numbers of guests and of tokens or codes."""

    rooms: tuple[str, ...] = ()
    guests: int = 0
    tokens: int = 0

    def __bool__(self) -> bool:
        """Return whether any data was deleted."""
        return bool(self.rooms or self.guests or self.tokens)


# Finished games


class FinishedRoom(NamedTuple):
    """A room whose match has ended, and the match's summary if one is stored."""

    room: str
    size: int
    updated: int
    summary: bytes | None


@dataclass(frozen=True, slots=True)
class Comment:
    """A player's comment on a turn of a finished game.

    Rounds count from 1; turn 0 is the deal. The store sets ``at``, in milliseconds since 1970.
    Either ``mark`` or ``text`` may be empty.
    """

    id: str
    guest: str
    seat: int
    at: int
    round: int
    turn: int
    mark: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class StoredReview:
    """The review of a finished game for one seat, which can be recomputed from the log.

    A review by another ``version`` of the program replaces it. ``summary`` is short JSON, and
    ``body`` the complete review, compressed; neither contains names.
    """

    room: str
    seat: int
    depth: str
    version: int
    summary: bytes
    body: bytes


# Puzzles


class StoredRating(NamedTuple):
    """A rating, and the number of attempts that it is based on."""

    points: float
    deviation: float
    volatility: float
    attempts: int


class Ratings(NamedTuple):
    """The ratings of a guest and of a puzzle; each is None if there is no rating yet."""

    guest: StoredRating | None
    puzzle: StoredRating | None


class Attempt(NamedTuple):
    """A guest's first attempt at a puzzle: the request id, and the guest's points."""

    cid: str
    solved: bool
    before: float
    after: float


Rated = Callable[[Ratings], tuple[StoredRating, StoredRating]]
"""Computes the new ratings of the guest and the puzzle after an attempt."""


# Account events

AccountEventKind = Literal["moved", "forgotten", "renamed"]
"""The guest logged in on another device, was deleted, or changed the name or face."""


class AccountEvent(NamedTuple):
    """A numbered account event that is meant for all nodes; ``about`` contains details."""

    number: int
    kind: AccountEventKind
    guest: str
    about: str
