"""Glicko-2 returns the numbers of its source, and stays within the bounds."""

from __future__ import annotations

import pytest

from tilerummy.server.puzzles.glicko import RatedGame, SkillRating, after_game, rated
from tilerummy.server.puzzles.ratings import MAX_DRIFT, attempt
from tilerummy.server.store.types import Ratings, StoredRating


def test_the_worked_example_of_the_paper() -> None:
    results = [
        RatedGame(SkillRating(1400, 30), 1),
        RatedGame(SkillRating(1550, 100), 0),
        RatedGame(SkillRating(1700, 300), 0),
    ]
    new = rated(SkillRating(1500, 200, 0.06), results, tau=0.5)

    assert new.points == pytest.approx(1464.06, abs=0.02)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=1e-5)


def test_no_game_changes_a_rating_by_more_than_700_points() -> None:
    won = after_game(SkillRating(), SkillRating(2600, 350), won=True)
    lost = after_game(SkillRating(2600, 500), SkillRating(800, 45), won=False)

    assert won.points == 1500 + 700
    assert lost.points == 2600 - 700


def test_the_deviation_stays_between_its_bounds() -> None:
    sure = after_game(SkillRating(1500, 45, 0.001), SkillRating(1500, 45), won=True)
    unsure = after_game(SkillRating(1500, 500, 0.9), SkillRating(3500, 45), won=True)

    assert (sure.deviation, sure.provisional) == (45, False)
    assert (unsure.deviation, unsure.provisional) == (500, True)


def test_an_existing_rating_is_updated() -> None:
    before = Ratings(StoredRating(1700, 60, 0.09, 40), StoredRating(1700, 60, 0.09, 9))
    guest, puzzle = attempt(1600, solved=False, counts=True)(before)

    assert 1680 < guest.points < 1700 < puzzle.points < 1720
    assert (guest.attempts, puzzle.attempts) == (41, 10)


def test_a_first_miss_costs_the_same_after_any_attempts() -> None:
    """New guests do not change a puzzle, and established ones only up to a limit."""
    sure = StoredRating(1000, 60, 0.09, 40)
    miss = attempt(1000, solved=False, counts=False)(Ratings(None, None))
    assert miss[0].points == pytest.approx(838, abs=1)
    puzzle: StoredRating | None = None
    for _ in range(40):
        _, puzzle = attempt(1000, solved=True, counts=False)(Ratings(None, puzzle))
    assert attempt(1000, solved=False, counts=False)(Ratings(None, puzzle))[0] == miss[0]
    for _ in range(400):
        _, puzzle = attempt(1000, solved=True, counts=True)(Ratings(sure, puzzle))
    assert puzzle is not None
    assert puzzle.points == 1000 - MAX_DRIFT
    moved = StoredRating(180, 150, 0.09, 40)  # possible in older versions
    guest, _ = attempt(1000, solved=False, counts=False)(Ratings(None, moved))
    bounded = SkillRating(1000 - MAX_DRIFT, 150)
    assert guest.points == after_game(SkillRating(1000, 350), bounded, won=False).points
