"""Bodies about puzzles: the puzzle set, attempts and ratings."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilerummy.server.messages.bodies.common import Notation, RequestBody

PuzzleId = Annotated[str, Meta(min_length=1, max_length=64)]
AttemptId = Annotated[str, Meta(min_length=1, max_length=64)]


class PuzzlePartInfo(Struct, frozen=True, kw_only=True):
    """A summary of one part of the puzzle set: its rating range, and its puzzle counts by theme."""

    r: list[int]
    themes: dict[str, int]


class PuzzleIndex(Struct, frozen=True, kw_only=True):
    """The index of the puzzle set; see docs/puzzles.md."""

    v: int
    count: int
    size: int
    daily: list[int]
    mondays: list[int]
    days: list[list[int]]
    parts: list[PuzzlePartInfo]


class PuzzleView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle; see docs/puzzles.md."""

    v: int
    id: str
    rules: str
    goal: str
    table: str
    rack: str
    n: int
    set: str
    answer: str
    f: list[int]
    d: int
    r: int
    themes: list[str]
    discard: str = ""
    opened: bool = True
    offline: bool = True


class PuzzlePart(Struct, frozen=True, kw_only=True):
    """The puzzles in one part of the puzzle set."""

    puzzles: list[PuzzleView]


class PuzzleAttempt(RequestBody, frozen=True, kw_only=True):
    """An attempt at a puzzle: the complete table or the requested tile, or neither to give up."""

    cid: AttemptId
    puzzle: PuzzleId
    table: Notation | None = None
    tile: Annotated[str, Meta(max_length=4)] | None = None


class PuzzleRating(Struct, frozen=True, kw_only=True):
    """A guest's puzzle rating in the Glicko-2 system."""

    points: int
    deviation: int
    provisional: bool
    attempts: int


class RatingDay(Struct, frozen=True, kw_only=True):
    """The caller's rating at the end of a day when it changed; ``day`` is the date in UTC."""

    day: str
    points: int


class RatingHistory(Struct, frozen=True, kw_only=True):
    """The caller's rating over the last 30 days; days without a rated attempt are omitted."""

    days: list[RatingDay]


class AttemptAnswer(Struct, frozen=True, kw_only=True):
    """An attempt at a puzzle: its result, and the guest's rating before and after it.

    Only a guest's first attempt at each puzzle is rated.
    """

    right: bool
    rated: bool
    before: int
    rating: PuzzleRating
