"""The bundled puzzles have the claimed optimum, and only one set of tiles."""

from __future__ import annotations

from random import Random

import pytest
from tests.puzzles.proof import is_proven
from tests.support.examples import examples

from tilerummy.melds import table
from tilerummy.puzzles import Puzzle, bundled_puzzle, puzzle_json, puzzle_lines, read_puzzle
from tilerummy.tiles import rack

SAMPLE = examples(25, 500)
UNTOLD = 0.02
"""The maximum share of puzzles whose proof is neither confirmed nor refuted."""


def test_sampled_puzzles_are_proven_without_the_solver() -> None:
    places = Random(14).sample(range(len(puzzle_lines())), SAMPLE)

    untold = [p.id for p in map(bundled_puzzle, places) if not is_proven(p)]

    assert len(untold) <= UNTOLD * SAMPLE, untold


def two_answers() -> Puzzle:
    """Return an invalid puzzle: either of two tiles can be laid, but not both."""
    return read_puzzle(
        {
            "v": 1,
            "id": "wrong",
            "rules": "sabra",
            "goal": "most",
            "table": str(table("k3 k4 k5")),
            "rack": str(rack("k6 r1 o9")),
            "n": 1,
            "set": "k6",
            "answer": str(table("k3 k4 k5 k6")),
            "f": [1, 0, 0, 1, 0],
            "d": 1,
            "r": 660,
            "themes": ["most"],
        }
    )


def test_the_proof_rejects_invalid_puzzles() -> None:
    right = two_answers()
    assert is_proven(right)

    better = read_with(right, rack="k6 k7 o9")
    with pytest.raises(AssertionError):
        is_proven(better)

    other = read_with(right, rack="k2 k2 k6", table="k3 k4 k5 / k7 k8 k9")
    with pytest.raises(AssertionError):
        is_proven(other)


def read_with(puzzle: Puzzle, **fields: str) -> Puzzle:
    """Return *puzzle* with other tiles."""
    return read_puzzle({**puzzle_json(puzzle), **fields})
