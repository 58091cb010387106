"""The ledger: its parts sum to the result, whatever the estimates are."""

from __future__ import annotations

from random import Random

import pytest

from tilerummy.review import Part, Worth
from tilerummy.review.ledger import Estimates, entered


def worth(rng: Random) -> Worth:
    """Return any worth."""
    return Worth(rng.random(), rng.uniform(-500, 500))


def some(rng: Random) -> list[Estimates]:
    """Return any estimates, those of a turn sometimes at two moments."""
    turn, found = 0, []
    for _ in range(rng.randrange(40)):
        turn += rng.randrange(3)
        draw = worth(rng) if rng.random() < 0.5 else None
        found.append(
            Estimates(turn=turn, before=worth(rng), after=worth(rng), draw=draw, error=worth(rng))
        )
    return found


@pytest.mark.parametrize("seed", range(30))
def test_the_parts_sum_to_the_result_less_the_start(seed: int) -> None:
    rng = Random(seed)
    start, result = worth(rng), worth(rng) if rng.random() < 0.8 else None
    ledger, steps = entered(start, worth(rng), some(rng), result)
    parts = ledger.deal + ledger.draws + ledger.others + ledger.skill
    whole = sum((step.worth for step in steps), Worth())

    assert ledger.finished == (result is not None)
    for total in (parts, whole):
        assert total.win == pytest.approx(ledger.end.win - start.win, abs=1e-9)
        assert total.points == pytest.approx(ledger.end.points - start.points, abs=1e-9)
    assert ledger.skill.win == pytest.approx(ledger.bonus.win - ledger.error.win, abs=1e-9)
    without_luck = ledger.start + ledger.others + ledger.skill
    assert ledger.adjusted == pytest.approx(without_luck.win, abs=1e-9)


def test_each_step_belongs_to_who_caused_it() -> None:
    draw = Estimates(turn=3, before=Worth(0.6), after=Worth(0.5), draw=Worth(0.3))
    meld = Estimates(turn=3, before=Worth(0.9), after=Worth(0.7))
    then = Estimates(turn=5, before=Worth(0.4), after=Worth(0.4), draw=Worth(-0.1))
    _, steps = entered(Worth(0.5), Worth(0.05), [draw, meld, then], Worth(1.0))

    assert [(step.turn, step.part, round(step.worth.win, 3)) for step in steps] == [
        (3, Part.DEAL, 0.05),
        (3, Part.OTHERS, 0.05),
        (3, Part.SKILL, -0.1),
        (3, Part.DRAW, 0.3),
        (3, Part.OTHERS, 0.1),
        (3, Part.SKILL, -0.2),
        (5, Part.OTHERS, -0.3),
        (5, Part.SKILL, 0.0),
        (5, Part.DRAW, -0.1),
        (5, Part.OTHERS, 0.7),
    ]


def test_a_round_that_was_broken_off_after_a_lucky_draw_was_at_most_sure_to_be_won() -> None:
    draw = Estimates(turn=3, before=Worth(0.8), after=Worth(0.8), draw=Worth(0.3))
    ledger, _ = entered(Worth(0.5), Worth(0.05), [draw], None)

    assert ledger.end.win == pytest.approx(1.1)
    assert ledger.last_chance == 1.0
