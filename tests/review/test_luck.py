"""Luck is zero on average for all players, and subtracting it reduces the variance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import pvariance

import pytest
from tests.review.games import LITTLE, SMALL, game
from tests.support.examples import LONG, examples

from tilerummy.players.evaluation import Interval
from tilerummy.players.evaluation.opponents import SAVE_JOKERS
from tilerummy.review import RoundBreakdown, review

REFERENCES = ("save_jokers", "save_jokers")


def breakdowns(names: tuple[str, str]) -> Sequence[RoundBreakdown]:
    """Return the breakdowns of rounds, alternating the reviewed seat."""
    settings = replace(LITTLE, field=(SAVE_JOKERS,)) if names == REFERENCES else LITTLE
    found = []
    for seed in range(5, 5 + examples(24, 200)):
        (played,) = review(game("sabra" if LONG else SMALL, names, seed), seed % 2, settings).rounds
        assert played.breakdown is not None
        found.append(played.breakdown)
    return found


def is_even(luck: Sequence[float]) -> bool:
    """Return whether the mean is 0 within 3.5 standard errors: 1 in 2,000 fails."""
    found = Interval.of(luck)
    return abs(found.mean) <= 1.8 * (found.high - found.mean)


@pytest.mark.parametrize("names", [REFERENCES, *[("casual", "club"), ("club", "strong")] * LONG])
def test_luck_is_even_whoever_plays(names: tuple[str, str]) -> None:
    """Deal and draws each have mean 0, so the adjusted result has the same mean as the result.

    In games between reference players, the opponents match the reference, and subtracting the luck
    removes about a quarter of the variance.
    """
    found = breakdowns(names)

    assert is_even([breakdown.deal.win for breakdown in found])
    assert is_even([breakdown.draws.win for breakdown in found])
    assert is_even([breakdown.end.win - breakdown.adjusted for breakdown in found])
    if names == REFERENCES:
        assert is_even([breakdown.others.win for breakdown in found])
        results, adjusted = ([each.end.win for each in found], [each.adjusted for each in found])
        assert pvariance(adjusted) <= (0.85 if LONG else 0.95) * pvariance(results)
