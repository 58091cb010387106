"""Referee questions about an entire turn, given the tables before and after: RULES 2.1."""

from __future__ import annotations

import pytest

from tilerummy.protocol.json_lines import QuestionError
from tilerummy.protocol.referee import answer as told

Question = dict[str, object]

TURN: Question = {"rack": "r10 r11 r12 k4 o9", "table": "k1 k2 k3", "opened": False, "turn": True}


@pytest.mark.parametrize("name", ["sabra", "spears-1988", "american", "international"])
def test_an_opening_and_a_play_after_it_are_one_turn(name: str) -> None:
    points = "" if name != "international" else "+initial_meld.points=30"
    asked = {**TURN, "ruleset": name + points, "play": "k1 k2 k3 k4 / r10 r11 r12"}

    assert told(asked) == {
        "legal": True,
        "played": "k4 r10 r11 r12",
        "rack": "o9",
        "plays": ["k1 k2 k3 / r10 r11 r12", "k1 k2 k3 k4 / r10 r11 r12"],
    }
    assert told({**asked, "turn": False})["code"] == "table_closed"


def test_a_mcgraw_turn_lists_the_face_up_tiles_used() -> None:
    answered = told(
        {
            "ruleset": "mcgraw",
            "table": "k1 r1 b1",
            "rack": "r5 r6 * k9 o11",
            "free": "b9 o9",
            "free_usable": True,
            "play": "k1 r1 b1 / r5 r6 *r7 / k9 b9 o9",
            "turn": True,
        }
    )

    assert (answered["legal"], answered["free_used"], answered["rack"]) == (True, "b9 o9", "o11")


def test_a_refused_turn_has_the_reason_that_matters() -> None:
    low: Question = {"rack": "r4 r5 r6 k4", "play": "k1 k2 k3 k4 / r4 r5 r6"}

    assert told({**TURN, **low})["code"] == "initial_meld_too_low"
    assert told({**TURN, "play": "k1 k2 k3 r10"})["code"] == "invalid_meld"


def test_possible_turns_on_a_large_table_are_not_called_illegal() -> None:
    """RULES 2.1: between two plays the red run may have lent its end to another meld."""
    many = "k1 k2 k3 / o1 o2 o3 / r1 r2 r3 r4 / b11 b12 b13 / o9 o10 o11 o12"
    asked = {
        "ruleset": "official-1978",
        "table": f"k9 b9 *9 / r10 r11 r12 / {many}",
        "rack": "r9 k5",
        "play": f"k9 r9 b9 / r10 r11 r12 *r13 / {many}",
    }

    assert told(asked)["code"] == "joker_reuse"
    with pytest.raises(QuestionError, match=r"unknown whether several plays .*replaced joker"):
        told({**asked, "turn": True})
