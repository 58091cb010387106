"""The parts of server messages: how one viewer sees seats, terms, clocks and rounds."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

SeatKind = Literal["open", "person", "computer"]
RoomPhase = Literal["waiting", "sealing", "playing", "paused", "between", "over", "closed"]
Agreement = Literal["pause", "resume", "end", "stand_in"]
"""The proposals that need the agreement of the human players at a table."""
EventJson = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
"""An event of a round, already encoded with :func:`tilerummy.records.encode`."""


class RefusalReason(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A reason for a refusal: a code from the rules or the server, and its parameters."""

    code: str
    message: str = ""
    tiles: list[str] = []
    melds: list[str] = []
    have: int | None = None
    want: int | None = None


class StepView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step from one table to another, and the rows after it.

    Jokers include the tile that they represent, as in ``tilerummy.analysis.Step``.
    """

    code: str
    """``lay add take split join move replace turn``."""
    sentence: str
    tiles: list[str] = []
    rack: list[str] = []
    """The ``tiles`` that come from the rack."""
    held: list[str] = []
    """The ``tiles`` that were already picked up."""
    taken: list[str] = []
    """The tiles that this step picks up."""
    source: list[str] = []
    """The row from which tiles are taken, in its form before the step."""
    target: list[str] = []
    """The row to which tiles are added, in its form before the step."""
    off: Literal["front", "middle", "end"] | None = None
    on: Literal["front", "middle", "end"] | None = None
    rows: list[list[str]] = []
    """The table after the step. Row indices never change, so a row may be empty."""
    hand: list[str] = []
    """The tiles that are picked up after the step."""


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat and its player, as everyone sees them."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    face: str = ""
    """The avatar's name; empty if unknown."""
    colour: str = ""
    connected: bool = False
    ready: bool = False
    muted: bool = False
    stood_in: str = ""
    """The level of the computer player that replaces an absent player, or an empty string."""
    resigned: bool = False
    """True if the player left the match permanently and can no longer win."""
    away_ms: int | None = None
    """How long ago the player disconnected, or None while connected."""


class ClockView(Struct, frozen=True, kw_only=True):
    """The turn clock at the time the message was sent."""

    turn_ms: int | None = None
    """The time allowed per turn, or None if there is no limit."""
    left_ms: int | None = None
    reserve_ms: list[int] = []
    running: bool = False
    by_days: bool = False


class TermsView(Struct, frozen=True, kw_only=True):
    """The terms of a table, fixed when it was opened."""

    ruleset: str
    """The name of a preset, and any options, as in ``sabra+initial_meld.points=50``."""
    options: dict[str, int | bool | str] = {}
    """Every option of the ruleset with its value; ignored in messages from clients."""
    title: str = ""
    rounds: int | None = 1
    target: int | None = None
    turn_ms: int | None = None
    reserve_ms: int = 0
    by_days: bool = False
    private: bool = False
    hints: bool = True
    previews: bool = True
    chat: bool = True
    spectators: bool = True


class ProposalView(Struct, frozen=True, kw_only=True):
    """A proposal that needs the agreement of the human players at the table."""

    what: Agreement
    by: int
    seat: int | None = None
    agreed: list[int] = []


class ResultView(Struct, frozen=True, kw_only=True):
    """A round result."""

    ending: str
    """How the round ended: ``went_out``, ``pool_exhausted``, ``no_progress`` or ``broken_off``."""
    scores: list[int]
    racks: list[list[str]]
    winner: int | None = None
    win: str | None = None
    hand: int | None = None


class DeclaredView(Struct, frozen=True, kw_only=True):
    """A closed hand that was declared: its type, points and tiles."""

    number: int
    name: str
    """The English name; for number 13 the key of the translations is ``hand.13``."""
    points: int
    jokers: int
    melds: list[list[str]]
    """The tiles arranged into melds or pairs; jokers include the tile that they represent."""


class MotiveView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a computer player made its choice: a code in the message catalogue, and parameters."""

    seat: int
    code: str
    params: dict[str, int] = {}


class ShuffleView(Struct, frozen=True, kw_only=True):
    """Proof that no participant could choose the deal of a round."""

    round: int
    commitment: str
    game: str
    contributions: list[str] | None = None
    """The contribution of each seat; present once they are fixed."""
    seed: str | None = None
    """The seed; present once the round has ended."""


class HandView(Struct, frozen=True, kw_only=True):
    """The public information about a seat's tiles and turns in this round."""

    tiles: int
    opened: bool
    known: list[str] = []
    discards: list[str] = []
    handfuls: list[int] = []


class CanView(Struct, frozen=True, kw_only=True):
    """The actions that are legal for the player to move."""

    draw: bool = False
    take: bool = False
    play: bool = False
    pass_: bool = False
    discard: list[str] = []
    declare: list[str] = []
    """The tiles that can be discarded to declare a closed hand."""
    go_out: bool = False
    """True if the player can take the trump to go out."""


class GameView(Struct, frozen=True, kw_only=True):
    """The current round as one viewer sees it."""

    phase: str
    to_move: int
    turn: int
    plays: int
    table: list[str]
    start: list[str]
    """The table as it was at the beginning of this turn."""
    pool: int
    hands: list[HandView]
    rack: list[str] | None = None
    """The viewer's own tiles, or None for a spectator."""
    fresh: list[str] = []
    """The tiles in ``rack`` that were drawn in the viewer's latest turn."""
    played: list[str] = []
    """The tiles that the latest play put on the table."""
    trump: str | None = None
    free: list[str] = []
    free_usable: bool = False
    can: CanView | None = None
    opening: int | None = None
    """The points that the viewer's initial meld needs, or None once it has been laid."""
    result: ResultView | None = None
    declared: DeclaredView | None = None
    """The closed hand that won the round."""
    motives: list[MotiveView] = []
    """The computer players' latest motives; empty while the round is played."""


class RoomView(Struct, frozen=True, kw_only=True):
    """A table with its seats, the same for every viewer."""

    id: str
    phase: RoomPhase
    terms: TermsView
    seats: list[SeatView]
    host: int | None
    locked: bool
    round: int
    totals: list[int]
    results: list[ResultView]
    shuffles: list[ShuffleView]
    proposal: ProposalView | None = None
    leaders: list[int] = []
    """The winners of the match; empty until it ends."""
    next_room: str | None = None
    """The table of the rematch."""
    paused_by: int | None = None
    """The seat that proposed the pause in effect."""


class GameChange(Struct, frozen=True, kw_only=True):
    """The changes in a round for one viewer: the fields of GameView with new values."""

    phase: str | UnsetType = UNSET
    to_move: int | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    plays: int | UnsetType = UNSET
    table: list[str] | UnsetType = UNSET
    start: list[str] | UnsetType = UNSET
    pool: int | UnsetType = UNSET
    hands: list[HandView] | UnsetType = UNSET
    rack: list[str] | UnsetType | None = UNSET
    fresh: list[str] | UnsetType = UNSET
    played: list[str] | UnsetType = UNSET
    trump: str | UnsetType | None = UNSET
    free: list[str] | UnsetType = UNSET
    free_usable: bool | UnsetType = UNSET
    can: CanView | UnsetType | None = UNSET
    opening: int | UnsetType | None = UNSET
    result: ResultView | UnsetType | None = UNSET
    declared: DeclaredView | UnsetType | None = UNSET
    motives: list[MotiveView] | UnsetType = UNSET


class RoomChange(Struct, frozen=True, kw_only=True):
    """The changes at a table: the fields of RoomView with new values."""

    id: str | UnsetType = UNSET
    phase: RoomPhase | UnsetType = UNSET
    terms: TermsView | UnsetType = UNSET
    seats: list[SeatView] | UnsetType = UNSET
    host: int | UnsetType | None = UNSET
    locked: bool | UnsetType = UNSET
    round: int | UnsetType = UNSET
    totals: list[int] | UnsetType = UNSET
    results: list[ResultView] | UnsetType = UNSET
    shuffles: list[ShuffleView] | UnsetType = UNSET
    proposal: ProposalView | UnsetType | None = UNSET
    leaders: list[int] | UnsetType = UNSET
    next_room: str | UnsetType | None = UNSET
    paused_by: int | UnsetType | None = UNSET


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry in the table's log, as one viewer sees it."""

    seq: int
    what: str
    """``opened sat stood … acted timed_out …``"""
    seat: int | None = None
    actions: list[str] = []
    """The actions in notation; hidden tiles are ``?``."""
    table: list[str] | None = None
    """The table after the entry, or None if the entry did not change it."""
    events: list[EventJson] = []
    """The round events in the entry, as in records; hidden tiles are ``?``."""
    level: str = ""
