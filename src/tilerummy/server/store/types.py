"""The types of the store's parameters, results and errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Literal, NamedTuple

CLOSED = "closed"
"""The phase of a closed room."""
FINISHED = ("over", CLOSED)
"""The phases of rooms whose match has ended."""
REFUSALS = 100
"""The maximum number of results to store, per guest and room, for commands without entries."""
REVIEWS = 5000
"""The maximum number of stored reviews. If there are more, the oldest are deleted."""
MAX_COMMENTS = 200
"""The maximum number of comments on one game."""
MAX_COMMENTS_OF_GUEST = 100
"""The maximum number of comments by one player on one game."""


class StorageError(Exception):
    """Raised if nothing was stored, for example because the disk is full; a retry may work."""


class NotOwnerError(StorageError):
    """Raised if another node, at *address* if known, owns the room, so nothing was done."""

    def __init__(self, room: str, address: str = "") -> None:
        super().__init__(f"another server owns room {room}")
        self.address = address


class StoreOpenError(Exception):
    """Raised if a store cannot be opened; the message states the reason and what to do about it."""


class UnreachableError(StoreOpenError):
    """Raised if the database cannot be reached; a retry may work."""


class CorruptedError(StorageError):
    """Raised for a damaged log; *seq* is the first damaged entry, *rows* are those before it."""

    def __init__(self, room: str, seq: int, rows: list[Row]) -> None:
        super().__init__(f"entry {seq} of table {room} is damaged or lost")
        self.room, self.seq, self.rows = room, seq, rows


@dataclass(frozen=True, slots=True)
class StoreDescription:
    """The database software and its version, and a sentence about each risky setting."""

    software: str
    weaknesses: tuple[str, ...] = ()


# Logs


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as stored in a room's log.

    ``at`` is in milliseconds since 1970, and used only for display. ``head`` is the log's checksum
    up to and including this entry.
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
    """A room's summary in the index, used to list rooms without reading their logs.

    ``members`` are the ids of the room's guests. ``body`` is opaque JSON for the lobby; it is empty
    if it has to be rebuilt from the log.
    """

    phase: str
    private: bool = False
    title: str = ""
    members: tuple[str, ...] = ()
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Entries:
    """An atomic write, which appends *bodies* to a room's log, numbering them from *expected* on.

    Entries are numbered from 0 without gaps. *head* is the checksum of the preceding entry, or
    empty for the first entry; *epoch* is the epoch of the writer's lease. *summary* updates the
    index, *seeds* are stored by round, and the *invited* guests are admitted. A *clock* replaces
    the stored clock, and starts to run immediately.

    *answer*, the result of *guest*'s command *cid*, is stored with the last entry. If there are no
    bodies, only the latest :data:`REFUSALS` results per guest and room are retained.

    The first append creates the room, which is parked and has epoch 0. If the room is still parked
    at the time *due*, in milliseconds since 1970, a node takes it.
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
    """The numbers of the first and last entries stored, and the log's new checksum.

    If nothing was stored, *last* is less than *first*.
    """

    first: int
    last: int
    head: bytes = field(default=b"", compare=False)


class Fenced(NamedTuple):
    """The result if nothing was stored because the log's head or the room's epoch has changed."""


@dataclass(frozen=True, slots=True)
class RoomIndexEntry:
    """A room in the index, with its summary and the size of its log.

    ``updated`` is the time of the last log entry or, after the match, of the match's end.
    """

    room: str
    summary: RoomSummary
    size: int
    updated: int


# Leases


class Owner(NamedTuple):
    """The node that owns a room's lease, and its address for other nodes."""

    node: str
    address: str


class Heartbeat(NamedTuple):
    """The information returned by a heartbeat: the database time and the node's leases.

    ``late`` is True if the leases had expired. ``rooms`` is the number of rooms that the node owns,
    and ``epochs`` is the sum of their epochs. If the node loses or takes a lease, at least one of
    these numbers changes.
    """

    time: int
    late: bool
    rooms: int
    epochs: int


class Taken(NamedTuple):
    """A newly taken lease on a room with *size* entries, along with the room's stored clock.

    ``ran`` is how many milliseconds the clock has run since it was stored, not counting time
    without an owner. ``due`` is True if the room was overdue.
    """

    room: str
    epoch: int
    size: int
    clock: bytes | None
    ran: int
    due: bool


class ParkedRoom(NamedTuple):
    """A room that its owner is parking, with its current clock.

    ``due`` is when a node should take it again, in ms since 1970: 0 means immediately, and None
    means never.
    """

    room: str
    epoch: int
    clock: bytes | None = None
    due: int | None = None


# Guests


@dataclass(frozen=True, slots=True)
class Guest:
    """An account used by a browser or a program. ``face`` and ``colour`` are empty until set."""

    id: str
    name: str
    program: bool = False
    made: int = 0
    seen: int = 0
    face: str = ""
    colour: str = ""


class TokenOwner(NamedTuple):
    """A token's owner and issue time. If it has been replaced, ``until`` is its expiry time."""

    guest: Guest
    since: int
    until: int | None


class DeletedGuest(NamedTuple):
    """The rooms deleted along with a guest, and the rooms rewritten to remove the guest."""

    deleted: tuple[str, ...]
    rewritten: tuple[str, ...]


class Expired(NamedTuple):
    """The deleted data: room ids, the number of guests, and the number of tokens and codes."""

    rooms: tuple[str, ...] = ()
    guests: int = 0
    tokens: int = 0

    def __bool__(self) -> bool:
        """Return whether any data was deleted."""
        return bool(self.rooms or self.guests or self.tokens)


# Finished games


class FinishedRoom(NamedTuple):
    """A room whose match has ended, with the match's summary if one is stored."""

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

    It is replaced by a review that a different ``version`` of the program makes. ``summary`` is
    short JSON, and ``body`` is the complete review, compressed; neither contains names.
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
    """The ratings of a guest and a puzzle, or None for those without a rating."""

    guest: StoredRating | None
    puzzle: StoredRating | None


class Attempt(NamedTuple):
    """A guest's first attempt at a puzzle: the request's id, the result, and the change in rating.

    ``before`` and ``after`` are the guest's rating points before and after the attempt.
    """

    cid: str
    solved: bool
    before: float
    after: float


Rated = Callable[[Ratings], tuple[StoredRating, StoredRating]]
"""Computes the new ratings of the guest and the puzzle from their ratings before an attempt."""


# Account events

AccountEventKind = Literal["moved", "forgotten", "renamed"]
"""The guest logged in on another device, was deleted, or changed their name or avatar."""


class AccountEvent(NamedTuple):
    """A numbered account event for all nodes; ``about`` contains the event's details."""

    number: int
    kind: AccountEventKind
    guest: str
    about: str
