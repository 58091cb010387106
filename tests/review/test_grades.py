"""The grades of errors, and the reason given."""

from __future__ import annotations

import re

import pytest
from tests.review.test_proven_errors import point

from tilerummy.analysis import Merit, MeritCode
from tilerummy.players.evaluation import Interval
from tilerummy.review import Code, FactCode, Grade, PraiseCode
from tilerummy.review.grades import grade, reason
from tilerummy.rules_text.decisions import reason_text
from tilerummy.state.notation import read_action
from tilerummy.texts import messages
from tilerummy.tiles import rack


@pytest.mark.parametrize(
    ("mean", "low", "expected"),
    [
        (0.30, 0.05, Grade.BLUNDER),
        (0.30, 0.03, Grade.MISTAKE),
        (0.30, 0.01, Grade.INACCURACY),
        (0.30, 0.00, Grade.NONE),
        (0.10, 0.05, Grade.BLUNDER),
        (0.09, 0.08, Grade.MISTAKE),
        (0.05, 0.025, Grade.MISTAKE),
        (0.04, 0.03, Grade.INACCURACY),
        (0.02, 0.001, Grade.INACCURACY),
        (0.019, 0.018, Grade.NONE),
        (-0.2, -0.3, Grade.NONE),
    ],
)
def test_an_error_has_a_grade_if_it_is_large_and_sure(
    mean: float, low: float, expected: Grade
) -> None:
    assert grade(Interval(mean, low, 2 * mean - low)) is expected


ACT = "table k1 k2 k3 | rack k4 k5 r9 b9 o9 * b1 | turn 40 | players 2 | seat 1 rack ?5"
CLOSED = ACT.replace(" | turn", " | opened no | turn")
MELD = f"{ACT} | phase meld"
DRAW = (
    "table k1 k2 k3 | rack k4 r9 | phase draw | turn 40 | players 2 | seat 1 rack ?5; discards b5"
)
ONE, TWO = "play k1 k2 k3 => k1 k2 k3 k4", "play k1 k2 k3 => k1 k2 k3 k4 k5"
THREE, JOKER = "play => r9 b9 o9", "play => r9 b9 *9"


@pytest.mark.parametrize(
    ("view", "chosen", "better", "code", "tiles"),
    [
        (ACT, (ONE, "pass"), ("draw",), Code.DRAW, "k4"),
        (ACT.replace("turn", "pool | turn"), (ONE, "pass"), ("pass",), Code.PASS, "k4"),
        (MELD, (ONE, "discard b1"), ("discard b1",), Code.HOLD, "k4"),
        (CLOSED, ("draw",), (THREE, "pass"), Code.OPEN, "r9 b9 o9"),
        (ACT, (ONE, "pass"), (TWO, "pass"), Code.MORE, "k4 k5"),
        (ACT, (TWO, "pass"), (ONE, "pass"), Code.FEWER, "k4"),
        (ACT, (JOKER, "pass"), (THREE, "pass"), Code.KEEP_JOKER, "r9 b9 o9"),
        (ACT, (THREE, "pass"), (JOKER, "pass"), Code.LAY_JOKER, "r9 b9 *"),
        (ACT, (ONE, "pass"), ("play k1 k2 k3 => k1 k2 k3 *k4", "pass"), Code.LAY_JOKER, "*"),
        (MELD, (ONE, "discard b1"), (ONE, "discard r9"), Code.DISCARD, "r9"),
        (DRAW, ("draw",), ("draw discard",), Code.TAKE, "b5"),
        (DRAW, ("draw discard",), ("draw",), Code.NOT_TAKE, "b5"),
    ],
)
def test_the_reason_is_the_difference_between_the_two(
    view: str, chosen: tuple[str, ...], better: tuple[str, ...], code: Code, tiles: str
) -> None:
    found = reason(point(view, *chosen), tuple(map(read_action, better)))

    assert (found.code, str(found.tiles)) == (code, tiles)


def test_every_reason_and_fact_has_a_sentence() -> None:
    def codes(start: str) -> set[str]:
        return {key.removeprefix(start) for key in messages() if key.startswith(start)}

    assert (
        codes("review.reason.")
        == codes("review.mistake.")
        == codes("review.other.")
        == {code.value for code in Code}
    )
    good = {code.value for code in MeritCode if not Merit(code).is_drawback}
    assert codes("review.fact.") == {code.value for code in FactCode} | good | {"discard"}
    assert codes("review.well.") == {code.value for code in PraiseCode}
    for code in Code:
        assert "black 10 and 11; joker" in reason_text(code.value, rack("k10 k11 *"))


def test_every_grade_and_part_has_a_name() -> None:
    names = {key.split(".")[-1] for key in messages() if re.match(r"review\.(grade|part)\.", key)}

    assert names == {*filter(None, Grade), "deal", "draw", "others", "errors", "play"}
