"""Hints in the terminal: requested in a turn, and in a whole game."""

from __future__ import annotations

import pytest
from tests.cli.play.fake_terminal import FakeTerminal, lines, session
from tests.cli.play.turns import shown, turn

from tilerummy.cli.play.editor import Page
from tilerummy.cli.play.match import play_match
from tilerummy.rules import PRESETS

PLAYABLE = "table r3 r4 r5 / k7 b7 o7 | rack r6 r7 k1"


def told(position: str, *lines: str, preset: str = "sabra") -> list[str]:
    """Return the answer to the last line."""
    return shown(turn(position, PRESETS[preset]), *lines).splitlines()


FIRST = ["There is a play.", "hint again tells which tiles."]
SECOND = ["Lay 2 tiles: red 6 and 7.", "hint again tells how."]
LAST = ["Add the red 6 and 7 from the rack to the end of the red run 3-5."]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["hint"], FIRST),
        (["hint", "hint"], SECOND),
        (["hint"] * 3, LAST),
        (["hint"] * 4, LAST),
        (["hint tiles"], SECOND),
        (["hint how"], LAST),
        (["hint tiles", "hint"], LAST),
        (["hint joy"], ["Write hint, hint tiles or hint how."]),
    ],
)
def test_each_hint_tells_more_than_the_one_before(lines: list[str], answer: list[str]) -> None:
    assert told(PLAYABLE, *lines) == answer


def test_no_further_hint_is_announced_if_there_is_none() -> None:
    assert told("table r3 r4 r5 | rack k1", "hint") == ["Nothing to play: draw."]


def test_several_steps_are_numbered_and_many_are_a_page() -> None:
    assert told("table r3 r4 r5 r6 r7 | rack r5 k1 k2 k3 o9", "hint how") == [
        "1. Lay a new run from the rack: black 1, black 2 and black 3.",
        "2. Split the red run 3-7 between 5 and 6.",
        "3. Add the red 5 from the rack to the front of the red 6 and 7.",
    ]
    rack = " ".join(f"{c}{n}" for c in "krbo" for n in (1, 2, 3, 5, 6, 7, 9, 10, 11))
    _, reply = turn(f"table k1 k2 k3 | rack {rack} o13").answer("hint how")
    assert isinstance(reply, Page)
    assert reply.lines[0].startswith("1. ")


def test_a_hint_is_about_the_table_before_it_was_changed() -> None:
    first, *hint = told(PLAYABLE, "take 2", "hint")

    assert "before you changed it" in first
    assert hint == FIRST


def test_hints_begin_again_with_the_trump_on_trial() -> None:
    position = "table r3 r4 r5 | phase draw | trump k11 | rack k9 k10 r13"

    assert told(position, "hint", preset="american")[0] == "You can go out with the trump."
    assert told(position, "draw trump", "hint", preset="american")[0] == "You can go out."


@pytest.mark.parametrize("preset", ["sabra", "american", "international", "mcgraw"])
def test_in_a_game_hints_are_asked_for_and_help_names_them(preset: str) -> None:
    paper = FakeTerminal(lines("hint", "hint", "hint", "help", "help hint"))

    play_match(session(PRESETS[preset], paper))

    shown = " ".join(paper.text.split())
    assert "There is no word" not in shown
    assert "say whether there is a play" in shown
    assert "hint tiles and hint how tell at once" in shown
