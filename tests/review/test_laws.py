"""The laws of a review, on games between computer players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from statistics import mean

import pytest
from tests.review.games import (
    CERTAIN,
    DISCARDING,
    FOUR,
    LITTLE,
    PAIR,
    SMALL,
    as_seen,
    game,
    little,
)
from tests.support.examples import LONG, examples

from tilerummy.players.evaluation import Interval
from tilerummy.records import Record
from tilerummy.review import (
    Amount,
    Depth,
    Grade,
    Part,
    ReviewSettings,
    ReviewWorkers,
    review,
)
from tilerummy.review.proven_errors import placed
from tilerummy.review.rollouts.tasks import RolloutBatch, Task


@pytest.mark.parametrize(
    ("rules", "names", "seed"), [(SMALL, PAIR, 2), (DISCARDING, ("club", "casual"), 10)]
)
def test_a_review_never_looks_at_hidden_tiles(
    rules: str, names: tuple[str, ...], seed: int
) -> None:
    """Two records that look the same to a seat have equal reviews."""
    other = as_seen(game(rules, names, seed), 0)

    assert review(other, 0, LITTLE) == little(rules, names, seed)


@pytest.mark.parametrize(
    ("rules", "names", "seed"),
    [
        (SMALL, PAIR, 2),
        (SMALL, FOUR, 0),
        ("rummikub+tiles.numbers=5+deal.tiles=5+initial_meld.points=6", PAIR, 2),
        ("mcgraw+tiles.numbers=7+deal.tiles=8", ("casual", "club", "casual"), 1),
        (DISCARDING, ("club", "casual"), 10),
        ("international", ("club", "casual"), 3),
    ],
)
def test_the_breakdown_sums_to_the_result(rules: str, names: tuple[str, ...], seed: int) -> None:
    found = little(rules, names, seed)

    assert found.complete
    assert found.decisions
    assert all(decision.worlds for decision in found.decisions)
    for played in found.rounds:
        breakdown = played.breakdown
        assert breakdown is not None
        assert played.won is not None
        parts = (
            breakdown.start
            + breakdown.deal
            + breakdown.draws
            + breakdown.others
            + breakdown.play
            + breakdown.skill
        )
        won = float(played.won)
        assert (parts.win, parts.points) == pytest.approx((won, played.points), abs=1e-9)
        chance = 1 / len(names)
        for step in played.steps:
            chance += step.value.win
            if step.part not in (Part.DEAL, Part.DRAW):
                assert -1e-9 <= chance <= 1 + 1e-9, "an estimate is a chance to win"


@pytest.mark.parametrize("seed", range(examples(3, 60)))
def test_exactly_the_listed_mistakes_count_as_skill(seed: int) -> None:
    """Every graded decision has a cost and an explanation, and nothing else lowers the skill."""
    amount = Amount(choosing=2, measuring=8, more=0.0, goal=0.05)
    found = review(game(SMALL, ("beginner", "club"), seed), 0, ReviewSettings(amount=amount))
    for played in found.rounds:
        listed = [each for each in played.decisions if each.is_listed]
        costs = [each.error.mean for each in listed if each.error is not None]

        assert len(costs) == len(listed)
        assert all(each.waited or cost >= 0 for each, cost in zip(listed, costs, strict=True))
        assert played.breakdown is not None
        assert played.breakdown.skill.win == pytest.approx(-sum(costs), abs=1e-9)
        assert played.breakdown.error.win == -played.breakdown.skill.win
        for each in played.decisions:
            assert bool(each.facts) == (each.reason is not None)


def test_the_halves_of_a_sample_agree() -> None:
    """Disjoint sets of worlds find the same chances, and the same errors."""
    record = game("sabra" if LONG else SMALL)
    amount = Amount(choosing=2, measuring=examples(8, 64), more=0, goal=1)
    one = review(record, 0, ReviewSettings(amount=amount))
    other = review(record, 0, ReviewSettings(amount=amount, workers=ReviewWorkers(elsewhere)))
    chances, errors, apart = [], [], 0.0
    for a, b in zip(one.decisions, other.decisions, strict=True):
        assert a.chosen is not None
        assert b.chosen is not None
        apart += abs(a.chosen.win.mean - b.chosen.win.mean)
        chances.append(agree(a.chosen.win, b.chosen.win))
        if a.error is not None and b.error is not None and a.error.mean != b.error.mean:
            errors.append(agree(a.error, b.error))

    assert apart
    assert errors
    assert mean(chances) > 0.9
    assert mean(errors) > 0.9
    assert mean(a.worlds for a in one.decisions) == mean(b.worlds for b in other.decisions)


def agree(one: Interval, other: Interval) -> bool:
    """Return whether two estimates are consistent with their intervals, in 99 of 100 cases."""
    margins = [(each.high - each.low) / 2 for each in (one, other)]
    return abs(one.mean - other.mean) <= sum(margins)


def elsewhere(work: Callable[[Task], object], tasks: Iterable[Task]) -> Iterator[object]:
    """Run tasks like ``map``, but in other worlds when measuring."""
    for task in tasks:
        if isinstance(task, RolloutBatch) and task.luck:
            yield work(replace(task, number=task.number + 1000))
        else:
            yield work(task)


def test_the_order_in_which_tasks_are_done_changes_nothing() -> None:
    def backwards(work: Callable[[Task], object], tasks: Iterable[Task]) -> Iterator[object]:
        return reversed([work(task) for task in reversed([*tasks])])

    record = game()
    workers = ReviewWorkers(backwards, 4)

    assert review(record, 0, replace(LITTLE, workers=workers)) == little(SMALL, PAIR, 2)


def test_a_time_limit_is_respected() -> None:
    record = game("sabra")
    found = review(record, 0, ReviewSettings(seconds=0.001))

    assert len(found.decisions) > 20
    assert not found.complete


def test_progress_rises_to_the_end_and_can_cancel() -> None:
    class CancelledError(Exception):
        """Raised to cancel the review."""

    seen: list[float] = []

    def watch(share: float) -> None:
        seen.append(share)
        if len(seen) == 3:
            raise CancelledError

    with pytest.raises(CancelledError):
        review(game(), 0, replace(LITTLE, progress=watch))
    assert len(seen) == 3

    seen = [0.0] * 4
    review(game(), 0, replace(LITTLE, progress=watch))

    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_proven_errors_need_no_rollouts() -> None:
    record = game("sabra", ("casual", "casual"), 1)
    found = review(record, 1, ReviewSettings(depth=Depth.CERTAIN))

    assert found.complete
    assert found.worlds == 0
    assert all(played.breakdown is None for played in found.rounds)
    assert all(decision.grade in (Grade.NONE, Grade.BLUNDER) for decision in found.decisions)


def test_an_unfinished_round_has_no_result() -> None:
    record = game()
    steps = record.rounds[0].steps[:-3]
    unfinished = replace(record, rounds=(replace(record.rounds[0], steps=steps),), result=None)
    (played,) = review(unfinished, 0, LITTLE).rounds

    assert (played.won, played.points) == (None, None)
    assert played.breakdown is not None
    assert not played.breakdown.finished
    assert 0 < len(played.decisions) <= len(steps)


@pytest.mark.parametrize("settings", [LITTLE, CERTAIN])
def test_a_round_that_ends_in_a_turn_that_wins_at_once_says_so(settings: ReviewSettings) -> None:
    record = game()
    winner, steps = record.results[0].winner, record.rounds[0].steps
    assert winner is not None
    unfinished = replace(record, rounds=(replace(record.rounds[0], steps=steps[:-1]),), result=None)
    (played,) = review(unfinished, winner, settings).rounds
    (other,) = review(unfinished, 1 - winner, CERTAIN).rounds

    assert played.left is not None
    assert played.left.out
    assert played.left.turn == len(steps) - 1
    assert placed(played.left.better) == placed(steps[-1].command.actions)
    assert played.breakdown is None or played.breakdown.end.win == 1
    assert other.left is None


def test_a_round_can_end_before_the_seats_first_decision() -> None:
    begun = replace(game().rounds[0], steps=())
    record = replace(game(), rounds=(begun,), result=None)
    (played,) = review(record, begun.first, LITTLE).rounds

    assert played.decisions == ()
    assert played.left is not None
    assert played.breakdown is not None


def test_a_record_without_rounds_has_nothing_to_review() -> None:
    record = Record.of(game().rules, ["Ada", "Ben"])

    assert review(record, 0, LITTLE).decisions == ()
