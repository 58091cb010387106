"""Bodies about rules and positions: referee, solver and analysis; rulesets, options and levels."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.analysis.best_plays.arrangements import MOST_ARRANGEMENTS
from tilerummy.analysis.merits import MeritCode
from tilerummy.server.messages.bodies.common import CodedText, Notation, RequestBody
from tilerummy.server.messages.client import PlayerCount
from tilerummy.server.messages.terms import RulesetText
from tilerummy.server.messages.views import RefusalReason, StepView


class Judge(RequestBody, frozen=True, kw_only=True):
    """A play to judge: the table and rack before the play, and the table ``after`` it.

    ``free``, ``free_usable`` and ``must_play_jokers`` are used only in McGraw.
    """

    ruleset: RulesetText = "sabra"
    players: PlayerCount = 4
    table: Notation
    rack: Notation
    after: Notation | None = None
    play: Notation | None = None
    """An alias of ``after``."""
    turn: bool = False
    """True to allow several plays in one turn, as in a real game."""
    cite: bool = False
    """True to cite the rules behind the verdict."""
    opened: bool | None = None
    """True if the initial meld has been laid; this is also the default."""
    opened_this_turn: bool = False
    placed_this_turn: bool | None = None
    """True if a tile has already been placed this turn; defaults to ``opened_this_turn``."""
    free: Notation = ""
    free_usable: bool = False
    must_play_jokers: bool = False


class Solve(RequestBody, frozen=True, kw_only=True):
    """A position to solve.

    Instead of ``table``, you can give ``table_tiles``, a list of tiles in any order. The solver
    arranges them together with as many rack tiles as possible.
    """

    ruleset: RulesetText = "sabra"
    players: PlayerCount = 4
    table: Notation | None = None
    table_tiles: Notation | None = None
    arrangements: Annotated[int, Meta(ge=1, le=MOST_ARRANGEMENTS)] | None = None
    """The maximum number of arrangements of ``table_tiles`` to find; requires an empty rack."""
    rack: Notation
    opened: bool | None = None
    """True if the initial meld has been laid; this is also the default."""
    opened_this_turn: bool = False
    free: Notation = ""
    free_usable: bool = False
    must_play_jokers: bool = False
    objective: Literal["tiles", "points"] = "tiles"


class RuleCited(Struct, frozen=True, kw_only=True):
    """A sentence of the rules, with the heading of its section."""

    heading: CodedText
    sentence: CodedText


class Declarable(Struct, frozen=True, kw_only=True):
    """The most valuable closed hand that the player can declare now.

    ``number`` identifies its type. ``points`` are doubled if the ``discard`` is a joker.
    """

    number: int
    name: str
    points: int
    jokers: int
    melds: list[str]
    discard: str


class JudgeAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The referee's verdict on a play.

    For a legal play, it contains the tiles left on the rack. For an illegal play, it contains the
    first reason and a list of all reasons. ``plays`` contains the table after each play in the
    turn. If the position could never occur, ``problems`` explains why. ``read`` contains the
    standard notation for fields that used another spelling. With ``cite``, ``rules`` contains the
    sentences behind the verdict, and ``source`` the published text that they come from. ``closed``
    is a closed hand that the player can declare instead.
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
    rules: list[RuleCited] = []
    source: str = ""
    closed: Declarable | None = None


class SolveAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The best play: its tiles and points, the table after it, and the steps to reach that table.

    ``play`` is null if ``table_tiles`` cannot be arranged in melds. If the position could never
    occur, ``problems`` explains why. ``read`` contains the standard notation for fields that used
    another spelling.

    If several ``arrangements`` were requested, they are listed, and ``complete`` is true if these
    are all. If no arrangement exists, ``best`` is a table of as many tiles as possible, and
    ``leftover`` contains the remaining tiles. ``closed`` is a closed hand that the player can
    declare instead.
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
    arrangements: list[str] = []
    complete: bool = False
    best: str = ""
    leftover: str = ""
    closed: Declarable | None = None


Held = Annotated[int, Meta(ge=1, le=100)]
"""The number of tiles on a rack."""

Unopened = Annotated[list[Annotated[int, Meta(ge=1, le=5)]], Meta(max_length=5)]
"""The seats that have not opened."""


class Analyse(RequestBody, frozen=True, kw_only=True):
    """A position to analyse.

    The result is a list of up to ``most`` plays that lay the most tiles or, if ``chances`` is true,
    of the plays with the best chances of winning. ``held`` and ``pool`` are used only to estimate
    chances. ``held`` lists the number of tiles on each other player's rack in playing order; the
    default is 10 each. ``pool`` is the number of tiles left to draw; by default, all unseen tiles
    that are not on a rack. A single number for ``held`` is deprecated, because only outdated web
    clients send it. ``unopened`` lists the other seats that have not opened; the viewer has seat 0.
    ``after`` is the table after a play of the viewer's own, which is listed too if it is legal.
    With ``among``, only the plays that lead to these tables are compared; an empty text means
    laying nothing. An estimate of chances may take up to the given number of ``seconds``. The
    worlds are the same ones each time, so with more time, the earlier games count too.
    """

    ruleset: RulesetText = "sabra"
    players: PlayerCount = 2
    table: Notation
    rack: Notation
    opened: bool = True
    opened_this_turn: bool = False
    most: Annotated[int, Meta(ge=1, le=5)] = 5
    chances: bool = False
    held: Annotated[list[Held], Meta(max_length=5)] | Held = []  # noqa: RUF012 - msgspec copies it
    unopened: Unopened = []  # noqa: RUF012 - msgspec copies it
    pool: Annotated[int, Meta(ge=0, le=200)] | None = None
    after: Notation = ""
    among: Annotated[list[Notation], Meta(max_length=5)] = []  # noqa: RUF012 - msgspec copies it
    seconds: Annotated[int, Meta(ge=2, le=8)] = 2


class Measured(Struct, frozen=True, kw_only=True):
    """An estimated value, with its 95 % confidence interval."""

    mean: float
    low: float
    high: float


class BestPlay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A play, and the table and rack after it.

    A play without tiles means drawing or passing. ``chance`` is the chance of winning the round,
    from 0 to 1. ``score`` is the expected score of the round relative to the other players.
    ``steps`` explain how to make the play.
    """

    tiles: int
    play: str
    rack: str
    chance: Measured | None = None
    score: Measured | None = None
    steps: list[StepView] = []


class MeritView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A proven difference between the first play and the second: ``tilerummy.analysis.Merit``.

    It is an advantage of the first play unless ``drawback`` is true.
    """

    code: MeritCode
    tiles: list[str] = []
    count: int = 0
    drawback: bool = False


class AnalyseAnswer(Struct, frozen=True, kw_only=True):
    """The best plays, sorted by chance of winning if it was estimated, and otherwise by tiles.

    ``alike`` is the number of plays at the top of the list whose intervals overlap, and ``why``
    compares the first play with the second. Both are given only with chances.
    ``proven`` is true if it is impossible to lay more tiles. ``worlds`` is the number of worlds
    sampled to estimate chances. It is 0 without estimates, as in games with discards or if time ran
    out. ``held`` and ``pool`` are the assumed numbers of tiles, limited by the size of the tile
    set. ``closed`` is a closed hand that the player can declare instead.
    """

    plays: list[BestPlay]
    proven: bool
    worlds: int
    held: list[int] = []
    pool: int = 0
    alike: int = 0
    why: list[MeritView] = []
    closed: Declarable | None = None


class PlayOn(RequestBody, frozen=True, kw_only=True):
    """A position and the viewer's play in it; then the other players take their turns.

    ``after`` is the table after the play; if it is empty, the viewer draws, or passes if the pool
    is empty. ``held``, ``unopened`` and ``pool`` are as in ``Analyse``. The hidden tiles are
    sampled: the same ``seed`` gives the same result unless time runs out.
    """

    ruleset: RulesetText = "sabra"
    players: PlayerCount = 2
    table: Notation
    rack: Notation
    opened: bool = True
    after: Notation = ""
    held: Annotated[list[Held], Meta(max_length=5)] = []  # noqa: RUF012 - msgspec copies it
    unopened: Unopened = []  # noqa: RUF012 - msgspec copies it
    pool: Annotated[int, Meta(ge=0, le=200)] | None = None
    seed: Annotated[int, Meta(ge=0, lt=2**31)] = 0


class TurnPlayed(Struct, frozen=True, kw_only=True):
    """Another player's turn: the tiles laid (0 for a draw or a pass), and the table."""

    seat: int
    tiles: int
    table: str


class PlayedOn(Struct, frozen=True, kw_only=True):
    """The other players' ``turns``, and the position at the viewer's next turn.

    ``drawn`` are the tiles that the viewer drew, which are on its ``rack``. If the round is
    ``over``, ``winner`` is the winner's seat; the viewer has seat 0.
    """

    turns: list[TurnPlayed]
    table: str
    rack: str
    drawn: list[str]
    opened: bool
    held: list[int]
    unopened: list[int]
    pool: int
    over: bool = False
    winner: int | None = None


class OptionView(Struct, frozen=True, kw_only=True):
    """An option that house rules can change.

    ``values`` depends on ``kind``: the minimum and maximum for ``number``, true and false for
    ``truth``, and all allowed values for ``choice``.
    """

    name: str
    about: str
    kind: Literal["number", "truth", "choice"]
    values: list[int | bool | str]


class Options(Struct, frozen=True, kw_only=True):
    """All options that house rules can change."""

    options: list[OptionView]


class PresetView(Struct, frozen=True, kw_only=True):
    """A published ruleset, and the values of its options.

    ``same_levels`` lists levels that play just like the next lower level, each with the numbers of
    seats for this. Clients need not offer them there.
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
    """All presets, in catalogue order."""

    presets: list[PresetView]


class CharacterView(Struct, frozen=True, kw_only=True):
    """The name and face of a computer player."""

    name: str
    face: str
    colour: str


class LevelView(Struct, frozen=True, kw_only=True):
    """A level of computer players.

    A computer player of this level gets the first of these ``characters`` whose name and face no
    other player at the table has.
    """

    name: str
    about: str
    characters: list[CharacterView]


class Levels(Struct, frozen=True, kw_only=True):
    """The levels of computer players, weakest first."""

    levels: list[LevelView]


class TurnPartView(Struct, frozen=True, kw_only=True):
    """The actions that are legal at one stage of a turn, and what happens after each action."""

    when: CodedText
    may: CodedText
    then: CodedText


class SectionView(Struct, frozen=True, kw_only=True):
    """A section of the rules, with a heading; sections about turns also list the legal actions."""

    heading: CodedText
    sentences: list[CodedText]
    ways: list[TurnPartView] = []


class ClosedHandView(Struct, frozen=True, kw_only=True):
    """A type of closed hand: a description, an example, and the points for 0, 1 and 2 jokers."""

    number: int
    name: CodedText
    what: list[CodedText]
    points: list[int]
    example: str


class RuleExample(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An example play in notation, with the referee's verdict and, if it is illegal, a reason."""

    title: CodedText
    table: str
    rack: str
    play: str
    free: str = ""
    opened: bool = True
    legal: bool = True
    reason: RefusalReason | None = None


class RulesOf(Struct, frozen=True, kw_only=True):
    """The rules text of a ruleset, generated from the referee's data, and its options explained.

    ``players`` are the numbers of players that it allows.
    """

    ruleset: str
    title: str
    about: str
    source: str
    players: list[int]
    sections: list[SectionView]
    options: dict[str, int | bool | str]
    meanings: dict[str, CodedText]
    examples: list[RuleExample] = []
    hands: list[ClosedHandView] = []
