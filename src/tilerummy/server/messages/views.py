"""The parts of server messages: seats, terms, clocks, rounds, as a viewer may know them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

SeatKind = Literal["open", "person", "computer"]
RoomPhase = Literal["waiting", "sealing", "playing", "paused", "between", "over", "closed"]
Agreement = Literal["pause", "resume", "end", "stand_in"]
"""The proposals on which people at a table have to agree."""
EventJson = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
"""An event of a round, already encoded with :func:`tilerummy.records.encode`."""


class Why(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One reason of a refusal: a code of the rules or of the table, with its parameters."""

    code: str
    message: str = ""
    tiles: list[str] = []
    melds: list[str] = []
    have: int | None = None
    want: int | None = None


class StepView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step on the way from a table to another, and the rows after it.

    As ``tilerummy.analysis.Step``: jokers are written with the tile they represent.
    """

    code: str
    """``lay add take split join move replace turn``."""
    sentence: str
    tiles: list[str] = []
    rack: list[str] = []
    """Which of the tiles come from the rack."""
    held: list[str] = []
    """Which of them come from the hand."""
    taken: list[str] = []
    """The tiles that go into the hand."""
    source: list[str] = []
    """What lay where tiles are taken from, before the step."""
    target: list[str] = []
    """What lay where they go to, before the step."""
    off: Literal["front", "middle", "end"] | None = None
    on: Literal["front", "middle", "end"] | None = None
    rows: list[list[str]] = []
    """The table in the making after the step; a row keeps its place, and may be empty."""
    hand: list[str] = []


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat of the table and its player; public."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    face: str = ""
    """The drawn face of the player, by its name; empty where nobody is known."""
    colour: str = ""
    connected: bool = False
    ready: bool = False
    muted: bool = False
    stood_in: str = ""
    """The level of the computer player that plays for an absent person, or nothing."""
    resigned: bool = False
    """Whether the person left the match for good and cannot win it any more."""
    away_ms: int | None = None
    """How long the person has been away, or None while connected."""


class ClockView(Struct, frozen=True, kw_only=True):
    """The clock of the turn, as it stands when the message is sent."""

    turn_ms: int | None = None
    """The time of the turn, or None without a limit."""
    left_ms: int | None = None
    reserve_ms: list[int] = []
    running: bool = False
    by_days: bool = False


class TermsView(Struct, frozen=True, kw_only=True):
    """The terms of a table, fixed when it was opened."""

    ruleset: str
    """A preset's name and options, as in ``sabra+initial_meld.points=50``."""
    options: dict[str, int | bool | str] = {}
    """Every option of the ruleset, with its value; ignored in messages of a client."""
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
    """A proposal on which people at the table have to agree."""

    what: Agreement
    by: int
    seat: int | None = None
    agreed: list[int] = []


class ResultView(Struct, frozen=True, kw_only=True):
    """The result of a round."""

    ending: str
    """``went_out``, ``pool_exhausted``, ``no_progress``, or ``broken_off``."""
    scores: list[int]
    racks: list[list[str]]
    winner: int | None = None
    win: str | None = None
    hand: int | None = None


class DeclaredView(Struct, frozen=True, kw_only=True):
    """A closed hand that was declared, as it lies open: its type, its points, and its tiles."""

    number: int
    name: str
    """In English; other languages know it by the number, as ``hand.13``."""
    points: int
    jokers: int
    melds: list[list[str]]
    """The tiles as the type reads them, melds or pairs apart, jokers with what they stand for."""


class MotiveView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a computer player played as it did: a code of the message catalogue, its parameters."""

    seat: int
    code: str
    params: dict[str, int] = {}


class ShuffleView(Struct, frozen=True, kw_only=True):
    """The proof that the deal of a round was fixed before any participant could choose it."""

    round: int
    commitment: str
    game: str
    contributions: list[str] | None = None
    """By seat, once they are fixed."""
    seed: str | None = None
    """Once the round is over."""


class HandView(Struct, frozen=True, kw_only=True):
    """The public facts about a seat's tiles and play in this round."""

    tiles: int
    opened: bool
    known: list[str] = []
    discards: list[str] = []
    handfuls: list[int] = []


class CanView(Struct, frozen=True, kw_only=True):
    """The legal actions of the viewer who is to move; empty for other viewers."""

    draw: bool = False
    take: bool = False
    play: bool = False
    pass_: bool = False
    discard: list[str] = []
    declare: list[str] = []
    """The tiles with whose discard a closed hand can be declared."""
    go_out: bool = False
    """Whether the trump can be taken to go out."""


class GameView(Struct, frozen=True, kw_only=True):
    """The round at one moment, as one viewer may see it."""

    phase: str
    to_move: int
    turn: int
    plays: int
    table: list[str]
    start: list[str]
    """The table when this turn began."""
    pool: int
    hands: list[HandView]
    rack: list[str] | None = None
    """The viewer's own tiles; None for spectators."""
    fresh: list[str] = []
    """Which of them were drawn in the viewer's latest turn."""
    played: list[str] = []
    """The tiles that the latest play put on the table."""
    trump: str | None = None
    free: list[str] = []
    free_usable: bool = False
    can: CanView | None = None
    opening: int | None = None
    """Points that the viewer's initial meld still needs; None when it is laid."""
    result: ResultView | None = None
    declared: DeclaredView | None = None
    """The closed hand with which the round was won."""
    motives: list[MotiveView] = []
    """The latest motives of the computer players, once the round is over."""


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
    """The winner of the match, once it is over."""
    next_room: str | None = None
    """The table of the rematch."""
    paused_by: int | None = None
    """The seat that proposed the pause, while the match is paused."""


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
    """One entry of the table's log, as the viewer may know it."""

    seq: int
    what: str
    """``opened sat stood … acted timed_out …``"""
    seat: int | None = None
    actions: list[str] = []
    """The actions in notation; a tile that is hidden from the viewer is ``?``."""
    table: list[str] | None = None
    """The table after it, if it changed."""
    events: list[EventJson] = []
    """The events of the round that it caused, in the form of records; hidden tiles are ``?``."""
    level: str = ""
