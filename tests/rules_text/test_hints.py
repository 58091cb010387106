"""Every hint has a message in the web client's catalogue."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from tilerummy.analysis import Advice, Hint
from tilerummy.analysis import hint as best_hint
from tilerummy.deadline import Deadline
from tilerummy.rules_text import hint_code, hint_text
from tilerummy.state.notation import read_state
from tilerummy.texts import languages, messages


@pytest.mark.parametrize("advice", Advice)
def test_every_hint_has_a_message_without_arguments(advice: Advice) -> None:
    for opens, more, out, proven in product((True, False), repeat=4):
        best = replace(Hint(advice=advice).best, proven=proven)
        hint = Hint(advice=advice, best=best, opens=opens, more=more, out=out)
        key = f"hint.{hint_code(hint)}"

        assert hint_text(hint, 1) == (messages()[key],)
        assert all("{" not in messages(language)[key] for language in languages())


@pytest.mark.parametrize(
    ("rack", "sentence"),
    [
        ("k9 k10 r1", "Discard the red 1. No other tile on your rack goes with it."),
        ("k8 k9 k9", "Discard the black 9. You have it twice."),
    ],
)
def test_a_discard_has_a_reason(rack: str, sentence: str) -> None:
    view = read_state(f"opened no | phase meld | rack {rack} | seat 1 rack ?9 | pool ?40")

    assert hint_text(best_hint("american", view), 2) == (sentence,)


def test_a_reason_for_a_discard_counts_the_unseen_tiles() -> None:
    seen = "seat 1 rack ?9; discards b8 b8"
    view = read_state(f"opened no | phase meld | rack b7 b9 | {seen} | pool ?40")
    assert hint_text(best_hint("american", view), 2) == (
        "Discard the blue 9. Every tile that would complete a meld with it has been seen.",
    )
    fewer = read_state(
        f"opened no | phase meld | rack b7 b9 | {seen.replace(' b8 b8', ' b8')} | pool ?40"
    )
    assert hint_text(best_hint("american", fewer), 2) == (
        "Discard the blue 9. Only 1 unseen tile would complete a meld with it.",
    )


@pytest.mark.parametrize(("pool", "advice"), [("?40", Advice.DRAW), ("", Advice.PASS)])
def test_a_hint_out_of_time_does_not_say_that_nothing_can_be_laid(
    pool: str, advice: Advice
) -> None:
    view = read_state(f"table r3 r4 r5 | rack r6 k1 | pool {pool} | seat 1 rack ?4")
    in_time, late = (best_hint("sabra", view, deadline=Deadline(s)) for s in (60, 1e-9))

    assert hint_code(in_time) == "play"
    assert (late.advice, hint_code(late)) == (advice, f"{advice.value}.late")
