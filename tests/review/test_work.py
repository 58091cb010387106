"""A review in steps, whose tasks may run anywhere."""

from __future__ import annotations

import json
import pickle
from statistics import pvariance

import pytest
from tests.review.games import LITTLE, PAIR, SMALL, game, little
from tests.support.examples import LONG, examples

from tilerummy.review import Amount, Depth, ReviewSettings, ReviewWork, Stage, review, review_json
from tilerummy.review.ledger import ADJUSTING, Estimates, RoundLedger, Worth, entered
from tilerummy.review.rollouts.tasks import perform


def test_a_review_can_be_stored_between_its_steps() -> None:
    record = game()
    work = ReviewWork(record, 0, amount=LITTLE.amount)
    stages, shares = [], [0.0]
    while tasks := work.tasks():
        stages.append(work.stage)
        shares.append(work.share(len(tasks)))
        results = [perform(pickle.loads(pickle.dumps(task))) for task in tasks]
        work = pickle.loads(pickle.dumps(work))
        work.take(results)

    assert work.finished() == little(SMALL, PAIR, 2)
    assert stages == [Stage.PREPARE, Stage.CHOOSE, Stage.MEASURE]
    assert shares == sorted(shares)
    assert shares[-1] <= 1


def test_a_review_can_be_asked_for_before_it_is_over() -> None:
    work = ReviewWork(game(), 0, amount=LITTLE.amount)
    work.take([perform(task) for task in work.tasks()])
    early = work.finished()

    assert not early.complete
    assert early.rounds[0].ledger is None
    assert [d.turn for d in early.decisions] == [d.turn for d in little(SMALL, PAIR, 2).decisions]

    work.stop()
    assert not work.tasks()


def test_the_json_has_what_a_page_needs_to_try_a_decision_again() -> None:
    record = game("sabra", ("casual", "casual"), 1)
    found = review(record, 1, ReviewSettings(depth=Depth.CERTAIN))
    (seat,) = json.loads(json.dumps(review_json(record, [found])))["seats"]
    decisions = [decision for played in seat["rounds"] for decision in played["decisions"]]
    better = [decision for decision in decisions if "better" in decision]

    assert better
    assert {*better[0]["position"]} == {"table", "rack", "opened", "after"}
    assert all(("position" in decision) == ("better" in decision) for decision in decisions)


def test_the_adjusted_result_takes_a_bounded_part_of_the_luck_away() -> None:
    lucky = _ledger(Worth(0.5), Worth(1.0), before=0.9)
    mad = _ledger(Worth(0.5), Worth(1.0), before=9.0)

    assert lucky.luck.win == pytest.approx(0.5)
    assert 0.5 < lucky.adjusted < 1.0
    assert mad.adjusted > 1.0 - ADJUSTING
    assert _ledger(Worth(0.5), Worth(0.5), before=0.5).adjusted == 0.5


def _ledger(start: Worth, end: Worth, *, before: float) -> RoundLedger:
    """Return the ledger of one decision, at which nothing was lost."""
    estimate = Estimates(turn=0, before=Worth(before), after=Worth(before))
    return entered(start, [estimate], end)[0]


def test_luck_taken_away_leaves_less_chance_in_results() -> None:
    """A quarter or more of the variance goes, also where one overlooks much (in the long form)."""
    rules, names = ("sabra", ("casual", "club")) if LONG else (SMALL, ("husbandry", "husbandry"))
    amount = Amount(choosing=2, measuring=16, more=0, goal=1) if LONG else LITTLE.amount
    results, adjusted = [], []
    for seed in range(5, 5 + examples(2, 129)):
        found = review(game(rules, names, seed), seed % 2, ReviewSettings(amount=amount))
        ledger = found.rounds[0].ledger
        assert ledger is not None
        results.append(ledger.end.win)
        adjusted.append(ledger.adjusted)

    assert _spread(adjusted) <= 0.75 * _spread(results)


def _spread(results: list[float]) -> float:
    """Return the variance; of few games that around an even result."""
    return pvariance(results, mu=None if LONG else 0.5)
