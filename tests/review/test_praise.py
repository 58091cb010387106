"""The achievements of a player that a review praises."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from tests.review.test_grades import CLOSED, THREE
from tests.review.test_proven_errors import point

from tilerummy.players.evaluation import Interval
from tilerummy.records.advice import UsedAdvice
from tilerummy.review import Grade, Praise, PraiseCode
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


def test_what_a_hint_laid_is_not_praised() -> None:
    """A play by hand is praised even if it was advised."""
    laid, followed = (
        ReviewedDecision(point=replace(point(CLOSED, THREE, "pass"), advice=advice))
        for advice in (UsedAdvice.HINTED, UsedAdvice.FOLLOWED)
    )

    assert praised(laid) == set()
    assert praised(followed) == {PraiseCode.OPENED, PraiseCode.FOUND}


def fine(table: str, rack: str, play: str, grade: Grade = Grade.NONE) -> list[tuple[str, int, str]]:
    """Return the code, count and tiles of each praise for a play that no measurement favours."""
    view = f"table {table} | rack {rack} | turn 12 | players 2 | seat 1 rack ?9; opened 3"
    decision = ReviewedDecision(point=point(view, f"play {play}", "pass"), grade=grade)
    return [
        (each.code.value, each.count, str(each.tiles))
        for each in praises("sabra", decision, gain=0)
        if each.code is not PraiseCode.SOUND
    ]


def test_a_freed_joker_is_praised_with_the_tiles_laid() -> None:
    free = "b4 b5 *b6", "b6 r1 r2 r3 o1", "b4 b5 *b6 => b4 b5 b6 / r1 r2 r3 *r4"

    assert fine(*free) == [("joker", 4, "r1 r2 r3 b6")]
    assert fine(*free, Grade.MISTAKE) == []


def test_a_rearrangement_of_three_melds_is_praised_with_the_tiles_laid() -> None:
    before = "k5 r5 b5 o5 / o6 o7 o8 o9 / b6 b7 b8 b9"
    after = "k5 r5 o5 / o6 o7 o8 / b5 b6 b7 b8 / k9 b9 o9"

    assert fine(before, "k9 r1", f"{before} => {after}") == [("melds", 3, "k9")]


def test_a_rearrangement_of_two_melds_is_praised_if_the_round_has_nothing_finer() -> None:
    before = "k3 k4 k5 k6 / r6 b6 o6"
    after = "k3 k4 k5 / k6 r6 b6 / o6 o7 o8"

    assert fine(before, "o7 o8 r1", f"{before} => {after}") == [("melds", 2, "o7 o8")]


def test_five_tiles_at_once_are_praised_but_a_usual_play_is_not() -> None:
    assert fine("k1 k2 k3", "r1 r2 r3 r4 r5 o1", "=> r1 r2 r3 r4 r5") == [
        ("tiles", 5, "r1 r2 r3 r4 r5")
    ]
    assert fine("k1 k2 k3", "k4 o1", "k1 k2 k3 => k1 k2 k3 k4") == []


def test_going_out_with_a_closed_hand_is_praised_with_its_tiles() -> None:
    hand = "k3 k4 k5 k6 r7 r8 r9 r10 b1 b2 b3 o10 o11 o12"
    view = f"rack {hand} o1 | opened no | phase meld | turn 6 | players 2 | seat 1 rack ?9"
    decision = ReviewedDecision(point=point(view, "declare o1"), grade=Grade.NONE)

    found = praises("international", decision, gain=0)

    assert [(each.code, len(each.tiles)) for each in found if each.turn is not None] == [
        (PraiseCode.OUT, 14),
        (PraiseCode.CLOSED, 14),
    ]


def praised(decision: ReviewedDecision) -> set[PraiseCode]:
    """Return the codes of the praise for a round whose only *decision* was better than usual."""
    return {each.code for each in praises("sabra", decision, gain=0.2)}


def praises(rules: str, decision: ReviewedDecision, *, gain: float) -> list[Praise]:
    """Return the praise for a round whose only *decision* gained something over simple play."""
    estimator = SimpleNamespace(
        point=decision.point,
        finding=None,
        has_choice=True,
        worlds=9,
        gain=lambda: Interval(gain, gain - 0.1, gain + 0.1),
    )
    return [*praise(ruleset(rules), [estimator], [decision])]  # type: ignore[list-item]
