"""Rates an attempt at a puzzle as a Glicko-2 game between the guest and the puzzle."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.server.puzzles.glicko import SkillRating, after_game
from tilerummy.server.store.types import Rated, Ratings, StoredRating

PUZZLE_DEVIATION = 350.0
"""The rating deviation of a puzzle that no one has tried, whose rating is computed."""
MAX_DRIFT = 200.0
"""How far a puzzle's rating may move away from its computed rating, in points."""


def rating_of(stored: StoredRating | None) -> SkillRating:
    """Return a stored rating, or a guest's initial rating if there is none."""
    if stored is None:
        return SkillRating()
    return SkillRating(stored.points, stored.deviation, stored.volatility)


def counts_for_puzzle(guest: StoredRating | None) -> bool:
    """Return whether an attempt changes the puzzle's rating; attempts of new guests do not."""
    return not rating_of(guest).provisional


def attempt(start: int, *, solved: bool, counts: bool) -> Rated:
    """Return a function that rates an attempt at a puzzle whose initial rating is *start*.

    Unless the attempt *counts*, only the guest's rating changes.
    """

    def rated(before: Ratings) -> tuple[StoredRating, StoredRating]:
        guest, puzzle = rating_of(before.guest), _puzzle(start, before.puzzle)
        new = _stored(after_game(guest, puzzle, won=solved), before.guest)
        if not counts:
            return new, before.puzzle or _stored(puzzle, None)._replace(attempts=0)
        moved = _within(start, after_game(puzzle, guest, won=not solved))
        return new, _stored(moved, before.puzzle)

    return rated


def _puzzle(start: int, stored: StoredRating | None) -> SkillRating:
    """Return a puzzle's stored rating, or its computed rating if there is none."""
    if stored is None:
        return SkillRating(float(start), deviation=PUZZLE_DEVIATION)
    return _within(start, rating_of(stored))


def _within(start: int, rating: SkillRating) -> SkillRating:
    """Limit a puzzle's rating to at most ``MAX_DRIFT`` points from its computed rating."""
    points = max(start - MAX_DRIFT, min(start + MAX_DRIFT, rating.points))
    return replace(rating, points=points)


def _stored(rating: SkillRating, before: StoredRating | None) -> StoredRating:
    attempts = before.attempts if before else 0
    return StoredRating(rating.points, rating.deviation, rating.volatility, attempts + 1)
