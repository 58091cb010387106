"""Each option is compared once, and the seat's choice and proven errors always are."""

from __future__ import annotations

import pytest
from tests.review.test_proven_errors import OUT, point

from tilerummy.review.proven_errors import finding, placed
from tilerummy.review.rollouts.options import MAX_OPTIONS, options
from tilerummy.rules import faults, ruleset

SABRA = ruleset("sabra")


def test_a_proven_better_option_is_listed_even_if_the_reference_plays_it() -> None:
    at = point(OUT, "draw")
    missed = finding(SABRA, at)
    assert missed is not None
    backwards = missed.better[::-1]  # the same tiles, in another order
    found = options(SABRA, at, backwards)

    assert found.better == found.reference
    assert str(placed(found.actions[found.reference])) == "k4 r3 b3 o3"


def test_each_option_is_legal_and_there_once() -> None:
    table = "table k1 k2 k3 / r5 r6 r7 / b9 b10 b11"
    view = f"{table} | rack k4 k5 r8 b8 o8 * r4 b12 | turn 40 | players 3 | seat 1 rack ?5"
    at = point(view, "play k1 k2 k3 => k1 k2 k3 k4", "pass")
    found = options(SABRA, at)

    assert found.actions[found.chosen] == at.chosen
    assert 3 < len(found) <= MAX_OPTIONS
    assert len({(placed(each), each[-1]) for each in found.actions}) == len(found)
    for each in found.actions:
        assert not [*faults(SABRA, at.view, each[0])]


@pytest.mark.parametrize("chosen", ["discard r9", "discard b7"])
def test_other_discards_are_options(chosen: str) -> None:
    view = "table k1 k2 k3 | rack k9 r9 b7 o2 | phase meld | turn 40 | players 2 | seat 1 rack ?6"
    found = options(ruleset("american"), point(view, chosen))

    assert len({str(each[-1]) for each in found.actions}) > 2
    assert str(found.actions[found.chosen][-1]) == chosen
