"""Why the computer players played so: told when the round is over, never before."""

from __future__ import annotations

import pytest
from tests.cli.play.test_command import play

from tilerummy.cli.play.motives import motive_lines
from tilerummy.players.decisions import Motive
from tilerummy.rules_text.decisions import motive_text
from tilerummy.texts import messages


def test_each_computer_player_says_at_the_end_why_it_played_so() -> None:
    output = play("--people", "0", "--computer", "strong", "--computer", "expert", "--seed", "why")
    before, _, after = output.output.partition("Round 1 is over.")

    assert "Ada: I saved my joker for going out." in after
    assert "went out" in after
    assert "I saved my joker" not in before


def test_the_latest_sentences_are_shown_each_once() -> None:
    said = ["nothing", "noticed", "nothing", "held", "held"]
    motives = [(1, Motive.of(code)) for code in said]

    assert motive_lines(motives, ["Ann", "Ada"]) == [
        "Ada: Nothing could be laid. I held my last tiles back, to lay them all at once."
    ]


@pytest.mark.parametrize("code", [c for c in messages() if c.startswith("motive.")])
def test_every_motive_is_a_sentence(code: str) -> None:
    sentence = motive_text(code.removeprefix("motive."), {"n": 7, "more": 2})

    assert sentence.startswith(("I ", "The ", "Nothing "))
    assert sentence.endswith(".")
    assert "{" not in sentence
