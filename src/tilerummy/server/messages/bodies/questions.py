"""Bodies of questions: referee, solver and analysis; rulesets, options and levels."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.messages.bodies.common import CodedText, Notation, RequestBody, RulesetText
from tilerummy.server.messages.views import StepView, Why


class Judge(RequestBody, frozen=True, kw_only=True):
    """A play to judge: the table and the rack before it, and the table ``after`` it.

    ``free``, ``free_usable`` and ``must_play_jokers`` are for McGraw.
    """

    ruleset: RulesetText = "sabra"
    players: Annotated[int, Meta(ge=2, le=4)] = 4
    table: Notation
    rack: Notation
    after: Notation | None = None
    play: Notation | None = None
    """The same as ``after``."""
    turn: bool = False
    """Whether several plays of one turn may lead there, as at the table."""
    opened: bool | None = None
    """Whether the initial meld was laid before; it was if this is left out."""
    opened_this_turn: bool = False
    placed_this_turn: bool | None = None
    """Whether a tile was placed earlier in this turn; by default as ``opened_this_turn``."""
    free: Notation = ""
    free_usable: bool = False
    must_play_jokers: bool = False


class Solve(RequestBody, frozen=True, kw_only=True):
    """A position to find the best play of.

    In the place of ``table`` there may be ``table_tiles``: tiles that lie there in no order, to be
    arranged together with as many of the rack as possible.
    """

    ruleset: RulesetText = "sabra"
    players: Annotated[int, Meta(ge=2, le=4)] = 4
    table: Notation | None = None
    table_tiles: Notation | None = None
    rack: Notation
    opened: bool | None = None
    """Whether the initial meld was laid before; it was if this is left out."""
    opened_this_turn: bool = False
    free: Notation = ""
    free_usable: bool = False
    must_play_jokers: bool = False
    objective: Literal["tiles", "points"] = "tiles"


class JudgeAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The referee's answer: legal and the tiles left, or the first reason and all reasons.

    ``plays`` are the tables after each play of a turn. ``problems`` say why the position cannot
    occur, and ``read`` has the notation of fields that were written in other words.
    """

    legal: bool
    played: str = ""
    rack: str = ""
    free_used: str = ""
    code: str = ""
    message: str = ""
    reasons: list[Why] = []
    plays: list[str] = []
    problems: list[Why] = []
    read: dict[str, str] = {}


class SolveAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A best play: how many tiles and points, the table after it, and the steps.

    ``problems`` say why the position cannot occur, and ``read`` has the notation of fields that
    were written in other words. ``play`` is null where ``table_tiles`` cannot be arranged.
    """

    tiles: int
    points: int
    play: str | None
    rack: str
    proven: bool
    opening: str = ""
    steps: list[StepView] = []
    problems: list[Why] = []
    read: dict[str, str] = {}


Held = Annotated[int, Meta(ge=1, le=100)]
"""How many tiles a player holds."""


class Analyse(RequestBody, frozen=True, kw_only=True):
    """A position to find the plays of the most tiles of, up to ``most``.

    With ``chances`` they are those with the best chances of winning instead.

    For the chances ``held`` says how many tiles each of the others holds, in the order of play; who
    is not in it holds 10. One number, which is for all of them, is deprecated: only a page that was
    loaded before an upgrade sends it. ``pool`` is how many tiles can be drawn: by default all that
    are neither seen nor held.
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
    """A measured value with its interval of 95 %."""

    mean: float
    low: float
    high: float


class BestPlay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A play, the table and the rack after it; without tiles it is to draw or to pass.

    ``chance`` is that of winning the round, from 0 to 1, and ``score`` the points of the round
    compared with the others.
    """

    tiles: int
    play: str
    rack: str
    chance: Measured | None = None
    score: Measured | None = None


class AnalyseAnswer(Struct, frozen=True, kw_only=True):
    """The plays found, those of the most tiles first, or the best chances where they were measured.

    With ``proven`` the most tiles that can be placed are known for certain. ``worlds`` is in how
    many hidden worlds the chances were measured, 0 where they were not: in games with discards
    they cannot be.
    ``held`` and ``pool`` are with how many tiles they were: no more than the set has.
    """

    plays: list[BestPlay]
    proven: bool
    worlds: int
    held: list[int] = []
    pool: int = 0


class OptionView(Struct, frozen=True, kw_only=True):
    """An option that house rules can change.

    ``values`` are the least and the greatest number (``kind`` is ``number``), true and false
    (``truth``), or the words and numbers to choose from (``choice``).
    """

    name: str
    about: str
    kind: Literal["number", "truth", "choice"]
    values: list[int | bool | str]


class Options(Struct, frozen=True, kw_only=True):
    """All options."""

    options: list[OptionView]


class PresetView(Struct, frozen=True, kw_only=True):
    """A published ruleset, and its options with their values.

    ``same_levels``: computer players that play as the level below them, each with the numbers of
    seats for which they do; a page need not offer them.
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
    """A kind of computer player."""

    name: str
    about: str


class Levels(Struct, frozen=True, kw_only=True):
    """The computer players, the weakest first."""

    levels: list[LevelView]


class TurnPartView(Struct, frozen=True, kw_only=True):
    """The legal actions at a point of a turn, and what follows."""

    when: CodedText
    may: CodedText
    then: CodedText


class SectionView(Struct, frozen=True, kw_only=True):
    """A part of the rules: its heading, its sentences, and for a turn its actions."""

    heading: CodedText
    sentences: list[CodedText]
    ways: list[TurnPartView] = []


class ClosedHandView(Struct, frozen=True, kw_only=True):
    """A closed hand: its description, its points with 0, 1 and 2 jokers, and an example.

    The fourteen tiles are in notation, with melds separated.
    """

    number: int
    name: CodedText
    what: list[CodedText]
    points: list[int]
    example: str


class RuleExample(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A play in notation with the referee's verdict, and the reason if it is illegal."""

    title: CodedText
    table: str
    rack: str
    play: str
    free: str = ""
    opened: bool = True
    legal: bool = True
    reason: Why | None = None


class RulesOf(Struct, frozen=True, kw_only=True):
    """The rules of a ruleset, written from the referee's own data, and what its options mean."""

    ruleset: str
    title: str
    about: str
    source: str
    sections: list[SectionView]
    options: dict[str, int | bool | str]
    meanings: dict[str, CodedText]
    examples: list[RuleExample] = []
    hands: list[ClosedHandView] = []
