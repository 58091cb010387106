"""A review in steps, whose tasks may run anywhere."""

from __future__ import annotations

import pickle

import pytest
from tests.review.games import LITTLE, PAIR, SMALL, game, little

from tilerummy.review import Amount, Depth, ReviewSettings, ReviewWork, Stage, review, review_json
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
    (seat,) = review_json(record, [found])["seats"]  # type: ignore[union-attr]
    decisions = [d for played in seat["rounds"] for d in played["decisions"]]  # type: ignore[index, union-attr, call-overload]
    better = [d for d in decisions if "better" in d]  # type: ignore[operator]

    assert better
    for decision in better:
        position = decision["position"]  # type: ignore[index, call-overload]
        assert set(position) == {"table", "rack", "opened", "after"}  # type: ignore[arg-type]
    assert all("position" not in d for d in decisions if "better" not in d)  # type: ignore[operator]


@pytest.mark.parametrize(("rules", "seed"), [(SMALL, 2), ("american+deal.tiles=5", 10)])
def test_luck_and_the_adjusted_result_sum_to_the_result(rules: str, seed: int) -> None:
    record = game(rules, PAIR, seed)
    amount = Amount(choosing=1, measuring=2, more=0.0, goal=0.05)
    (played,) = review(record, 0, ReviewSettings(amount=amount)).rounds

    assert played.ledger is not None
    whole = played.ledger.luck + played.ledger.adjusted
    assert whole.win == pytest.approx(played.ledger.end.win, abs=1e-9)
    assert whole.points == pytest.approx(played.ledger.end.points, abs=1e-9)
