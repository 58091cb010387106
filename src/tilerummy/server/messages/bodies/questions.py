"""Bodies about rules and positions: the referee, solver and analysis; rulesets, options, levels."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.messages.bodies.common import CodedText, Notation, RequestBody, RulesetText
from tilerummy.server.messages.views import RefusalReason, StepView


class Judge(RequestBody, frozen=True, kw_only=True):
    """A play to judge: the table and rack before it, and the table ``after`` it.

    ``free``, ``free_usable`` and ``must_play_jokers`` apply to McGraw.
    """

    ruleset: RulesetText = "sabra"
    players: Annotated[int, Meta(ge=2, le=4)] = 4
    table: Notation
    rack: Notation
    after: Notation | None = None
    play: Notation | None = None
    """An alias of ``after``."""
    turn: bool = False
    """True to allow several plays in one turn, as in a real game."""
    opened: bool | None = None
    """True if the initial meld has already been laid; this is the default."""
    opened_this_turn: bool = False
    placed_this_turn: bool | None = None
    """True if a tile was already placed this turn; defaults to ``opened_this_turn``."""
    free: Notation = ""
    free_usable: bool = False
    must_play_jokers: bool = False


class Solve(RequestBody, frozen=True, kw_only=True):
    """A position to solve.

    Instead of ``table``, ``table_tiles`` may be given: tiles in any order, to be arranged together
    with as many rack tiles as possible.
    """

    ruleset: RulesetText = "sabra"
    players: Annotated[int, Meta(ge=2, le=4)] = 4
    table: Notation | None = None
    table_tiles: Notation | None = None
    rack: Notation
    opened: bool | None = None
    """True if the initial meld has already been laid; this is the default."""
    opened_this_turn: bool = False
    free: Notation = ""
    free_usable: bool = False
    must_play_jokers: bool = False
    objective: Literal["tiles", "points"] = "tiles"


class JudgeAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The referee's verdict.

    A legal play comes with the tiles left on the rack, an illegal one with the first reason and all
    reasons. ``plays`` are the tables after each play of the turn. ``problems`` explain why the
    position could never occur. ``read`` has the notation of fields entered in another form.
    """

    legal: bool
    played: str = ""
    rack: str = ""
    free_used: str = ""
    code: str = ""
    message: str = ""
    reasons: list[RefusalReason] = []
    plays: list[str] = []
    problems: list[RefusalReason] = []
    read: dict[str, str] = {}


class SolveAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A best play: its tiles and points, the table after it, and the steps.

    ``play`` is null if ``table_tiles`` cannot be arranged. ``problems`` explain why the position
    could never occur. ``read`` contains the notation of fields that were entered in another form.
    """

    tiles: int
    points: int
    play: str | None
    rack: str
    proven: bool
    opening: str = ""
    steps: list[StepView] = []
    problems: list[RefusalReason] = []
    read: dict[str, str] = {}


Held = Annotated[int, Meta(ge=1, le=100)]
"""The number of tiles on a rack."""


class Analyse(RequestBody, frozen=True, kw_only=True):
    """A position to analyse, looking for up to ``most`` of the plays that lay the most tiles.

    ``chances`` requests the plays with the best chances of winning instead. In that case ``held``
    are the other players' rack sizes in playing order, 10 each by default, and ``pool`` is the
    number of tiles left to draw, by default all unseen tiles that no one holds. Giving a single
    number for ``held`` is deprecated: only web clients from before an upgrade do so.
    """

    ruleset: RulesetText = "sabra"
    players: Annotated[int, Meta(ge=2, le=4)] = 2
    table: Notation
    rack: Notation
    opened: bool = True
    opened_this_turn: bool = False
    most: Annotated[int, Meta(ge=1, le=5)] = 5
    chances: bool = False
    held: Annotated[list[Held], Meta(max_length=3)] | Held = []  # noqa: RUF012 - msgspec copies it
    pool: Annotated[int, Meta(ge=0, le=200)] | None = None


class Measured(Struct, frozen=True, kw_only=True):
    """A measured value and its 95 % confidence interval."""

    mean: float
    low: float
    high: float


class BestPlay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A play, with the table and rack after it; a play without tiles means drawing or passing.

    ``chance`` is the chance of winning the round, from 0 to 1. ``score`` is the round score
    relative to the other players.
    """

    tiles: int
    play: str
    rack: str
    chance: Measured | None = None
    score: Measured | None = None


class AnalyseAnswer(Struct, frozen=True, kw_only=True):
    """The plays, sorted by estimated chance or otherwise by number of tiles.

    ``proven`` is true if no play can lay more tiles. ``worlds`` is the number of worlds sampled to
    estimate chances: 0 if none were estimated, as in games with discards. ``held`` and ``pool`` are
    the numbers of tiles that were assumed, limited by the size of the tile set.
    """

    plays: list[BestPlay]
    proven: bool
    worlds: int
    held: list[int] = []
    pool: int = 0


class OptionView(Struct, frozen=True, kw_only=True):
    """An option for house rules.

    Depending on ``kind``, ``values`` are the minimum and maximum (``number``), true and false
    (``truth``), or all allowed values (``choice``).
    """

    name: str
    about: str
    kind: Literal["number", "truth", "choice"]
    values: list[int | bool | str]


class Options(Struct, frozen=True, kw_only=True):
    """All options."""

    options: list[OptionView]


class PresetView(Struct, frozen=True, kw_only=True):
    """A published ruleset, with the values of its options.

    ``same_levels`` lists levels that, at certain numbers of seats, play just like the level below;
    clients need not offer them there.
    """

    name: str
    title: str
    about: str
    source: str
    family: Literal["play_or_draw", "draw_meld_discard"]
    players: list[int]
    turn_ms: int | None
    options: dict[str, int | bool | str]
    same_levels: dict[str, list[int]]


class Presets(Struct, frozen=True, kw_only=True):
    """All presets, in the order of the catalogue."""

    presets: list[PresetView]


class LevelView(Struct, frozen=True, kw_only=True):
    """A level at which computer players can play."""

    name: str
    about: str


class Levels(Struct, frozen=True, kw_only=True):
    """The computer players, weakest first."""

    levels: list[LevelView]


class TurnPartView(Struct, frozen=True, kw_only=True):
    """The legal actions at one point of a turn, and what follows from each."""

    when: CodedText
    may: CodedText
    then: CodedText


class SectionView(Struct, frozen=True, kw_only=True):
    """A section of the rules: a heading and sentences; sections on turns also list the actions."""

    heading: CodedText
    sentences: list[CodedText]
    ways: list[TurnPartView] = []


class ClosedHandView(Struct, frozen=True, kw_only=True):
    """A closed hand: a description, an example, and its points with 0, 1 and 2 jokers."""

    number: int
    name: CodedText
    what: list[CodedText]
    points: list[int]
    example: str


class RuleExample(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A play in notation and the referee's verdict, with a reason if the play is illegal."""

    title: CodedText
    table: str
    rack: str
    play: str
    free: str = ""
    opened: bool = True
    legal: bool = True
    reason: RefusalReason | None = None


class RulesOf(Struct, frozen=True, kw_only=True):
    """A ruleset's rules text, generated from the referee's data, with its options explained."""

    ruleset: str
    title: str
    about: str
    source: str
    sections: list[SectionView]
    options: dict[str, int | bool | str]
    meanings: dict[str, CodedText]
    examples: list[RuleExample] = []
    hands: list[ClosedHandView] = []
