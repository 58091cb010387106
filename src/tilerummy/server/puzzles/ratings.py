"""Rates attempts at puzzles: each attempt is a Glicko-2 game between the guest and the puzzle."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.server.puzzles.glicko import SkillRating, after_game
from tilerummy.server.store.puzzles import FIRST_POINTS
from tilerummy.server.store.types import Rated, Ratings, StoredRating

DEVIATION = 350.0
"""The initial rating deviation of guests and puzzles."""
MAX_DRIFT = 200.0
"""How far a puzzle's rating may drift from its computed initial rating, in points."""


def rating_of(stored: StoredRating | None) -> SkillRating:
    """Return the *stored* rating, or the initial rating of a guest if there is no stored one."""
    if stored is None:
        return SkillRating(FIRST_POINTS, DEVIATION)
    return SkillRating(stored.points, stored.deviation, stored.volatility)


def counts_for_puzzle(guest: StoredRating | None) -> bool:
    """Return whether an attempt changes the puzzle's rating; a new guest's attempts do not."""
    return not rating_of(guest).provisional


def attempt(start: int, *, solved: bool, counts: bool) -> Rated:
    """Return a function that rates an attempt at a puzzle whose initial rating is *start*.

    If *counts* is false, only the guest's rating changes.
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
    """Return a puzzle's *stored* rating, or its initial rating *start* if it has no stored one."""
    if stored is None:
        return SkillRating(float(start), deviation=DEVIATION)
    return _within(start, rating_of(stored))


def _within(start: int, rating: SkillRating) -> SkillRating:
    """Return *rating*, limited to within ``MAX_DRIFT`` points of the puzzle's initial rating."""
    points = max(start - MAX_DRIFT, min(start + MAX_DRIFT, rating.points))
    return replace(rating, points=points)


def _stored(rating: SkillRating, before: StoredRating | None) -> StoredRating:
    attempts = before.attempts if before else 0
    return StoredRating(rating.points, rating.deviation, rating.volatility, attempts + 1)
