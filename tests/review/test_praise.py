"""The achievements of a player that a review praises."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from tests.review.test_grades import CLOSED, THREE
from tests.review.test_proven_errors import point

from tilerummy.players.evaluation import Interval
from tilerummy.review import Grade, PraiseCode
from tilerummy.review.praise import praise
from tilerummy.review.values import ReviewedDecision
from tilerummy.rules import ruleset


@pytest.mark.parametrize(
    ("grade", "codes"),
    [
        (Grade.NONE, {PraiseCode.OPENED, PraiseCode.FOUND, PraiseCode.SOUND}),
        (Grade.MISTAKE, set()),
    ],
)
def test_no_turn_is_praised_and_called_a_mistake(grade: Grade, codes: set[PraiseCode]) -> None:
    assert praised(ReviewedDecision(point=point(CLOSED, THREE, "pass"), grade=grade)) == codes


def test_a_turn_that_only_drew_is_not_praised_for_a_play() -> None:
    drew = ReviewedDecision(point=point(CLOSED, "draw"), grade=Grade.NONE)

    assert praised(drew) == {PraiseCode.SOUND}


def praised(decision: ReviewedDecision) -> set[PraiseCode]:
    """Return the codes of the praise for a round whose only *decision* was better than usual."""
    estimator = SimpleNamespace(
        point=decision.point,
        finding=None,
        has_choice=True,
        worlds=9,
        gain=lambda: Interval(0.2, 0.1, 0.3),
    )

    found = praise(ruleset("sabra"), [estimator], [decision])  # type: ignore[list-item]
    return {each.code for each in found}
