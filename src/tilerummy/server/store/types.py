"""What the store takes and returns: rows, results, errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Literal, NamedTuple

CLOSED = "closed"
"""The phase of a room in which nothing more happens."""
FINISHED = ("over", CLOSED)
"""The phases of a room whose match is over."""
REFUSALS = 100
"""The number of answers to commands without effect that are stored per guest and room."""
REVIEWS = 5000
"""The maximum number of stored reviews; the oldest one is deleted for one more."""
MAX_COMMENTS = 200
"""The maximum number of comments on a game."""
MAX_COMMENTS_OF_GUEST = 100
"""The maximum number of comments of one player on a game."""


class StorageError(Exception):
    """Nothing was stored, because the disk is full or broken; it may work later."""


class NotOwnerError(StorageError):
    """Another node owns the room, so nothing was done; *address* is where, if it is known."""

    def __init__(self, room: str, address: str = "") -> None:
        super().__init__(f"another server owns room {room}")
        self.address = address


class StoreOpenError(Exception):
    """A store cannot be opened; the message says why, and what can be done."""


class UnreachableError(StoreOpenError):
    """No connection to the database can be made; it may be there later."""


class CorruptedError(StorageError):
    """An entry differs from what was written: *seq* is the first one, *rows* precede it."""

    def __init__(self, room: str, seq: int, rows: list[Row]) -> None:
        super().__init__(f"entry {seq} of table {room} is damaged or lost")
        self.room, self.seq, self.rows = room, seq, rows


@dataclass(frozen=True, slots=True)
class StoreDescription:
    """What a store is: its software with the version, and its weaknesses, in sentences."""

    software: str
    weaknesses: tuple[str, ...] = ()


# Logs


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a room's log as it is stored.

    ``at`` is in milliseconds since 1970, for people to read; no clock of a match uses it. ``head``
    is the log's checksum after the entry, which :class:`Entries` that follow it need.
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
    """The index card of a room: enough to list it without reading its log.

    ``members`` are the ids of the guests who own the room. ``body`` is JSON for the lobby, which
    the store does not read; it is empty if it has yet to be made.
    """

    phase: str
    private: bool = False
    title: str = ""
    members: tuple[str, ...] = ()
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Entries:
    """An atomic write: *bodies*, as the entries *expected*, *expected* + 1 … of a room.

    Numbers begin with 0 and have no gap. *head* is the checksum of the entry before them, which is
    not needed for the first ones; *epoch* is that of the writer's lease. *summary* goes into the
    index, *seeds*, by their round, into a table of their own, and the *invited* are admitted.
    *clock*, unless None, replaces the stored clock and begins to run now.

    The *answer* to the command *cid* of a *guest* is stored with the last entry. Without bodies it
    is stored only as long as it is among the latest :data:`REFUSALS` such answers of its guest in
    the room.

    The append of the first entries creates the room, parked, with epoch 0. At *due*, in ms since
    1970, some node takes it unless one has by then.
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
    """The entries are stored, under these numbers; without entries *last* is before *first*.

    ``head`` is the checksum of the last entry of the log.
    """

    first: int
    last: int
    head: bytes = field(default=b"", compare=False)


class Fenced(NamedTuple):
    """Nothing was stored: the log has another end, or the room another epoch."""


@dataclass(frozen=True, slots=True)
class RoomIndexEntry:
    """A room in the index: its card, the size of its log, and when it was last written to."""

    room: str
    summary: RoomSummary
    size: int
    updated: int


# Leases


class Owner(NamedTuple):
    """The node that holds the lease of a room, and the address at which other nodes reach it."""

    node: str
    address: str


class Heartbeat(NamedTuple):
    """The result of a heartbeat: the time of the database, and what the node holds.

    ``late``: its leases had expired before. ``rooms`` and ``epochs`` are the number of rooms that
    it holds and the sum of their epochs; any lease that is lost or taken changes one of them.
    """

    time: int
    late: bool
    rooms: int
    epochs: int


class Taken(NamedTuple):
    """A lease of a room with *size* entries that was taken, with the clock that was stored.

    That clock had run for ``ran`` ms since then; the time without an owner is not counted.
    ``due``: a time has come at which something was due in the room.
    """

    room: str
    epoch: int
    size: int
    clock: bytes | None
    ran: int
    due: bool


class ParkedRoom(NamedTuple):
    """A room that its owner parks: its clock as it is now, and when something is due there.

    That is in ms since 1970; 0 is at once, and None never.
    """

    room: str
    epoch: int
    clock: bytes | None = None
    due: int | None = None


# Guests


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


class DeletedGuest(NamedTuple):
    """The rooms deleted with a guest, and those from which only the guest was removed."""

    deleted: tuple[str, ...]
    rewritten: tuple[str, ...]


class Expired(NamedTuple):
    """What was deleted because it is old: rooms, and the numbers of guests, tokens and codes."""

    rooms: tuple[str, ...] = ()
    guests: int = 0
    tokens: int = 0

    def __bool__(self) -> bool:
        """Return whether anything was deleted."""
        return bool(self.rooms or self.guests or self.tokens)


# Finished games


class FinishedRoom(NamedTuple):
    """A room whose match is over: its end, and the summary of its match if one is stored."""

    room: str
    size: int
    updated: int
    summary: bytes | None


@dataclass(frozen=True, slots=True)
class Comment:
    """What the player of a seat wrote on a turn of a finished game, or marked it with.

    Rounds count from 1; turn 0 is the deal, and turn 1 the first one after it. ``at`` is in
    milliseconds since 1970, set by the store. ``mark`` and ``text`` may be empty, one of them.
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
    """The review of a finished game for one seat, which can be made again from its log.

    ``version`` is that of the program that made it: another one replaces it. ``summary`` is short
    JSON, ``body`` the whole review, compressed. Neither names anyone.
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
    """The ratings of a guest and of a puzzle; None for one that was never rated."""

    guest: StoredRating | None
    puzzle: StoredRating | None


class Attempt(NamedTuple):
    """A guest's first attempt at a puzzle, with the id of its request and the points around it."""

    cid: str
    solved: bool
    before: float
    after: float


Rated = Callable[[Ratings], tuple[StoredRating, StoredRating]]
"""Returns the ratings of guest and puzzle after an attempt."""


# AccountEvents

AccountEventKind = Literal["moved", "forgotten", "renamed"]
"""Of a guest: logged in on another device, deleted, with another name or face."""


class AccountEvent(NamedTuple):
    """Something that every node must know of a guest, with its number."""

    number: int
    kind: AccountEventKind
    guest: str
    about: str
