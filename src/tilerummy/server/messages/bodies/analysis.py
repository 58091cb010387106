"""The analysis of a position: its best plays, and what they are worth."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilerummy.server.messages.bodies.common import Notation, RequestBody, RulesetText

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
