"""All turns in which a seat could have opened but waited are one finding with one cost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.review.test_proven_errors import point

from tilerummy.players.evaluation import Interval
from tilerummy.records.advice import UsedAdvice
from tilerummy.review import Code, Grade, ReviewedDecision
from tilerummy.review.grades import grade
from tilerummy.review.proven_errors import finding
from tilerummy.review.waits import waiting_is_right, with_waits
from tilerummy.rules import ruleset

SABRA = ruleset("sabra")
VIEW = "rack k11 k12 k13 r2 | opened no | turn 8 | players 3"


def waiting(error: float | None, margin: float = 0.01) -> ReviewedDecision:
    """Return a decision to draw with an opening on the rack, and its measured *error*."""
    at = point(VIEW, "draw")
    found = finding(SABRA, at)
    assert found is not None
    measured = None if error is None else Interval(error, error - margin, error + margin)
    mark = Grade.NONE if measured is None else grade(measured)
    return ReviewedDecision(point=at, error=measured, grade=mark, reason=found.reason)


def test_the_turns_of_a_wait_are_one_mistake_that_costs_their_sum() -> None:
    first, *others = with_waits(SABRA, 3, [waiting(0.03), waiting(0.015), waiting(0.09)])

    assert first.wait is not None
    assert first.wait.turns == 3
    assert first.wait.error is not None
    assert first.wait.error.mean == pytest.approx(0.135)
    assert (first.grade, [each.grade for each in others]) == (Grade.BLUNDER, [Grade.NONE] * 2)
    assert first.reason is not None
    assert all(each.reason is None and each.is_listed for each in others)


def test_a_costly_turn_counts_alone_if_the_sum_is_uncertain() -> None:
    turns = [waiting(-0.05, 0.3), waiting(0.12), waiting(0.0, 0.3)]
    first, second, third = with_waits(SABRA, 5, turns)

    assert first.wait is not None
    assert first.wait.error is not None
    assert first.wait.error.mean == pytest.approx(0.12)
    assert first.grade is Grade.BLUNDER
    assert [each.is_listed for each in (first, second, third)] == [False, True, False]


@pytest.mark.parametrize("seats", [3, 5])
def test_a_wait_without_a_clear_cost_is_no_mistake(seats: int) -> None:
    found = with_waits(SABRA, seats, [waiting(0.04, 0.3)] * 2)

    assert found[0].wait is not None
    assert found[0].wait.right == (True if seats == 3 else None)
    assert [(each.grade, each.is_listed) for each in found] == [(Grade.NONE, False)] * 2


def test_where_waiting_is_right_a_single_costly_turn_makes_no_mistake() -> None:
    found = with_waits(SABRA, 3, [waiting(-0.05, 0.3), waiting(0.12)])

    assert [(each.grade, each.is_listed) for each in found] == [(Grade.NONE, False)] * 2


def test_an_advised_or_unmeasured_wait_is_no_mistake() -> None:
    advised = replace(waiting(0.2), point=replace(point(VIEW, "draw"), advice=UsedAdvice.FOLLOWED))
    (same,) = with_waits(SABRA, 5, [advised])
    assert same == advised

    (unknown,) = with_waits(SABRA, 5, [waiting(None)])
    assert unknown.grade is Grade.NONE
    assert unknown.wait is not None
    assert unknown.reason is not None
    assert unknown.reason.code is Code.OPENING_MISSED


@pytest.mark.parametrize(
    ("rules", "seats", "right"),
    [
        ("sabra", 4, True),
        ("sabra+score.not_opened=145", 4, False),
        ("sabra+score.not_opened=300", 2, True),
        ("sabra+draw.opened=2", 3, None),
        ("sabra+score.not_opened=350", 2, None),
        ("american", 3, None),
        ("tile-rummy", 3, True),
        ("first-game", 2, None),
        ("short-game", 2, None),
        ("sabra+initial_meld.points=40", 2, None),
        ("sabra", 5, None),
        ("sabra+tiles.copies=3+tiles.jokers=4", 5, False),
        ("sabra+tiles.copies=3+tiles.jokers=4+score.not_opened=50", 5, None),
    ],
)
def test_waiting_is_right_only_where_it_was_measured_to_be(
    rules: str, seats: int, *, right: bool | None
) -> None:
    assert waiting_is_right(ruleset(rules), seats) is right
