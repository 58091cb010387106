"""The lines of a record that are no events, and their parts, as types of JSON data.

The reader takes the names of the fields from here, and the schema their types too.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, NotRequired, TypedDict, get_origin, get_type_hints

from tilerummy.rules.option_table import Value
from tilerummy.state import Action

FORMAT = 1
"""The version of both forms of records; the version of the rules is another one."""

Count = Annotated[int, {"minimum": 1}]


class ParticipantPart(TypedDict):
    """The player of a seat: a name, and ``person`` or the kind of computer player."""

    name: str
    kind: NotRequired[str]


class MatchPart(TypedDict):
    """The number of rounds and the total that end the match; null if there is none."""

    rounds: NotRequired[int | None]
    target: NotRequired[int | None]


class ResultPart(TypedDict):
    """The totals after the last round."""

    rounds: int
    scores: list[int]


class HeaderLine(TypedDict):
    """The first line of a record: who played by which rules."""

    type: Literal["Record"]
    format: Annotated[int, {"const": FORMAT}]
    rules_version: str
    ruleset: str
    options: dict[str, Value]
    players: Annotated[list[ParticipantPart], {"minItems": 2, "maxItems": 4}]
    preset: NotRequired[str]
    date: NotRequired[str]
    match: NotRequired[MatchPart]
    result: NotRequired[ResultPart | None]
    tags: NotRequired[dict[str, str]]
    comments: NotRequired[list[str]]


class RoundLine(TypedDict):
    """The line that begins a round: its chance, and the number of the facts of its deal.

    ``order`` are the tiles as they are dealt and drawn, ``?`` for unknown ones; ``seed`` is
    hexadecimal. Rounds and seats count from 0.
    """

    type: Literal["Round"]
    number: int
    starter: int | None
    order: str
    facts: Count
    lots: NotRequired[list[list[str | None]]]
    handfuls: NotRequired[list[list[int]]]
    seed: NotRequired[str | None]
    label: NotRequired[str]
    comments: NotRequired[list[str]]


class CommandPart(TypedDict):
    """Actions that a seat, or the owner of the clock (null), submitted together.

    It stands in the line of its first fact; ``facts`` is their number, that one included.
    """

    seat: int | None
    actions: Annotated[list[Action], {"minItems": 1}]
    facts: Count
    comments: NotRequired[list[str]]


@cache
def names_of(part: type) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the fields that a line or part has, and of those it may have.

    >>> names_of(ParticipantPart)
    (('name',), ('kind',))
    """
    hints = get_type_hints(part, include_extras=True)
    optional = tuple(name for name, hint in hints.items() if get_origin(hint) is NotRequired)
    return tuple(name for name in hints if name not in optional), optional
