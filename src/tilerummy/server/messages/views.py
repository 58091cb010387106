"""The parts of server messages: one viewer's view of seats, terms, clocks and rounds."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

SeatKind = Literal["open", "person", "computer"]
RoomPhase = Literal["waiting", "sealing", "playing", "paused", "between", "over", "closed"]
Agreement = Literal["pause", "resume", "end", "stand_in"]
"""The proposals that the human players at a table must agree on."""
EventJson = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
"""An event of a round, already encoded with :func:`tilerummy.records.encode`."""


class RefusalReason(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A reason for a refusal: a code of the rules or of the server, with its parameters."""

    code: str
    message: str = ""
    tiles: list[str] = []
    melds: list[str] = []
    have: int | None = None
    want: int | None = None


class StepView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step from one table to another, and the rows after it.

    As in ``tilerummy.analysis.Step``, jokers include the tile that they represent.
    """

    code: str
    """``lay add take split join move replace turn``."""
    sentence: str
    tiles: list[str] = []
    rack: list[str] = []
    """The ``tiles`` that come from the rack."""
    held: list[str] = []
    """The ``tiles`` that were picked up before."""
    taken: list[str] = []
    """The tiles to pick up."""
    source: list[str] = []
    """The row that tiles are taken from, before the step."""
    target: list[str] = []
    """The row that tiles are added to, before the step."""
    off: Literal["front", "middle", "end"] | None = None
    on: Literal["front", "middle", "end"] | None = None
    rows: list[list[str]] = []
    """The table after the step; row indices never change, and a row may be empty."""
    hand: list[str] = []
    """The picked-up tiles after the step."""


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
    """The level of the computer player that replaces an absent player, or an empty text."""
    resigned: bool = False
    """True if the player left the match permanently and can no longer win."""
    away_ms: int | None = None
    """The time since the player disconnected, or None while connected."""


class ClockView(Struct, frozen=True, kw_only=True):
    """The turn clock at the time of sending."""

    turn_ms: int | None = None
    """The time per turn, or None without a limit."""
    left_ms: int | None = None
    reserve_ms: list[int] = []
    running: bool = False
    by_days: bool = False


class TermsView(Struct, frozen=True, kw_only=True):
    """The terms of a table, fixed when it was opened."""

    ruleset: str
    """A preset's name and options, as in ``sabra+initial_meld.points=50``."""
    options: dict[str, int | bool | str] = {}
    """Every option of the ruleset and its value; ignored in client messages."""
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
    """A proposal that the human players at the table must agree on."""

    what: Agreement
    by: int
    seat: int | None = None
    agreed: list[int] = []


class ResultView(Struct, frozen=True, kw_only=True):
    """A round result."""

    ending: str
    """``went_out``, ``pool_exhausted``, ``no_progress``, or ``broken_off``."""
    scores: list[int]
    racks: list[list[str]]
    winner: int | None = None
    win: str | None = None
    hand: int | None = None


class DeclaredView(Struct, frozen=True, kw_only=True):
    """A declared closed hand: its type, points and tiles."""

    number: int
    name: str
    """In English; for number 13 the key of translations is ``hand.13``."""
    points: int
    jokers: int
    melds: list[list[str]]
    """The tiles arranged into melds or pairs; jokers include the tile that they represent."""


class MotiveView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The reason for a computer player's choice: a code of the message catalogue, parameters."""

    seat: int
    code: str
    params: dict[str, int] = {}


class ShuffleView(Struct, frozen=True, kw_only=True):
    """The proof that no participant could choose the deal of a round."""

    round: int
    commitment: str
    game: str
    contributions: list[str] | None = None
    """By seat; present once fixed."""
    seed: str | None = None
    """Present once the round has ended."""


class HandView(Struct, frozen=True, kw_only=True):
    """The public information about a seat's tiles and turns in this round."""

    tiles: int
    opened: bool
    known: list[str] = []
    discards: list[str] = []
    handfuls: list[int] = []


class CanView(Struct, frozen=True, kw_only=True):
    """The legal actions of the player to move."""

    draw: bool = False
    take: bool = False
    play: bool = False
    pass_: bool = False
    discard: list[str] = []
    declare: list[str] = []
    """The discards that can declare a closed hand."""
    go_out: bool = False
    """True if the player may take the trump to go out."""


class GameView(Struct, frozen=True, kw_only=True):
    """The current round from one viewer's perspective."""

    phase: str
    to_move: int
    turn: int
    plays: int
    table: list[str]
    start: list[str]
    """The table at the beginning of this turn."""
    pool: int
    hands: list[HandView]
    rack: list[str] | None = None
    """The viewer's own tiles, or None for a spectator."""
    fresh: list[str] = []
    """The tiles of ``rack`` drawn in the viewer's latest turn."""
    played: list[str] = []
    """The tiles that the latest play put on the table."""
    trump: str | None = None
    free: list[str] = []
    free_usable: bool = False
    can: CanView | None = None
    opening: int | None = None
    """The points that the viewer's initial meld needs; None after it is laid."""
    result: ResultView | None = None
    declared: DeclaredView | None = None
    """The closed hand that won the round."""
    motives: list[MotiveView] = []
    """The latest motives of the computer players; empty during the round."""


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
    """The winners of the match; empty during the match."""
    next_room: str | None = None
    """The rematch table."""
    paused_by: int | None = None
    """The seat that proposed the current pause."""


class GameChange(Struct, frozen=True, kw_only=True):
    """The changes of a round for one viewer: the fields of GameView with new values."""

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
    """The changes of a table: the fields of RoomView with new values."""

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
    """One entry of the table log from the viewer's perspective."""

    seq: int
    what: str
    """``opened sat stood … acted timed_out …``"""
    seat: int | None = None
    actions: list[str] = []
    """The actions in notation; a hidden tile is ``?``."""
    table: list[str] | None = None
    """The table after the entry, if it changed."""
    events: list[EventJson] = []
    """The round events of the entry, in the form of records; hidden tiles are ``?``."""
    level: str = ""
