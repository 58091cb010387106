"""Puzzles: the set, an attempt, and the rating that comes of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilerummy.server.messages.bodies.common import Notation, RequestBody

PuzzleId = Annotated[str, Meta(min_length=1, max_length=64)]
AttemptId = Annotated[str, Meta(min_length=1, max_length=64)]


class PuzzlePartInfo(Struct, frozen=True, kw_only=True):
    """A part of the set: its lowest and its highest rating, and how many have each theme."""

    r: list[int]
    themes: dict[str, int]


class PuzzleIndex(Struct, frozen=True, kw_only=True):
    """What the parts of the set hold; see docs/puzzles.md."""

    v: int
    count: int
    size: int
    daily: list[int]
    parts: list[PuzzlePartInfo]


class PuzzleView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle, as docs/puzzles.md describes it."""

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
    """The puzzles of one part."""

    puzzles: list[PuzzleView]


class PuzzleAttempt(RequestBody, frozen=True, kw_only=True):
    """An attempt at a puzzle: the whole table, the tile to name, or neither by whoever gives up."""

    cid: AttemptId
    puzzle: PuzzleId
    table: Notation | None = None
    tile: Annotated[str, Meta(max_length=4)] | None = None


class PuzzleRating(Struct, frozen=True, kw_only=True):
    """How good a guest is at puzzles, as Glicko-2 has it."""

    points: int
    deviation: int
    provisional: bool
    attempts: int


class AttemptAnswer(Struct, frozen=True, kw_only=True):
    """Whether an attempt was right, and what it made of the guest's rating.

    ``rated`` is false for whoever has tried the puzzle before: the first attempt alone counts.
    """

    right: bool
    rated: bool
    before: int
    rating: PuzzleRating
