"""The port of the ratings of guests and puzzles."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol


class StoredRating(NamedTuple):
    """A rating as the store keeps it, and how many attempts it comes from."""

    points: float
    deviation: float
    volatility: float
    attempts: int


class Ratings(NamedTuple):
    """The ratings of a guest and of a puzzle; None for one that was never rated."""

    guest: StoredRating | None
    puzzle: StoredRating | None


class Attempt(NamedTuple):
    """A guest's first attempt at a puzzle, with the id of its request and the points around it."""

    cid: str
    solved: bool
    before: float
    after: float


class AttemptStored(NamedTuple):
    """The first attempt of a guest at a puzzle, and whether it was stored just now."""

    attempt: Attempt
    fresh: bool


Rated = Callable[[Ratings], tuple[StoredRating, StoredRating]]
"""Returns the ratings of guest and puzzle after an attempt."""


class PuzzleRatings(Protocol):
    """Ratings of guests and puzzles."""

    async def guest_rating(self, session: str) -> StoredRating | None:
        """Return the rating of a guest; None for one who was never rated."""
        ...

    async def first_attempt(self, session: str, puzzle: str) -> Attempt | None:
        """Return the first attempt of a guest at a puzzle, if there was one."""
        ...

    async def rate(
        self, session: str, puzzle: str, cid: str, *, solved: bool, rated: Rated
    ) -> AttemptStored | None:
        """Store a guest's attempt at a puzzle, with what it makes of both ratings.

        All together or nothing: of a guest and a puzzle the first attempt alone is stored, and is
        returned for every further one. None for a guest who is not there any more.
        """
        ...
