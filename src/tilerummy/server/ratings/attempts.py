"""What an attempt at a puzzle changes: a game of Glicko-2 between the guest and the puzzle."""

from __future__ import annotations

from collections.abc import Callable

from tilerummy.server.ratings.glicko import SkillRating, after_game
from tilerummy.server.store.puzzles.port import Ratings, StoredRating

PUZZLE_DEVIATION = 350.0
"""The deviation of a puzzle that nobody has tried yet; how hard it is was calculated."""


def rating_of(stored: StoredRating | None) -> SkillRating:
    """Return a rating as it is stored, or that of a guest who has none yet."""
    if stored is None:
        return SkillRating()
    return SkillRating(stored.points, stored.deviation, stored.volatility)


def attempt(start: int, *, solved: bool) -> Callable[[Ratings], tuple[StoredRating, StoredRating]]:
    """Return what an attempt makes of two ratings; a puzzle begins with *start* points."""

    def rated(before: Ratings) -> tuple[StoredRating, StoredRating]:
        guest = rating_of(before.guest)
        puzzle = (
            rating_of(before.puzzle)
            if before.puzzle
            else SkillRating(float(start), deviation=PUZZLE_DEVIATION)
        )
        return (
            _stored(after_game(guest, puzzle, won=solved), before.guest),
            _stored(after_game(puzzle, guest, won=not solved), before.puzzle),
        )

    return rated


def _stored(rating: SkillRating, before: StoredRating | None) -> StoredRating:
    attempts = before.attempts if before else 0
    return StoredRating(rating.points, rating.deviation, rating.volatility, attempts + 1)
