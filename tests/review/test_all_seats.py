"""The reviews of all seats combined."""

from __future__ import annotations

from statistics import pvariance

import pytest
from tests.review.games import CERTAIN, FOUR, LITTLE, PAIR, SMALL, game, little

from tilerummy.review import review, without_luck_of_all


@pytest.mark.parametrize("names", [PAIR, FOUR])
def test_the_luck_of_all_is_shared_out_and_nothing_is_lost(names: tuple[str, ...]) -> None:
    """Each seat's own luck is subtracted, the other seats' added; the sum is unchanged."""
    reviews = [little(SMALL, names, 2, seat) for seat in range(len(names))]
    (found,) = without_luck_of_all(reviews[::-1])
    breakdowns = [each.rounds[0].breakdown for each in reviews]
    known = [each for each in breakdowns if each is not None]

    assert found is not None
    assert sum(found) == pytest.approx(sum(each.end.win for each in known), abs=1e-9)
    for seat, each in enumerate(known):
        others = [other.luck.win for other in known if other is not each]
        assert any(others)
        expected = each.adjusted + sum(others) / len(others)
        assert found[seat] == pytest.approx(expected, abs=1e-9)


def test_it_takes_the_reviews_of_all_seats() -> None:
    one = little(SMALL, PAIR, 2, 0)

    assert without_luck_of_all([]) == ()
    assert without_luck_of_all([one]) == ()
    assert without_luck_of_all([one, one]) == ()


def test_a_round_that_was_not_played_on_has_no_such_result() -> None:
    record = game(SMALL, PAIR, 2)

    assert without_luck_of_all([review(record, seat, CERTAIN) for seat in (0, 1)]) == (None,)


def test_the_luck_of_all_explains_more_than_that_of_one() -> None:
    """In rounds between reference players it removes about half of the variance."""
    results, one, both = [], [], []
    for seed in range(5, 17):
        reviews = [review(game(SMALL, ("save_jokers",) * 2, seed), seat, LITTLE) for seat in (0, 1)]
        (found,) = without_luck_of_all(reviews)
        breakdown = reviews[0].rounds[0].breakdown
        assert found is not None
        assert breakdown is not None
        results.append(breakdown.end.win)
        one.append(breakdown.adjusted)
        both.append(found[0])

    assert pvariance(both) < 0.85 * pvariance(results)
    assert pvariance(both) < pvariance(one)
