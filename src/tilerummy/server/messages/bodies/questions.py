"""Questions to the referee and the solver, and their answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.messages import StepView, Why
from tilerummy.server.messages.bodies.common import Notation, RequestBody, RulesetText


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
