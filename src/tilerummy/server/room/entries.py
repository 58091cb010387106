"""The entries of a room log, which record everything that happened at the table, in order.

The log includes hidden tiles, so it never leaves the server. Viewers are sent the views built by
:mod:`~tilerummy.server.room.entry_views`.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct, structs

from tilerummy.players.decisions import Motive
from tilerummy.server.messages.client import Advised
from tilerummy.server.messages.views import Agreement, TermsView

Object = dict[str, Any]
"""An event in a round as plain data, as encoded by ``tilerummy.records.encode``."""

Breach = Literal["resigned", "agreed", "abandoned"]
"""The reason why a match ended early.

``resigned`` means that one of two players gave up; the round is scored as if the opponent had gone
out. ``agreed`` means that all players agreed to end the match, without scores. ``abandoned`` means
that all players left.
"""


_Laid = Literal["laid"]
HINTED: tuple[Advised, _Laid] = ("hinted", "laid")
"""The values of ``Acted.advice`` if a hint laid the tiles. The second is only in older logs."""


class LogEntry(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """An event in a room; ``type`` identifies its class."""


class SeriesSeat(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat in a rematch: the guest it is reserved for, and the matches won in the series so far.

    *guest* is empty for a computer player. *absent* is True if the player was not at the previous
    table when the rematch was requested, so that the match may start without them.
    """

    guest: str = msgspec.field(default="", name="session")
    wins: int = 0
    absent: bool = False


class Opened(LogEntry, frozen=True, kw_only=True, tag="opened"):
    """The host created the table; *invited* guests do not need an invitation code to sit down.

    In a rematch, *series* contains the seats of the players of the previous match.
    """

    terms: TermsView
    seats: int
    host: str
    invited: tuple[str, ...] = ()
    series: tuple[SeriesSeat, ...] = ()


class Sat(LogEntry, frozen=True, kw_only=True, tag="sat"):
    """A human player took a seat; entries in older logs have no face.

    *local* is True for a further player at the guest's own device.
    """

    seat: int
    guest: str = msgspec.field(name="session")
    name: str
    face: str = ""
    colour: str = ""
    local: bool = False


class Renamed(LogEntry, frozen=True, kw_only=True, tag="renamed"):
    """The player in a seat changed their name or face; *guest* is empty for a computer player."""

    seat: int
    name: str
    face: str
    colour: str
    guest: str = msgspec.field(default="", name="session")


class Stood(LogEntry, frozen=True, kw_only=True, tag="stood"):
    """A human player left their seat before the match began."""

    seat: int


class Computer(LogEntry, frozen=True, kw_only=True, tag="computer"):
    """The host put a computer player in a seat; entries in older logs have no name or face."""

    seat: int
    level: str
    name: str = ""
    face: str = ""
    colour: str = ""


class Emptied(LogEntry, frozen=True, kw_only=True, tag="emptied"):
    """The host removed a computer player from a seat."""

    seat: int


class Removed(LogEntry, frozen=True, kw_only=True, tag="removed"):
    """The host permanently removed a human player from the table."""

    seat: int
    guest: str = msgspec.field(name="session")


class Locked(LogEntry, frozen=True, kw_only=True, tag="locked"):
    """The host locked the table to new players, or unlocked it."""

    on: bool


class Muted(LogEntry, frozen=True, kw_only=True, tag="muted"):
    """The host muted or unmuted the player in a seat."""

    seat: int
    on: bool


class Hosted(LogEntry, frozen=True, kw_only=True, tag="hosted"):
    """The table has a new host, because the previous one left."""

    guest: str = msgspec.field(name="session")


class Changed(LogEntry, frozen=True, kw_only=True, tag="changed"):
    """The host in *seat* changed some terms, so all players must say again that they are ready."""

    seat: int
    terms: Object


class Sealed(LogEntry, frozen=True, kw_only=True, tag="sealed"):
    """The seed of a round was drawn, and a commitment to the seed was published.

    *kept* lists the occupied seats, as numbered before the match; free seats are removed.
    """

    round: int
    commitment: str
    kept: tuple[int, ...]


class Ready(LogEntry, frozen=True, kw_only=True, tag="ready"):
    """A player is ready for the match or the deal.

    Before the deal, *contribution* is added to the shuffle, in hexadecimal.
    """

    seat: int
    contribution: str = ""


class NotReady(LogEntry, frozen=True, kw_only=True, tag="not_ready"):
    """A player who was ready for the match is not ready after all."""

    seat: int


class Began(LogEntry, frozen=True, kw_only=True, tag="began"):
    """A round was dealt. The shuffle's *label* combines the contributions of all seats."""

    round: int
    label: str
    facts: tuple[Object, ...]
    lots: bool


class Acted(LogEntry, frozen=True, kw_only=True, tag="acted"):
    """A player acted or, without a *seat*, the server imposed a time-out or a penalty.

    *reserve* is the reserve time that each seat has left, in milliseconds. *motive* explains the
    choice of a computer player, and *advice* is a human player's use of a hint.
    """

    actions: tuple[str, ...]
    facts: tuple[Object, ...]
    seat: int | None = None
    reserve: tuple[int, ...] = ()
    motive: Motive | None = None
    advice: Advised | _Laid | None = None


class Revealed(LogEntry, frozen=True, kw_only=True, tag="revealed"):
    """The seed of a finished round was published."""

    round: int
    seed: str


class BrokenOff(LogEntry, frozen=True, kw_only=True, tag="broken_off"):
    """The match ended early, together with the current round."""

    why: Breach
    scores: tuple[int, ...]
    racks: tuple[str, ...] = ()


class Proposed(LogEntry, frozen=True, kw_only=True, tag="proposed"):
    """A player made a proposal that the other human players must agree to."""

    what: Agreement
    by: int
    seat: int | None = None


class Agreed(LogEntry, frozen=True, kw_only=True, tag="agreed"):
    """A player agreed to the proposal."""

    by: int


class Declined(LogEntry, frozen=True, kw_only=True, tag="declined"):
    """A player declined the proposal or the rematch, or withdrew their own."""

    by: int


class Paused(LogEntry, frozen=True, kw_only=True, tag="paused"):
    """The match was paused."""


class Resumed(LogEntry, frozen=True, kw_only=True, tag="resumed"):
    """The match was resumed."""


class StoodIn(LogEntry, frozen=True, kw_only=True, tag="stood_in"):
    """A computer player began to stand in for an absent human player."""

    seat: int
    level: str


class TookBack(LogEntry, frozen=True, kw_only=True, tag="took_back"):
    """A human player took their seat back from the computer player that stood in for them."""

    seat: int


class Resigned(LogEntry, frozen=True, kw_only=True, tag="resigned"):
    """A human player left the match permanently and can no longer win it."""

    seat: int


class Rematched(LogEntry, frozen=True, kw_only=True, tag="rematched"):
    """A player requested a rematch, at another table; in older logs, the entry has no seat."""

    room: str
    seat: int | None = None


class Shown(LogEntry, frozen=True, kw_only=True, tag="shown"):
    """A player agreed to be shown if the finished match is public, or withdrew their consent."""

    seat: int
    on: bool


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
    | Changed
    | Sealed
    | Ready
    | NotReady
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
    | Shown
    | Closed
)
"""Any log entry; folding all the entries in a log gives the room's state."""

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_KINDS = frozenset(struct.__struct_config__.tag for struct in get_args(Entry))


class UnknownEntryError(ValueError):
    """Raised if an entry has an unknown type, because it was written by a newer release."""


class _Kind(Struct):
    type: str


_kind = msgspec.json.Decoder(_Kind)
_encoder = msgspec.json.Encoder()


def write_entry(entry: Entry) -> bytes:
    """Return *entry* in stored form."""
    return _encoder.encode(entry)


def read_entry(body: bytes) -> Entry:
    """Decode a stored entry.

    Raises UnknownEntryError if it was written by a newer release, or msgspec.ValidationError if it
    is invalid.
    """
    try:
        return _decoder.decode(body)
    except msgspec.ValidationError:
        if (kind := _kind.decode(body).type) not in _KINDS:
            raise UnknownEntryError(
                f"a newer release wrote an entry of the type {kind!r}"
            ) from None
        raise


def anonymised(body: bytes, guest: str) -> bytes:
    """Return a stored entry with the id, name and face of *guest* removed.

    A damaged entry becomes empty, because it may contain them. Raises UnknownEntryError if the
    entry was written by a newer release.
    """
    try:
        entry = read_entry(body)
    except UnknownEntryError:
        raise
    except ValueError:
        return b""
    match entry:
        case Opened(host=host, invited=invited):
            series = tuple(
                structs.replace(s, guest="") if s.guest == guest else s for s in entry.series
            )
            invited = tuple(s for s in invited if s != guest)
            entry = structs.replace(entry, invited=invited, series=series)
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
