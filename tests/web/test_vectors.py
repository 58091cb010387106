"""The browser's copies of rules are tested with what Python says of the same melds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tools import joker_vectors, vectors

from tilerummy.jokers.law import obeys


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (vectors.PATH, vectors.vectors),
        (joker_vectors.PATH, joker_vectors.joker_vectors),
    ],
    ids=("melds", "jokers"),
)
def test_the_cases_that_the_browser_is_tested_with_are_those_of_today(
    path: Path, text: Callable[[], str]
) -> None:
    assert path.read_text(encoding="utf-8") == text(), "write them again: python -m tools.vectors"


def test_the_melds_hold_every_kind_of_answer() -> None:
    text = vectors.vectors()

    for code in ("bad_notation", "invalid_meld", "ambiguous_joker"):
        assert f'"{code}"' in text


def test_a_play_that_breaks_a_locked_meld_for_certain_is_refused_by_the_joker_law() -> None:
    every = [*joker_vectors.positions()]
    broken = [each for each in every if each.broken]

    assert len(broken) > 20
    assert len(every) - len(broken) > 20
    assert not [each for each in broken if obeys(each.law, each.change)]
