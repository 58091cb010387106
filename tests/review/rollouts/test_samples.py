"""A sample determines the choice, and intervals that reflect its uncertainty."""

from __future__ import annotations

from random import Random

import pytest

from tilerummy.players.evaluation import Interval
from tilerummy.review.rollouts.samples import Sample


def sample(*wins: tuple[float, ...], size: int = 4) -> Sample:
    """Return a sample with an option for each tuple of *wins*; all its points are 0."""
    return Sample(wins, tuple((0.0,) * len(each) for each in wins), size)


def test_another_option_is_the_best_only_if_it_is_clearly_ahead() -> None:
    one, clear, hardly = (0.0, 0.25, 0.5, 0.0), (1.0, 0.75, 1.0, 1.0), (0.75, 0.0, 0.0, 0.25)

    assert sample(one, clear).best(0) == 1
    assert sample(one, hardly).best(0) == 0
    assert sample(clear, one).best(1) == 0


def test_correlated_worlds_with_the_same_racks_count_as_few() -> None:
    alike = sample((0.0, 1.0) * 8).chance(0)
    apart = sample((0.5, 0.5) * 8).chance(0)

    assert alike.mean == apart.mean == 0.5
    assert alike.low == pytest.approx(0.28, abs=0.01)  # of 16 worlds
    assert apart.low == pytest.approx(0.38, abs=0.01)  # of 64


def test_a_chance_is_never_certain() -> None:
    won = sample((1.0,) * 8).chance(0)

    assert won.mean == 1.0
    assert won.low < 0.7


def test_a_gain_that_is_the_same_in_all_worlds_has_an_interval_all_the_same() -> None:
    wins, _ = sample((1.0,) * 8, (0.0,) * 8).ahead(0, 1)
    losses, _ = sample((0.0,) * 8, (1.0,) * 8).ahead(0, 1)

    assert (wins.mean, wins.high) == (1.0, 1.0)
    assert wins.low == pytest.approx(0.688, abs=0.001)
    assert losses == Interval(-1.0, -1.0, -wins.low)


def test_an_interval_of_a_chance_covers_the_truth_in_19_of_20_cases() -> None:
    rng, held = Random(1), 0
    for _ in range(300):
        racks = [rng.betavariate(0.6, 0.4) for _ in range(30)]
        wins = tuple(sum(rng.random() < p for _ in range(4)) / 4 for p in racks)
        found = sample(wins).chance(0)
        held += found.low <= 0.6 <= found.high

    assert held >= 279  # 285 expected, two standard errors less


def test_the_luck_of_a_draw_is_that_by_all_worlds() -> None:
    one, three = ((0.5,),), ((0.5, 0.25, 0.0),)
    found = Sample(one, one, 4, 0.1).plus(Sample(three, three, 4, 0.2))

    assert found.luck == pytest.approx(0.175)
    assert sample((0.5,)).plus(sample((0.5,))).luck is None
    assert Sample(one, one, 4, 0.1).plus(sample((0.5,))).luck == 0.1


def test_the_value_of_a_win_comes_from_the_worlds() -> None:
    wins, points = ((1.0, 0.0), (0.5, 0.5)), ((40.0, -20.0), (5.0, 15.0))

    assert Sample(wins, points).points_of_a_win() == pytest.approx(60)
    assert sample((1.0, 1.0)).points_of_a_win() == 0.0
