"""The parts of a breakdown add up to the result, for any estimates."""

from __future__ import annotations

from random import Random

import pytest

from tilerummy.review import Part, Value
from tilerummy.review.breakdown import Estimates, break_down


def value(rng: Random) -> Value:
    """Return a random value."""
    return Value(rng.random(), rng.uniform(-500, 500))


def some(rng: Random) -> list[Estimates]:
    """Return random estimates, sometimes two in one turn."""
    turn, found = 0, []
    for _ in range(rng.randrange(40)):
        turn += rng.randrange(3)
        draw = value(rng) if rng.random() < 0.5 else None
        gain = value(rng)
        found.append(Estimates(turn=turn, after=value(rng), draw=draw, error=value(rng), gain=gain))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_the_parts_sum_to_the_result_less_the_start(seed: int) -> None:
    rng = Random(seed)
    start, result = value(rng), value(rng) if rng.random() < 0.8 else None
    breakdown, steps = break_down(start, value(rng), some(rng), result)
    own = breakdown.play + breakdown.skill
    parts = breakdown.deal + breakdown.draws + breakdown.others + own
    whole = sum((step.value for step in steps), Value())

    assert breakdown.finished == (result is not None)
    for total in (parts, whole):
        assert total.win == pytest.approx(breakdown.end.win - start.win, abs=1e-9)
        assert total.points == pytest.approx(breakdown.end.points - start.points, abs=1e-9)
    without_luck = breakdown.start + breakdown.others + own
    assert breakdown.adjusted == pytest.approx(without_luck.win, abs=1e-9)


def test_each_step_belongs_to_its_cause() -> None:
    draw = Estimates(turn=3, after=Value(0.5), draw=Value(0.3), error=Value(0.1))
    meld = Estimates(turn=3, after=Value(0.7), error=Value(0.2))
    then = Estimates(turn=5, after=Value(0.4), draw=Value(-0.1), gain=Value(0.05))
    _, steps = break_down(Value(0.5), Value(0.05), [draw, meld, then], Value(1.0))

    assert [(step.turn, step.part, round(step.value.win, 3)) for step in steps] == [
        (3, Part.DEAL, 0.05),
        (3, Part.OTHERS, 0.05),
        (3, Part.PLAY, 0.0),
        (3, Part.SKILL, -0.1),
        (3, Part.DRAW, 0.3),
        (3, Part.OTHERS, 0.1),
        (3, Part.PLAY, 0.0),
        (3, Part.SKILL, -0.2),
        (5, Part.OTHERS, -0.35),
        (5, Part.PLAY, 0.05),
        (5, Part.SKILL, 0.0),
        (5, Part.DRAW, -0.1),
        (5, Part.OTHERS, 0.7),
    ]


def test_a_round_that_was_broken_off_after_a_lucky_draw_was_at_most_sure_to_be_won() -> None:
    draw = Estimates(turn=3, after=Value(0.8), draw=Value(0.3))
    breakdown, _ = break_down(Value(0.5), Value(0.05), [draw], None)

    assert breakdown.end.win == pytest.approx(1.1)
    assert breakdown.last_chance == 1.0
