"""The referee agrees with the books of a second one, for one to six players: RULES 5.1."""

from __future__ import annotations

import pytest
from tests.differential.rounds_by_hand import Books
from tests.support.examples import examples
from tests.support.random_rounds import random_round

from tilerummy.rules import PRESETS

PRESETS_TRIED = (
    "sabra",
    "sabra-six",
    "rummikub",
    "dutch-1985",
    "mcgraw",
    "american",
    "international",
)
ROUNDS = examples(2, 40)
"""The number of rounds for each preset and number of players: at least 200 each in a long run."""


@pytest.mark.parametrize("preset", PRESETS_TRIED)
@pytest.mark.parametrize("seats", range(1, 7))
def test_the_books_of_a_random_round_agree(preset: str, seats: int) -> None:
    for seed in range(ROUNDS):
        dealt, *steps = random_round(PRESETS[preset], seats, 10 * seed + seats)
        books = Books(preset, seats)
        books.deal(dealt.events)
        for step in steps:
            books.follow(step.events)

        assert steps[-1].after.ended is not None
