"""Errors of a decision that are proven without rollouts."""

from __future__ import annotations

import pytest
from tests.review.games import DISCARDING, SMALL, game
from tests.support.examples import examples

from tilerummy.analysis import going_out
from tilerummy.review import Code, DecisionPoint
from tilerummy.review.decision_points import rounds_of
from tilerummy.review.proven_errors import Finding, finding, goes_out
from tilerummy.rules import ruleset
from tilerummy.state import Draw, Phase, Play, Source
from tilerummy.state.notation import read_action, read_state


def point(view: str, *chosen: str) -> DecisionPoint:
    """Return the decision point of *view* where these actions were chosen."""
    actions = tuple(map(read_action, chosen))
    return DecisionPoint(round=0, view=read_state(view), history=(), seed=b"", chosen=actions)


def found(rules: str, view: str, *chosen: str) -> Finding | None:
    """Return the proven error in these actions, or None."""
    return finding(ruleset(rules), point(view, *chosen))


OUT = "table k1 k2 k3 | rack k4 r3 b3 o3 | turn 40 | players 2 | seat 1 rack ?5; opened 3"


def test_going_out_is_missed_whatever_else_was_laid() -> None:
    missed = found("sabra", OUT, "play => r3 b3 o3", "pass")

    assert missed is not None
    assert missed.is_error
    assert missed.reason.code is Code.OUT_MISSED
    assert str(missed.reason.tiles) == "k4 r3 b3 o3"
    assert all(isinstance(action, Play) for action in missed.better)


def test_going_out_or_being_unable_to_is_not_an_error() -> None:
    plays = "play k1 k2 k3 => k1 k2 k3 k4", "play => r3 b3 o3"

    assert found("sabra", OUT, *plays) is None
    assert found("sabra", OUT.replace("k4", "k9"), "draw") is None


def test_a_missed_opening_is_reported_but_is_not_an_error() -> None:
    missed = found("sabra", "rack k11 k12 k13 r2 | opened no | turn 8 | players 2", "draw")

    assert missed is not None
    assert not missed.is_error
    assert missed.reason.code is Code.OPENING_MISSED
    assert str(missed.reason.tiles) == "k11 k12 k13"


ONE_LEFT = (
    "table k1 k2 k3 | rack k4 r9 b7 | phase meld | turn 40 | players 2 | seat 1 rack ?1; opened 3"
)


def test_a_discard_gives_a_win_to_a_seat_with_one_tile() -> None:
    missed = found("american", ONE_LEFT, "discard k4")

    assert missed is not None
    assert missed.is_error
    assert missed.reason.code is Code.DISCARD_WINS
    assert str(missed.reason.tiles) == "k4"
    assert str(missed.better[-1]) in ("discard r9", "discard b7")


@pytest.mark.parametrize(
    "view",
    [
        ONE_LEFT.replace("?1", "?2"),
        ONE_LEFT.replace("k1 k2 k3", "k6 k7 k8"),
        ONE_LEFT.replace("; opened 3", "; opened no"),
        ONE_LEFT.replace("r9 b7", ""),
    ],
)
def test_a_harmless_discard_is_not_an_error(view: str) -> None:
    """Each view lacks a condition: few tiles, a meld that fits, an opening, an alternative."""
    missed = found("american", view, "discard k4")

    assert missed is None or missed.reason.code is not Code.DISCARD_WINS


def test_a_discard_that_wins_must_be_taken() -> None:
    view = (
        "table k1 k2 k3 | rack r9 | phase draw | turn 40 | players 2 | "
        "seat 1 rack ?5; opened 3; discards k4"
    )
    missed = found("american", view, "draw")

    assert missed is not None
    assert missed.better[0] == Draw(Source.DISCARD)
    assert found("american", view, "draw discard") is None


def test_a_turn_of_the_clock_is_not_judged() -> None:
    late = DecisionPoint(round=0, view=read_state(OUT), history=(), seed=b"", clock=True)

    assert finding(ruleset("sabra"), late) is None


@pytest.mark.parametrize(
    "rules", [SMALL, SMALL.replace("sabra", "sabra-way-tournament"), DISCARDING]
)
def test_going_out_is_missed_exactly_when_it_was_possible(rules: str) -> None:
    """The quick test, with all jokers wild, misses nothing."""
    for seed in range(examples(1, 30)):
        record = game(rules, ("beginner", "casual"), seed)
        for each in rounds_of(record, 0)[0].decision_points:
            if each.view.phase is Phase.DRAW or goes_out(each.view, each.chosen):
                continue
            missed = finding(record.rules, each)
            named = missed is not None and missed.reason.code is Code.OUT_MISSED

            assert named == bool(going_out(record.rules, each.view))
