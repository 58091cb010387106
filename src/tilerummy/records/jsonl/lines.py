"""The lines of a record that are not events, and their parts.

Fields are in the order of writing; :mod:`~tilerummy.records.jsonl.codec` derives the encoding from
their types.
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
"""The version of both record formats; the rules have a version of their own."""

Count = Annotated[int, ("minimum", 1), count]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPart:
    """The number of rounds and the total that end the match, or null."""

    rounds: int | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPart:
    """The totals after the last round."""

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
    """The first line of a round: its random outcomes, and the number of facts of its deal.

    ``order`` are the tiles in order of dealing and drawing, ``?`` for unknown ones; ``seed`` is
    hexadecimal. Rounds and seats count from 0.
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
    """Actions that a seat, or the clock (null), submitted together.

    It is in the line of its first fact; ``facts`` is their number, including that one.
    """

    seat: Annotated[int | None, optional(seat_number)]
    actions: Annotated[tuple[Action, ...], ("minItems", 1)]
    facts: Count
    comments: tuple[str, ...] = ()
