"""The entries of a room's log: what happened at the table, in order and for ever.

The log holds the whole truth, hidden tiles too, and never leaves the server: a viewer is sent the
views of :mod:`~tilerummy.server.room.entry_views`.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct, structs

from tilerummy.players.decisions import Motive
from tilerummy.server.messages.views import Agreement, TermsView

Object = dict[str, Any]
"""An event of a round as plain data: ``tilerummy.records.encode``."""

Breach = Literal["resigned", "agreed", "abandoned"]
"""Why a match ends before its end.

``resigned``: of two seats one gave up, and pays for its rack as if the other had gone out;
``agreed``: all people agreed, and no scores are counted; ``abandoned``: no player came back.
"""


class LogEntry(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Something that happened in a room; ``type`` names its class."""


class Opened(LogEntry, frozen=True, kw_only=True, tag="opened"):
    """A table was set up by its host; *invited* guests may sit down without an invitation."""

    terms: TermsView
    seats: int
    host: str
    invited: tuple[str, ...] = ()


class Sat(LogEntry, frozen=True, kw_only=True, tag="sat"):
    """A person took a seat; in older logs without a face."""

    seat: int
    guest: str = msgspec.field(name="session")
    name: str
    face: str = ""
    colour: str = ""


class Renamed(LogEntry, frozen=True, kw_only=True, tag="renamed"):
    """Whoever has a seat has another name or face; *guest* is that of a person."""

    seat: int
    name: str
    face: str
    colour: str
    guest: str = msgspec.field(default="", name="session")


class Stood(LogEntry, frozen=True, kw_only=True, tag="stood"):
    """A person left a seat before the match began."""

    seat: int


class Computer(LogEntry, frozen=True, kw_only=True, tag="computer"):
    """The host gave a seat to a computer player; in older logs without a name and face."""

    seat: int
    level: str
    name: str = ""
    face: str = ""
    colour: str = ""


class Emptied(LogEntry, frozen=True, kw_only=True, tag="emptied"):
    """The host took a computer player from its seat."""

    seat: int


class Removed(LogEntry, frozen=True, kw_only=True, tag="removed"):
    """The host sent a person away, for good."""

    seat: int
    guest: str = msgspec.field(name="session")


class Locked(LogEntry, frozen=True, kw_only=True, tag="locked"):
    """The host closed the table to newcomers, or opened it to them again."""

    on: bool


class Muted(LogEntry, frozen=True, kw_only=True, tag="muted"):
    """The host took the chat from a seat, or gave it back."""

    seat: int
    on: bool


class Hosted(LogEntry, frozen=True, kw_only=True, tag="hosted"):
    """The table has a new host, as the old one left it."""

    guest: str = msgspec.field(name="session")


class Sealed(LogEntry, frozen=True, kw_only=True, tag="sealed"):
    """The seed of a round was drawn, and a commitment to it published.

    *kept* are the seats that play, by their numbers before the match began; the free seats are
    removed.
    """

    round: int
    commitment: str
    kept: tuple[int, ...]


class Ready(LogEntry, frozen=True, kw_only=True, tag="ready"):
    """A seat is ready for the deal, with its contribution (hexadecimal) to the shuffle."""

    seat: int
    contribution: str = ""


class Began(LogEntry, frozen=True, kw_only=True, tag="began"):
    """A round was dealt; *label* holds the contributions of the seats to the shuffle."""

    round: int
    label: str
    facts: tuple[Object, ...]
    lots: bool


class Acted(LogEntry, frozen=True, kw_only=True, tag="acted"):
    """A seat, or the clock (no seat), did something with the tiles.

    *reserve* is what each seat has left of its reserve time, in milliseconds; *motive* is why a
    computer player did so.
    """

    actions: tuple[str, ...]
    facts: tuple[Object, ...]
    seat: int | None = None
    reserve: tuple[int, ...] = ()
    motive: Motive | None = None


class Revealed(LogEntry, frozen=True, kw_only=True, tag="revealed"):
    """The seed of a round that is over was published."""

    round: int
    seed: str


class BrokenOff(LogEntry, frozen=True, kw_only=True, tag="broken_off"):
    """A round, and the match with it, ended before its end."""

    why: Breach
    scores: tuple[int, ...]
    racks: tuple[str, ...] = ()


class Proposed(LogEntry, frozen=True, kw_only=True, tag="proposed"):
    """A seat proposed something that the other people have to agree to."""

    what: Agreement
    by: int
    seat: int | None = None


class Agreed(LogEntry, frozen=True, kw_only=True, tag="agreed"):
    """A seat agreed to what was proposed."""

    by: int


class Declined(LogEntry, frozen=True, kw_only=True, tag="declined"):
    """A seat turned down what was proposed, or took its own proposal back."""

    by: int


class Paused(LogEntry, frozen=True, kw_only=True, tag="paused"):
    """The match is paused."""


class Resumed(LogEntry, frozen=True, kw_only=True, tag="resumed"):
    """The match is resumed."""


class StoodIn(LogEntry, frozen=True, kw_only=True, tag="stood_in"):
    """A computer player plays for an absent person, who may come back."""

    seat: int
    level: str


class TookBack(LogEntry, frozen=True, kw_only=True, tag="took_back"):
    """A person came back to the seat."""

    seat: int


class Resigned(LogEntry, frozen=True, kw_only=True, tag="resigned"):
    """A person left the match for good, and cannot win it any more."""

    seat: int


class Rematched(LogEntry, frozen=True, kw_only=True, tag="rematched"):
    """The same people play a rematch at another table."""

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
"""An entry of the log; folding all of them gives the room."""

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_KINDS = frozenset(struct.__struct_config__.tag for struct in get_args(Entry))


class UnknownEntryError(ValueError):
    """An entry is of a kind that only a newer release knows."""


class _Kind(Struct):
    """What every entry has, also those of a newer release."""

    type: str


_kind = msgspec.json.Decoder(_Kind)
_encoder = msgspec.json.Encoder()


def write_entry(entry: Entry) -> bytes:
    """Return *entry* as it is stored."""
    return _encoder.encode(entry)


def read_entry(body: bytes) -> Entry:
    """Return the entry of a stored body; raises msgspec.ValidationError for an invalid one.

    It is an UnknownEntryError if a newer release has written it.
    """
    try:
        return _decoder.decode(body)
    except msgspec.ValidationError:
        if (kind := _kind.decode(body).type) not in _KINDS:
            raise UnknownEntryError(f"a newer release wrote an entry {kind!r}") from None
        raise


def anonymised(body: bytes, guest: str) -> bytes:
    """Return the stored body of an entry without that guest, its name and its face.

    A damaged body becomes empty, as it cannot be known whom it names. Raises UnknownEntryError for
    one of a newer release, which knows.
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
            if host == guest:  # who also wrote the title
                untitled = structs.replace(entry.terms, title="")
                entry = structs.replace(entry, host="", terms=untitled)
            return write_entry(entry)
        case Sat(guest=who) | Renamed(guest=who) if who == guest:
            nobody = structs.replace(entry, guest="", name="", face="", colour="")
            return write_entry(nobody)
        case Removed(guest=who) | Hosted(guest=who) if who == guest:
            return write_entry(structs.replace(entry, guest=""))
        case _:
            return body
