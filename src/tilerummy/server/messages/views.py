"""Parts of server messages that show seats, terms, clocks and rounds to one viewer."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

SeatKind = Literal["open", "person", "computer"]
RoomPhase = Literal["waiting", "sealing", "playing", "paused", "between", "over", "closed"]
Agreement = Literal["pause", "resume", "end", "stand_in"]
"""The proposals that all human players at the table must agree to."""
EventJson = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
"""An event of a round, already encoded with :func:`tilerummy.records.encode`."""


class RefusalReason(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A reason why a request was refused: a code from the rules or the server, with parameters."""

    code: str
    message: str = ""
    tiles: list[str] = []
    melds: list[str] = []
    have: int | None = None
    want: int | None = None


class StepView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step in rearranging the table, and the rows of tiles after it.

    Jokers include the tile that they stand for, as in ``tilerummy.analysis.Step``.
    """

    code: str
    """The type of step, which is one of ``lay add take split join move replace turn``."""
    sentence: str
    tiles: list[str] = []
    rack: list[str] = []
    """The part of ``tiles`` that comes from the rack."""
    held: list[str] = []
    """The part of ``tiles`` that was picked up in earlier steps."""
    taken: list[str] = []
    """The tiles that this step picks up."""
    source: list[str] = []
    """The row that tiles are taken from, in its state before the step."""
    target: list[str] = []
    """The row that tiles are added to, in its state before the step."""
    off: Literal["front", "middle", "end"] | None = None
    on: Literal["front", "middle", "end"] | None = None
    rows: list[list[str]] = []
    """The table after the step. A row's index never changes, so some rows may be empty."""
    hand: list[str] = []
    """The tiles that have been picked up and remain to be placed after the step."""


class SeatView(Struct, frozen=True, kw_only=True):
    """The public view of a seat and its player."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    face: str = ""
    """The player's avatar, by name, or an empty string if unknown."""
    colour: str = ""
    local: bool = False
    """True for a further player at another player's device."""
    connected: bool = False
    ready: bool = False
    muted: bool = False
    stood_in: str = ""
    """The level of the computer player that replaces an absent player, or an empty string."""
    resigned: bool = False
    """True if the player left the match permanently and can no longer win it."""
    shown: bool = False
    """True if the player agreed that a public match shows their name and tiles."""
    away_ms: int | None = None
    """How long ago the player disconnected, in milliseconds, or None if they are connected."""


class ClockView(Struct, frozen=True, kw_only=True):
    """The turn clock when the message was sent."""

    turn_ms: int | None = None
    """The time limit per turn in milliseconds, or None if there is no limit."""
    left_ms: int | None = None
    reserve_ms: list[int] = []
    running: bool = False
    by_days: bool = False


class TermsView(Struct, frozen=True, kw_only=True):
    """The terms of a table, which are fixed when it is created."""

    ruleset: str
    """The preset name, followed by any options, as in ``sabra+initial_meld.points=50``."""
    options: dict[str, int | bool | str] = {}
    """All options of the ruleset and their values; ignored in messages from clients."""
    title: str = ""
    rounds: int | None = 1
    target: int | None = None
    turn_ms: int | None = None
    """The fixed time per turn in milliseconds, or None if only the reserve runs."""
    reserve_ms: int = 0
    """The time per round that runs once the fixed time of a turn is used up."""
    increment_ms: int = 0
    """The time added to the reserve after each turn."""
    bronstein_ms: int = 0
    """The Bronstein delay: the maximum of the used reserve that is given back after each turn."""
    by_days: bool = False
    warns_only: bool = False
    """True if a turn continues after its time has run out."""
    private: bool = False
    hints: bool = True
    previews: bool = True
    chat: bool = True
    spectators: bool = True


class ProposalView(Struct, frozen=True, kw_only=True):
    """A proposal that the human players at the table must agree to."""

    what: Agreement
    by: int
    seat: int | None = None
    agreed: list[int] = []


class ResultView(Struct, frozen=True, kw_only=True):
    """How a round ended, and its scores."""

    ending: str
    """How the round ended: ``went_out``, ``pool_exhausted``, ``no_progress`` or ``broken_off``."""
    scores: list[int]
    racks: list[list[str]]
    winner: int | None = None
    win: str | None = None
    hand: int | None = None
    penalties: list[int] = []
    """The points that each seat paid for never having opened; empty if there was no penalty."""
    could_open: list[list[list[str]]] = []
    """For each seat, melds on its rack that prove the higher penalty."""


class DeclaredView(Struct, frozen=True, kw_only=True):
    """A declared closed hand: its type, points and tiles."""

    number: int
    name: str
    """The English name of the hand. Its translations are keyed by number, as in ``hand.13``."""
    points: int
    jokers: int
    melds: list[list[str]]
    """The tiles, arranged into melds or pairs; jokers include the tile that they stand for."""
    also: int | None = None
    """The next best type that the tiles form in any turn, by number, or None."""
    also_name: str = ""
    also_points: int = 0


class MotiveView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The reason for a computer player's choice: a message catalogue code, with parameters."""

    seat: int
    code: str
    params: dict[str, int] = {}


class ShuffleView(Struct, frozen=True, kw_only=True):
    """The proof that no participant could choose how a round was dealt."""

    round: int
    commitment: str
    game: str
    contributions: list[str] | None = None
    """Each seat's contribution to the shuffle; not set until all contributions are fixed."""
    seed: str | None = None
    """The seed of the shuffle; not set until the round has ended."""


class HandView(Struct, frozen=True, kw_only=True):
    """The public information about a seat's tiles and turns in the current round."""

    tiles: int
    opened: bool
    known: list[str] = []
    discards: list[str] = []
    handfuls: list[int] = []


class CanView(Struct, frozen=True, kw_only=True):
    """The legal actions for the player to move."""

    draw: bool = False
    take: bool = False
    play: bool = False
    pass_: bool = False
    discard: list[str] = []
    declare: list[str] = []
    """The tiles that the player can discard to declare a closed hand."""
    go_out: bool = False
    """True if the player can take the trump to go out."""
    new_deal: bool = False
    """True if the player can ask for a new deal."""


class GameView(Struct, frozen=True, kw_only=True):
    """The current round as seen by one viewer."""

    phase: str
    to_move: int
    turn: int
    plays: int
    table: list[str]
    start: list[str]
    """The table at the start of the current turn."""
    pool: int
    hands: list[HandView]
    rack: list[str] | None = None
    """The viewer's own tiles, or None for spectators."""
    fresh: list[str] = []
    """The tiles in ``rack`` that the viewer drew in their most recent turn."""
    played: list[str] = []
    """The tiles that the latest play added to the table."""
    trump: str | None = None
    free: list[str] = []
    free_usable: bool = False
    can: CanView | None = None
    opening: int | None = None
    """The minimum points for the viewer's initial meld, or None if it has already been laid."""
    result: ResultView | None = None
    declared: DeclaredView | None = None
    """The closed hand that won the round."""
    motives: list[MotiveView] = []
    """The computer players' latest motives; empty until the round has ended."""


class RoomView(Struct, frozen=True, kw_only=True):
    """The public view of a table and its seats."""

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
    """The seats that won the match; empty until the match ends."""
    next_room: str | None = None
    """The rematch's table id."""
    rematch_by: int | None = None
    """The seat that requested the rematch."""
    rematch_declined: list[int] = []
    """The seats that declined a rematch and have not requested one since."""
    series: list[int] = []
    """The matches that each seat has won in a series of rematches; empty if all are 0.

    A match counts once it has ended.
    """
    paused_by: int | None = None
    """The seat that proposed the current pause."""


class GameChange(Struct, frozen=True, kw_only=True):
    """The changes in a round for one viewer: the fields of GameView that have new values."""

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
    """The changes at a table: the fields of RoomView that have new values."""

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
    rematch_by: int | UnsetType | None = UNSET
    rematch_declined: list[int] | UnsetType = UNSET
    series: list[int] | UnsetType = UNSET
    paused_by: int | UnsetType | None = UNSET


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry in the table's log, as seen by one viewer."""

    seq: int
    what: str
    """The type of entry: ``opened sat stood … acted timed_out …``."""
    seat: int | None = None
    actions: list[str] = []
    """The actions in notation; hidden tiles are written ``?``."""
    table: list[str] | None = None
    """The table after the entry, or None if the entry did not change it."""
    events: list[EventJson] = []
    """The events in the round, as in records; hidden tiles are written ``?``."""
    level: str = ""
    terms: dict[str, int | str | bool | None] = {}
    """The terms that the host changed, with their new values."""
