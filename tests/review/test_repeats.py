"""A chance missed in several turns counts if it costs more than before, and when it is lost."""

from __future__ import annotations

from functools import cache

import pytest
from tests.review.games import LITTLE, SMALL, member
from tests.review.test_proven_errors import OUT, point
from tests.support.examples import examples

from tilerummy.players.evaluation import Interval
from tilerummy.records import Record
from tilerummy.review import Code, DecisionPoint, Grade, ReviewedDecision, review
from tilerummy.review.decision_points import rounds_of
from tilerummy.review.grades import grade
from tilerummy.review.proven_errors import finding
from tilerummy.review.repeats import without_repeats
from tilerummy.round import Round
from tilerummy.rules import ruleset
from tilerummy.state import Phase
from tilerummy.state.notation import read_action, read_state

MISSED = ("draw",)
DONE = ("play k1 k2 k3 => k1 k2 k3 k4", "play => r3 b3 o3")


def decision(error: float | None = None, view: str = OUT) -> ReviewedDecision:
    """Return the decision to draw, with a measured *error* or without any."""
    at = point(view, *MISSED)
    found = finding(ruleset("sabra"), at)
    measured = None if error is None else Interval(error, error / 2, error * 1.5)
    mark = Grade.BLUNDER if measured is None else grade(measured) or Grade.INACCURACY
    if found is None or not found.is_error:
        mark = Grade.NONE
    return ReviewedDecision(
        point=at, error=measured, grade=mark, reason=None if found is None else found.reason
    )


OUT_NOW = ReviewedDecision(point=point(OUT, *DONE))
CANNOT = decision(view=OUT.replace("k4", "k9"))
CLOCK = ReviewedDecision(
    point=DecisionPoint(round=0, view=read_state(OUT), history=(), seed=b"", clock=True)
)


def grades(*decisions: ReviewedDecision, won: bool | None) -> list[str]:
    """Return the remaining grades, after checking that each has a reason."""
    kept = without_repeats(decisions, won=won)
    for each in kept:
        assert (each.reason is None) == (each.grade is Grade.NONE)
    return [each.grade.value for each in kept]


def test_a_repeated_miss_counts_once_if_the_chance_is_taken_later() -> None:
    missed = decision()

    assert grades(missed, missed, missed, OUT_NOW, won=True) == ["blunder", "", "", ""]
    assert grades(missed, missed, CLOCK, missed, OUT_NOW, won=True) == ["blunder", "", "", "", ""]
    assert grades(missed, missed, won=None) == ["blunder", ""]
    assert grades(missed, missed, won=True) == ["blunder", ""]


def test_the_last_chance_counts_again_if_it_is_lost() -> None:
    missed, cheap = decision(), decision(0.0)

    assert grades(missed, missed, missed, won=False) == ["blunder", "", "blunder"]
    assert grades(missed, missed, CANNOT, won=True) == ["blunder", "blunder", ""]
    assert grades(missed, missed, CLOCK, won=False) == ["blunder", "blunder", ""]
    assert grades(cheap, cheap, cheap, won=False) == ["inaccuracy", "", "inaccuracy"]


def test_a_repeated_miss_counts_if_it_costs_more_than_before() -> None:
    costs = (0.0, 0.01, 0.06, 0.03, 0.08, 0.2, 0.9, 0.06)
    found = grades(*map(decision, costs), OUT_NOW, won=True)

    assert found == ["inaccuracy", "", "mistake", "", "", "blunder", "", "", ""]


@cache
def drawn_through(seed: int) -> Record:
    """Return a round record whose first player draws in every turn."""
    played = Round(SMALL, seats=2, seed=seed)
    other = member("casual", str(seed))
    while played.phase is not Phase.OVER:
        if played.to_move == 0:
            played.push(read_action("draw" if played.view(0).pool else "pass"))
        else:
            played.push(*other.choose(played.rules, played.view(1), 1))
    return played.record()


@pytest.mark.parametrize("seed", range(examples(3, 60)))
def test_the_drop_of_a_player_who_never_goes_out_is_marked(seed: int) -> None:
    record = drawn_through(seed)
    found = review(record, 0, LITTLE).rounds[0]
    could = [
        missed is not None and missed.reason.code is Code.OUT_MISSED
        for missed in (
            finding(record.rules, each) for each in rounds_of(record, 0)[0].decision_points
        )
    ]

    assert found.won is False
    for place, each in enumerate(found.decisions):
        last = could[place] and (place + 1 == len(could) or not could[place + 1])
        first = could[place] and (place == 0 or not could[place - 1])
        if first or last:
            assert each.reason is not None
            assert each.reason.code is Code.OUT_MISSED
            assert each.grade is not Grade.NONE
