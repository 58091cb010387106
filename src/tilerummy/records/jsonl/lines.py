"""The record lines that are not events, and the parts of these lines.

Fields are written in the order in which they are defined here.
:mod:`~tilerummy.records.jsonl.codec` derives the encoding from their types.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from tilerummy.records.jsonl.fields import count, option_value, optional, seat_number
from tilerummy.records.record import Participant
from tilerummy.rules.option_table import Value
from tilerummy.state import Action
from tilerummy.tiles import Tile

FORMAT = 1
"""The version of both record formats; the version of the rules is separate."""

Count = Annotated[int, ("minimum", 1), count]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPart:
    """The number of rounds, and the total score, at which the match ends; null if not set."""

    rounds: int | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPart:
    """The number of rounds, and the total scores after the last one."""

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
    players: Annotated[tuple[Participant, ...], ("minItems", 2), ("maxItems", 4)]
    date: str = ""
    match: MatchPart = MatchPart()
    result: ResultPart | None = None
    tags: dict[str, str] = field(default_factory=dict)
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """The first line of a round: its random outcomes, and the number of facts in its deal.

    ``order`` lists the tiles in the order in which they are dealt and drawn, with ``?`` for unknown
    tiles. ``seed`` is hexadecimal. Rounds and seats are counted from 0.
    """

    number: int
    starter: int | None
    order: tuple[Tile, ...]
    lots: tuple[tuple[Tile | None, ...], ...] = ()
    handfuls: tuple[tuple[int, int], ...] = ()
    seed: bytes | None = None
    label: str = ""
    facts: Count
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandPart:
    """Actions that a seat, or the clock if null, submitted together.

    This part is in the line of the command's first fact; ``facts`` is the number of the command's
    facts, including that one.
    """

    seat: Annotated[int | None, optional(seat_number)]
    actions: Annotated[tuple[Action, ...], ("minItems", 1)]
    facts: Count
    comments: tuple[str, ...] = ()
