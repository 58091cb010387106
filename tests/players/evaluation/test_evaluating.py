"""Evaluations are exact with full information, paired, and reproducible."""

from __future__ import annotations

from random import Random

import pytest

from tilerummy.deadline import Deadline
from tilerummy.players.evaluation import (
    Budget,
    Candidate,
    Interval,
    RoundObjective,
    Utility,
    candidates,
    evaluate,
)
from tilerummy.rules import PRESETS, IllegalActionError, ruleset
from tilerummy.simulator import Policy
from tilerummy.state import Draw, Pass, Play, State
from tilerummy.state.notation import read_state

SABRA = ruleset("sabra")

KNOWN = read_state(
    "table k1 k2 k3 / r1 r2 r3 / b1 b2 b3 / o1 o2 o3 | rack k4 r4 | pool | turn 40 | players 2"
    " | opened 2 | seat 1 rack ?2; opened 3"
)
"""The mover can go out with both tiles; a small set has no tiles beyond the four fours."""


def actions_of(view: State, number: int) -> tuple[Draw | Pass | Play, ...]:
    """Return the candidate with that index."""
    return candidates(SABRA, view)[number]  # type: ignore[return-value]


def test_an_ending_has_an_exact_chance() -> None:
    out = next(a for a in candidates(SABRA, KNOWN) if not isinstance(a[-1], Pass))
    found = evaluate(SABRA, KNOWN, [Candidate((Pass(),)), Candidate(out)], Budget(6), rng=Random(1))

    assert [each.chance.mean for each in found] == [found[0].chance.mean, 1.0]
    assert found[1].points.mean > 0


def test_a_candidate_gains_nothing_over_itself() -> None:
    same = Candidate((Pass(),))
    first, second = evaluate(SABRA, KNOWN, [same, same], Budget(6), rng=Random(1))

    assert second.gain == Interval(0.0, 0.0, 0.0)
    assert first.chance == second.chance


def test_the_same_question_and_chance_have_the_same_answer() -> None:
    asked = [
        Candidate(actions, (Policy.MOST_TILES, Policy.SAVE_JOKERS))
        for actions in candidates(SABRA, KNOWN, limit=2)
    ]
    first, second = (evaluate(SABRA, KNOWN, asked, Budget(8), rng=Random(4)) for _ in "12")

    assert first == second
    assert all(each.worlds == 4 for each in first), "one half chooses the policy"


def test_without_time_nothing_is_known() -> None:
    deadline = Deadline(1e-6)
    (none,) = evaluate(
        SABRA, KNOWN, [Candidate((Pass(),))], Budget(50, deadline=deadline), rng=Random(1)
    )

    assert none.worlds == 0
    assert (none.chance.low, none.chance.high) == (0.0, 1.0)


def test_refused_plays_are_not_candidates() -> None:
    with pytest.raises(IllegalActionError):
        evaluate(SABRA, KNOWN, [Candidate((Draw(),))], Budget(2), rng=Random(1))


def test_candidates_are_legal_and_place_different_tiles() -> None:
    view = read_state("table k1 k2 k3 / r5 b5 o5 | rack k4 k4 r4 b4 * r9 | players 2 | opened 2")
    found = candidates(SABRA, view)
    placed = [tuple(p.placed for p in actions if isinstance(p, Play)) for actions in found]

    assert found[0] == (Draw(),)
    assert len(set(placed)) == len(found) > 4
    assert len(candidates(SABRA, view, limit=3)) == 3


def test_candidates_before_the_opening_are_small_openings() -> None:
    view = read_state("rack k10 r10 b10 o10 k11 k12 | opened no | players 2 | turn 3")
    sizes = {
        sum(len(p.placed) for p in actions if isinstance(p, Play))
        for actions in candidates(SABRA, view)
    }

    assert {0, 3, 6} <= sizes


@pytest.mark.parametrize("preset", ["sabra", "rummikub", "mcgraw", "pressman-1987"])
def test_there_is_always_a_candidate(preset: str) -> None:
    view = read_state("rack k10 r9 | players 2")

    assert candidates(PRESETS[preset], view)


def test_the_value_of_a_result_depends_on_the_utility() -> None:
    ends = 0, (20, -20)

    assert Utility().value(SABRA, 0, *ends) == 1
    assert Utility(RoundObjective.POINTS).value(SABRA, 1, *ends) == -40
    assert Utility(RoundObjective.MATCH, (0, 50)).value(SABRA, 0, *ends) == 0
    assert Utility(RoundObjective.MATCH, (0, 40)).value(SABRA, 0, *ends) == 0.5
    assert Utility(RoundObjective.POINTS).value(PRESETS["mcgraw"], 0, *ends) == -40
    assert Utility(point=0.01).value(SABRA, 0, *ends) == 1.4
    assert Utility(point=0.01).value(PRESETS["mcgraw"], 1, *ends) == 0.4


def test_intervals_contain_their_mean_and_shrink() -> None:
    few, many = (Interval.of_chance([1.0, 0.0] * n) for n in (5, 500))

    assert few.low < few.mean == many.mean < few.high
    assert many.high - many.low < 0.1 < few.high - few.low
    assert Interval.of([2.0]).high == float("inf")
