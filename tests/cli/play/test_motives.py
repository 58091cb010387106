"""The computer players' reasons are shown after the round, but never before."""

from __future__ import annotations

import pytest
from tests.cli.play.test_command import play

from tilerummy.players.decisions import Motive, latest_motives
from tilerummy.rules_text.decisions import motive_text
from tilerummy.texts import messages


def test_each_computer_player_says_at_the_end_why_it_played_so() -> None:
    output = play("--people", "0", "--computer", "strong", "--computer", "expert", "--seed", "why")
    before, _, after = output.output.partition("End of round 1.")

    assert "Ada: I saved my joker for going out." in after
    assert "went out" in after
    assert "I saved my joker" not in before


def test_the_latest_motives_are_kept_each_once() -> None:
    codes = ("nothing", "noticed", "nothing", "held", "held")

    latest = latest_motives(Motive.of(code) for code in codes)

    assert [motive.code for motive in latest] == ["nothing", "held"]


@pytest.mark.parametrize("code", [c for c in messages() if c.startswith("motive.")])
def test_every_motive_is_a_sentence(code: str) -> None:
    sentence = motive_text(code.removeprefix("motive."), {"n": 7, "more": 2})

    assert sentence.startswith(("I ", "The ", "Nothing "))
    assert sentence.endswith(".")
    assert "{" not in sentence
