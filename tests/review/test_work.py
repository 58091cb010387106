"""A review in steps, whose tasks may run anywhere."""

from __future__ import annotations

import json
import pickle

from tests.review.games import LITTLE, PAIR, SMALL, game, little

from tilerummy.review import Depth, ReviewSettings, ReviewWork, Stage, review, review_json
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


def test_a_review_is_available_before_it_is_finished() -> None:
    work = ReviewWork(game(), 0, amount=LITTLE.amount)
    work.take([perform(task) for task in work.tasks()])
    early = work.finished()

    assert not early.complete
    assert early.rounds[0].breakdown is None
    assert [d.turn for d in early.decisions] == [d.turn for d in little(SMALL, PAIR, 2).decisions]

    work.stop()
    assert not work.tasks()


def test_the_json_has_everything_needed_to_retry_a_decision() -> None:
    record = game("sabra", ("casual", "casual"), 1)
    found = review(record, 1, ReviewSettings(depth=Depth.CERTAIN))
    (seat,) = json.loads(json.dumps(review_json(record, [found])))["seats"]
    decisions = [decision for played in seat["rounds"] for decision in played["decisions"]]
    better = [decision for decision in decisions if "better" in decision]

    assert better
    assert {*better[0]["position"]} == {"table", "rack", "opened", "after"}
    assert all(("position" in decision) == ("better" in decision) for decision in decisions)
