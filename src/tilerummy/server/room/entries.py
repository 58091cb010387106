"""The entries of a room log: everything that happened at the table, in order.

The log includes hidden tiles and never leaves the server. Viewers are sent the views built in
:mod:`~tilerummy.server.room.entry_views`.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct, structs

from tilerummy.players.decisions import Motive
from tilerummy.server.messages.views import Agreement, TermsView

Object = dict[str, Any]
"""An event of a round as plain data, encoded with ``tilerummy.records.encode``."""

Breach = Literal["resigned", "agreed", "abandoned"]
"""The reason a match ends early.

``resigned``: one of two players gave up, and the round is scored as if the opponent had gone out.
``agreed``: all players agreed, without scores. ``abandoned``: no player came back.
"""


class LogEntry(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Something that happened in a room; ``type`` identifies its class."""


class Opened(LogEntry, frozen=True, kw_only=True, tag="opened"):
    """The host created the table; *invited* guests can sit down without an invitation code."""

    terms: TermsView
    seats: int
    host: str
    invited: tuple[str, ...] = ()


class Sat(LogEntry, frozen=True, kw_only=True, tag="sat"):
    """A human player took a seat; entries in older logs have no face."""

    seat: int
    guest: str = msgspec.field(name="session")
    name: str
    face: str = ""
    colour: str = ""


class Renamed(LogEntry, frozen=True, kw_only=True, tag="renamed"):
    """The player in a seat changed name or face; *guest* is empty for a computer player."""

    seat: int
    name: str
    face: str
    colour: str
    guest: str = msgspec.field(default="", name="session")


class Stood(LogEntry, frozen=True, kw_only=True, tag="stood"):
    """A human player left the seat before the match began."""

    seat: int


class Computer(LogEntry, frozen=True, kw_only=True, tag="computer"):
    """The host gave a seat to a computer player; entries in older logs have no name or face."""

    seat: int
    level: str
    name: str = ""
    face: str = ""
    colour: str = ""


class Emptied(LogEntry, frozen=True, kw_only=True, tag="emptied"):
    """The host removed a computer player."""

    seat: int


class Removed(LogEntry, frozen=True, kw_only=True, tag="removed"):
    """The host permanently removed a human player."""

    seat: int
    guest: str = msgspec.field(name="session")


class Locked(LogEntry, frozen=True, kw_only=True, tag="locked"):
    """The host locked or unlocked the table for new players."""

    on: bool


class Muted(LogEntry, frozen=True, kw_only=True, tag="muted"):
    """The host muted or unmuted a seat."""

    seat: int
    on: bool


class Hosted(LogEntry, frozen=True, kw_only=True, tag="hosted"):
    """The table has a new host, because the previous one left."""

    guest: str = msgspec.field(name="session")


class Sealed(LogEntry, frozen=True, kw_only=True, tag="sealed"):
    """The seed of a round was drawn, and a commitment to it was published.

    *kept* lists the occupied seats by their numbers before the match; free seats are removed.
    """

    round: int
    commitment: str
    kept: tuple[int, ...]


class Ready(LogEntry, frozen=True, kw_only=True, tag="ready"):
    """A seat is ready for the deal, and contributes this hexadecimal text to the shuffle."""

    seat: int
    contribution: str = ""


class Began(LogEntry, frozen=True, kw_only=True, tag="began"):
    """A round was dealt; *label* contains the seats' contributions to the shuffle."""

    round: int
    label: str
    facts: tuple[Object, ...]
    lots: bool


class Acted(LogEntry, frozen=True, kw_only=True, tag="acted"):
    """A seat acted, or the clock did if no seat is given.

    *reserve* is the reserve time that each seat has left, in milliseconds; *motive* explains a
    computer player's choice.
    """

    actions: tuple[str, ...]
    facts: tuple[Object, ...]
    seat: int | None = None
    reserve: tuple[int, ...] = ()
    motive: Motive | None = None


class Revealed(LogEntry, frozen=True, kw_only=True, tag="revealed"):
    """The seed of a finished round was published."""

    round: int
    seed: str


class BrokenOff(LogEntry, frozen=True, kw_only=True, tag="broken_off"):
    """The match ended early, and the current round with it."""

    why: Breach
    scores: tuple[int, ...]
    racks: tuple[str, ...] = ()


class Proposed(LogEntry, frozen=True, kw_only=True, tag="proposed"):
    """A seat made a proposal that the other human players must agree to."""

    what: Agreement
    by: int
    seat: int | None = None


class Agreed(LogEntry, frozen=True, kw_only=True, tag="agreed"):
    """A seat agreed to the proposal."""

    by: int


class Declined(LogEntry, frozen=True, kw_only=True, tag="declined"):
    """A seat declined the proposal, or withdrew its own."""

    by: int


class Paused(LogEntry, frozen=True, kw_only=True, tag="paused"):
    """The match is paused."""


class Resumed(LogEntry, frozen=True, kw_only=True, tag="resumed"):
    """The match is resumed."""


class StoodIn(LogEntry, frozen=True, kw_only=True, tag="stood_in"):
    """A computer player took over the seat of an absent human player until the player returns."""

    seat: int
    level: str


class TookBack(LogEntry, frozen=True, kw_only=True, tag="took_back"):
    """A human player took the seat back from its computer player."""

    seat: int


class Resigned(LogEntry, frozen=True, kw_only=True, tag="resigned"):
    """A human player left the match permanently and can no longer win it."""

    seat: int


class Rematched(LogEntry, frozen=True, kw_only=True, tag="rematched"):
    """The same players have a rematch at another table."""

    room: str


class Closed(LogEntry, frozen=True, kw_only=True, tag="closed"):
    """The table was closed."""

    why: Literal["host", "abandoned"] = "host"


Entry = (
    Opened
    | Sat
    | Renamed
    | Stood
    | Computer
    | Emptied
    | Removed
    | Locked
    | Muted
    | Hosted
    | Sealed
    | Ready
    | Began
    | Acted
    | Revealed
    | BrokenOff
    | Proposed
    | Agreed
    | Declined
    | Paused
    | Resumed
    | StoodIn
    | TookBack
    | Resigned
    | Rematched
    | Closed
)
"""A log entry; folding all entries of a log produces the room."""

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_KINDS = frozenset(struct.__struct_config__.tag for struct in get_args(Entry))


class UnknownEntryError(ValueError):
    """The entry has a type that only a newer release supports."""


class _Kind(Struct):
    type: str


_kind = msgspec.json.Decoder(_Kind)
_encoder = msgspec.json.Encoder()


def write_entry(entry: Entry) -> bytes:
    """Return the stored form of *entry*."""
    return _encoder.encode(entry)


def read_entry(body: bytes) -> Entry:
    """Decode a stored entry.

    Raises UnknownEntryError if a newer release wrote it, or msgspec.ValidationError.
    """
    try:
        return _decoder.decode(body)
    except msgspec.ValidationError:
        if (kind := _kind.decode(body).type) not in _KINDS:
            raise UnknownEntryError(f"a newer release wrote an entry {kind!r}") from None
        raise


def anonymised(body: bytes, guest: str) -> bytes:
    """Return an entry's stored body without the id, name and face of *guest*.

    A damaged body becomes empty, because it may contain them. Raises UnknownEntryError if a newer
    release wrote the entry.
    """
    try:
        entry = read_entry(body)
    except UnknownEntryError:
        raise
    except ValueError:
        return b""
    match entry:
        case Opened(host=host, invited=invited):
            entry = structs.replace(entry, invited=tuple(s for s in invited if s != guest))
            if host == guest:  # the host also wrote the title
                untitled = structs.replace(entry.terms, title="")
                entry = structs.replace(entry, host="", terms=untitled)
            return write_entry(entry)
        case Sat(guest=who) | Renamed(guest=who) if who == guest:
            return write_entry(structs.replace(entry, guest="", name="", face="", colour=""))
        case Removed(guest=who) | Hosted(guest=who) if who == guest:
            return write_entry(structs.replace(entry, guest=""))
        case _:
            return body
