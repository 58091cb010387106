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
"""The number of stored results of commands without entries, per guest and room."""
REVIEWS = 5000
"""The maximum number of stored reviews; the oldest is deleted first."""
MAX_COMMENTS = 200
"""The maximum number of comments on a game."""
MAX_COMMENTS_OF_GUEST = 100
"""The maximum number of a player's comments on a game."""


class StorageError(Exception):
    """Nothing was stored, for example because the disk is full; a retry may work."""


class NotOwnerError(StorageError):
    """Another node owns the room, so nothing was done; *address* is its address if known."""

    def __init__(self, room: str, address: str = "") -> None:
        super().__init__(f"another server owns room {room}")
        self.address = address


class StoreOpenError(Exception):
    """A store cannot be opened; the message explains why and what to do."""


class UnreachableError(StoreOpenError):
    """The database cannot be reached; a retry may work."""


class CorruptedError(StorageError):
    """A log is damaged: *seq* is the first damaged entry, *rows* the entries before it."""

    def __init__(self, room: str, seq: int, rows: list[Row]) -> None:
        super().__init__(f"entry {seq} of table {room} is damaged or lost")
        self.room, self.seq, self.rows = room, seq, rows


@dataclass(frozen=True, slots=True)
class StoreDescription:
    """The software with its version, and weaknesses of its settings as sentences."""

    software: str
    weaknesses: tuple[str, ...] = ()


# Logs


@dataclass(frozen=True, slots=True)
class Row:
    """A stored entry of a room's log.

    ``at`` is in milliseconds since 1970, for display. ``head`` is the log's checksum after it.
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
    """The part of a room in the index, for listing it without reading its log.

    ``members`` are the ids of the guests who own the room. ``body`` is opaque JSON for the lobby;
    empty if it must be rebuilt from the log.
    """

    phase: str
    private: bool = False
    title: str = ""
    members: tuple[str, ...] = ()
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Entries:
    """An atomic write: *bodies* as the entries *expected*, *expected* + 1 … of a room.

    Numbers start at 0 without gaps. *head* is the checksum of the preceding entry, empty for the
    first; *epoch* is the epoch of the writer's lease. *summary* updates the index, *seeds* are
    stored by round, and the *invited* guests are admitted. A *clock* replaces the stored clock and
    starts now.

    The *answer* to the command *cid* of a *guest* is stored with the last entry. Without bodies,
    only the latest :data:`REFUSALS` per guest and room are retained.

    The first append creates the room, parked, with epoch 0. At *due*, in ms since 1970, a node
    takes it if it is still parked.
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
    """Nothing was stored: the log's head or the room's epoch has changed."""


@dataclass(frozen=True, slots=True)
class RoomIndexEntry:
    """A room in the index: its summary, its log's size, and the time of its last write."""

    room: str
    summary: RoomSummary
    size: int
    updated: int


# Leases


class Owner(NamedTuple):
    """The node that holds a room's lease, and its address for other nodes."""

    node: str
    address: str


class Heartbeat(NamedTuple):
    """The result of a heartbeat: the database time, and the node's leases.

    ``late`` is True if its leases had expired. ``rooms`` counts its rooms and ``epochs`` is the
    sum of their epochs; losing or taking any lease changes at least one number.
    """

    time: int
    late: bool
    rooms: int
    epochs: int


class Taken(NamedTuple):
    """A newly taken lease of a room with *size* entries, and the stored clock.

    The clock has run for ``ran`` ms since it was stored, not counting the time without an owner.
    ``due`` is True if the room was overdue.
    """

    room: str
    epoch: int
    size: int
    clock: bytes | None
    ran: int
    due: bool


class ParkedRoom(NamedTuple):
    """A room that its owner parks, with its current clock.

    ``due`` is when a node should take it again, in ms since 1970; 0 is immediately, None never.
    """

    room: str
    epoch: int
    clock: bytes | None = None
    due: int | None = None


# Guests


@dataclass(frozen=True, slots=True)
class Guest:
    """An account: a browser's, or a program's. ``face`` and ``colour`` are empty until chosen."""

    id: str
    name: str
    program: bool = False
    made: int = 0
    seen: int = 0
    face: str = ""
    colour: str = ""


class TokenOwner(NamedTuple):
    """A token's owner and issue time, and its expiry if a newer token has replaced it."""

    guest: Guest
    since: int
    until: int | None


class DeletedGuest(NamedTuple):
    """The rooms deleted with a guest, and the rooms where only the guest was removed."""

    deleted: tuple[str, ...]
    rewritten: tuple[str, ...]


class Expired(NamedTuple):
    """Deleted old data: room ids, and the numbers of guests and of tokens or codes."""

    rooms: tuple[str, ...] = ()
    guests: int = 0
    tokens: int = 0

    def __bool__(self) -> bool:
        """Return whether anything was deleted."""
        return bool(self.rooms or self.guests or self.tokens)


# Finished games


class FinishedRoom(NamedTuple):
    """A room whose match has ended, and the stored summary of the match or None."""

    room: str
    size: int
    updated: int
    summary: bytes | None


@dataclass(frozen=True, slots=True)
class Comment:
    """A player's comment on a turn of a finished game.

    Rounds count from 1; turn 0 is the deal. ``at`` is in milliseconds since 1970, set by the store.
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
    """The review of a finished game for one seat; it can be recomputed from the log.

    Another ``version`` of the program replaces it. ``summary`` is short JSON, ``body`` the complete
    review, compressed. Neither contains names.
    """

    room: str
    seat: int
    depth: str
    version: int
    summary: bytes
    body: bytes


# Puzzles


class StoredRating(NamedTuple):
    """A rating, and its number of attempts."""

    points: float
    deviation: float
    volatility: float
    attempts: int


class Ratings(NamedTuple):
    """The ratings of a guest and of a puzzle, each None if unrated."""

    guest: StoredRating | None
    puzzle: StoredRating | None


class Attempt(NamedTuple):
    """A guest's first attempt at a puzzle, with its request id and the guest's points."""

    cid: str
    solved: bool
    before: float
    after: float


Rated = Callable[[Ratings], tuple[StoredRating, StoredRating]]
"""Computes the ratings of guest and puzzle after an attempt."""


# Account events

AccountEventKind = Literal["moved", "forgotten", "renamed"]
"""The guest logged in on another device, was deleted, or changed name or face."""


class AccountEvent(NamedTuple):
    """A numbered account event for all nodes; ``about`` has its details."""

    number: int
    kind: AccountEventKind
    guest: str
    about: str
