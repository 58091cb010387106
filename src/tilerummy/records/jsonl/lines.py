"""The lines of a record that are not events, and the parts of these lines.

Fields are written in the order of their definition here. Their encoding is derived from their types
by :mod:`~tilerummy.records.jsonl.codec`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from tilerummy.records.jsonl.fields import (
    count,
    each,
    number,
    option_value,
    optional,
    seat_number,
    truth,
)
from tilerummy.records.record import Participant
from tilerummy.rules.option_table import Value
from tilerummy.rules.ruleset import PLAYERS
from tilerummy.state import Action, Win
from tilerummy.tiles import Tile

FORMAT = 1
"""The version of both record formats. It is independent of the version of the rules."""

Count = Annotated[int, ("minimum", 1), count]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPart:
    """The number of rounds and the total score that end the match. Null means no limit."""

    rounds: int | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPart:
    """The number of finished rounds, and the total scores after the last one."""

    rounds: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderLine:
    """The first line of a record: the players and the rules."""

    format: Annotated[int, ("const", FORMAT)]
    rules_version: str
    ruleset: str
    preset: str = ""
    options: dict[str, Annotated[Value, option_value]]
    players: Annotated[tuple[Participant, ...], ("minItems", PLAYERS[0]), ("maxItems", PLAYERS[-1])]
    date: str = ""
    match: MatchPart = MatchPart()
    result: ResultPart | None = None
    tags: dict[str, str] = field(default_factory=dict)
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPart:
    """The count at the end of a round with real tiles, and its result.

    ``out`` is the seat that went out, or null. ``left`` contains by seat the numbers on the tiles
    left and ``*`` for jokers, or the points, as in ``41 points``; it is empty for the seat that
    went out. ``opened`` is true for each seat that has melded; if it is empty, every seat has.
    ``following`` is the seat whose turn would have been next.
    """

    out: Annotated[int | None, optional(seat_number)]
    left: tuple[str, ...]
    opened: tuple[Annotated[bool, truth], ...] = ()
    win: Win | None = None
    hand: int | None = None
    hand_jokers: int = 0
    joker_discarded: Annotated[bool, truth] = False
    trump_holders: Annotated[tuple[int, ...], each(seat_number)] = ()
    following: Annotated[int | None, optional(seat_number)] = None
    winner: int | None = None
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """The first line of a round: its random outcomes, and the number of facts in its deal.

    A round with real tiles that was counted only at its end has a ``count`` and no facts.

    ``order`` lists the tiles in the order of dealing and drawing, with ``?`` for unknown tiles.
    ``seed`` is hexadecimal. Rounds and seats are counted from 0.
    """

    number: int
    starter: int | None
    order: tuple[Tile, ...]
    lots: tuple[tuple[Tile | None, ...], ...] = ()
    handfuls: tuple[tuple[int, int], ...] = ()
    seed: bytes | None = None
    label: str = ""
    facts: Annotated[int, ("minimum", 0), number]
    count: CountPart | None = None
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandPart:
    """Actions submitted together by a seat, or by the clock if ``seat`` is null.

    This part is included in the line of the command's first fact. ``facts`` is the number of facts
    in the command, including the first one.
    """

    seat: Annotated[int | None, optional(seat_number)]
    actions: Annotated[tuple[Action, ...], ("minItems", 1)]
    facts: Count
    comments: tuple[str, ...] = ()
