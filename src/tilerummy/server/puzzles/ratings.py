"""What an attempt at a puzzle changes: a game of Glicko-2 between the guest and the puzzle."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.server.puzzles.glicko import SkillRating, after_game
from tilerummy.server.store.types import Rated, Ratings, StoredRating

PUZZLE_DEVIATION = 350.0
"""The deviation of a puzzle that nobody has tried yet; how hard it is was calculated."""
MAX_DRIFT = 200.0
"""By so many points people can move a puzzle from what was calculated, however many agree."""


def rating_of(stored: StoredRating | None) -> SkillRating:
    """Return a rating as it is stored, or that of a guest who has none yet."""
    if stored is None:
        return SkillRating()
    return SkillRating(stored.points, stored.deviation, stored.volatility)


def counts_for_puzzle(guest: StoredRating | None) -> bool:
    """Return whether an attempt of a guest changes the puzzle, too: the guest is known by others.

    Whoever signs up anew is nobody yet, and could be the same person a hundred times.
    """
    return not rating_of(guest).provisional


def attempt(start: int, *, solved: bool, counts: bool) -> Rated:
    """Return what an attempt makes of two ratings; a puzzle begins with *start* points.

    It *counts* for the puzzle or for the guest alone.
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
    """Return the rating of a puzzle, stored or calculated."""
    if stored is None:
        return SkillRating(float(start), deviation=PUZZLE_DEVIATION)
    return _within(start, rating_of(stored))


def _within(start: int, rating: SkillRating) -> SkillRating:
    """Return a rating of a puzzle no further from the calculated one than it may move."""
    points = max(start - MAX_DRIFT, min(start + MAX_DRIFT, rating.points))
    return replace(rating, points=points)


def _stored(rating: SkillRating, before: StoredRating | None) -> StoredRating:
    attempts = before.attempts if before else 0
    return StoredRating(rating.points, rating.deviation, rating.volatility, attempts + 1)
