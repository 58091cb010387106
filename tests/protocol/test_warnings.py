"""Impossible positions have warnings, and refusals list the melds concerned."""

from __future__ import annotations

import pytest

from tilerummy.rules import faults, problems, ruleset
from tilerummy.rules.judging.problems import FlawCode
from tilerummy.state import Play
from tilerummy.state.notation import read_state

POSSIBLE = "table k1 k2 k3 / r5 b5 o5 | rack k4 *"


@pytest.mark.parametrize(
    ("rules", "position", "code"),
    [
        ("sabra", "table k5 r5 b5 / k5 b5 o5 | rack k5", FlawCode.TOO_MANY_COPIES),
        ("sabra", "table k5 r5 b5 | rack k5 | seat 1 rack k5", FlawCode.TOO_MANY_COPIES),
        ("sabra", "table k5 r5 *5 | rack * *", FlawCode.TOO_MANY_COPIES),
        ("sabra", "table k5 r5 b5 | rack k5 | pool ? k5", FlawCode.TOO_MANY_COPIES),
        ("american", "table k5 r5 b5 | rack k5 | seat 3 discards k5", FlawCode.TOO_MANY_COPIES),
        ("american", "table k5 r5 b5 | rack k5 | trump k5", FlawCode.TOO_MANY_COPIES),
        ("sabra+tiles.copies=1", "table k5 r5 b5 | rack k5 | players 2", FlawCode.TOO_MANY_COPIES),
        ("sabra", "table k5 r5 b5 | rack ?60 | seat 1 rack ?60", FlawCode.TOO_MANY_TILES),
        ("sabra", "rack k5", FlawCode.OPENED_WITHOUT_MELDS),
        ("sabra", "table k5 r5 b5 | rack k5 | opened no", FlawCode.MELDS_WITHOUT_OPENING),
        ("sabra", f"{POSSIBLE} | players 7", FlawCode.WRONG_SEATS),
    ],
)
def test_a_position_that_cannot_occur_has_a_problem(
    rules: str, position: str, code: FlawCode
) -> None:
    house = ruleset(rules)
    found = problems(house, read_state(position, house.tiles))

    assert [flaw.code for flaw in found] == [code]
    assert all(flaw.message for flaw in found)


@pytest.mark.parametrize("rules", ["sabra", "rummikub", "mcgraw", "american"])
def test_a_position_that_can_occur_has_none(rules: str) -> None:
    assert problems(ruleset(rules), read_state(POSSIBLE, ruleset(rules).tiles)) == ()


def test_a_meld_of_another_game_is_a_problem() -> None:
    high = read_state("table o12 o13 o1 | rack k1", ruleset("american").tiles)

    assert [flaw.code for flaw in problems(ruleset("sabra"), high)] == [FlawCode.FOREIGN_MELDS]


def test_the_reason_is_about_the_meld_with_the_joker() -> None:
    rules = ruleset("dutch-1985")
    state = read_state("table r3 r4 r5 / k5 b5 *5 | rack r5 k9")
    play = Play.between(state.table, rules.read_table("k5 r5 b5 / r3 r4 r5 *r6"))
    (found,) = faults(rules, state, play)

    assert found.melds == rules.read_table("r3 r4 r5 *r6")
