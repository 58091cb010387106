"""The seed corpus of the fuzzer, run through the kernel's Python binding.

``make fuzz`` mutates it at random, with sanitizers enabled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest
from tests.solver.problems.fuzzed import Bytes, problem
from tests.support.examples import examples

from tilerummy.deadline import Deadline
from tilerummy.solver import HAS_KERNEL, Problem, kernel, reference

pytestmark = pytest.mark.skipif(not HAS_KERNEL, reason="these are questions to the kernel")

POSITIONS = examples(80, 4000)
PATIENCE = 30_000
"""Clock checks before the reference gives up; the largest problems are not compared."""
CORPUS = sorted((Path(__file__).parents[2] / "kernel" / "fuzz" / "corpus").iterdir())


def questions(target: str, *, nonsense: bool) -> Iterator[Bytes]:
    """Yield the corpus entries for a target."""
    for path in CORPUS:
        data = Bytes(path.read_bytes())
        if (data.target, data.nonsense) == (target, nonsense):
            yield data


@pytest.mark.parametrize("nonsense", [False, True], ids=["earnest", "nonsense"])
@pytest.mark.parametrize("target", ["lay", "placements", "solve"])
def test_the_corpus_covers_every_target(target: str, *, nonsense: bool) -> None:
    assert len([*questions(target, nonsense=nonsense)]) > 5


def test_every_play_is_as_good_as_that_of_the_reference() -> None:
    assert sum(map(compare, positions(questions("solve", nonsense=False)))) > 5


@pytest.mark.parametrize("seed", range(4))
def test_plays_of_random_positions_are_as_good_as_those_of_the_reference(seed: int) -> None:
    rng = Random(seed)
    drawn = (rng.randbytes(rng.randrange(20, 120)) for _ in range(POSITIONS // 4))

    assert sum(map(compare, positions(Bytes(b"\2" + data) for data in drawn))) >= POSITIONS // 20


def positions(questions: Iterable[Bytes]) -> Iterator[Problem]:
    """Yield the positions encoded by the *questions*; some encode none."""
    for data in questions:
        with suppress(ValueError):
            yield problem(data)


def compare(asked: Problem) -> bool:
    """Compare the kernel with the reference; return whether both have a proven result in time."""
    found = kernel.solve(asked)
    assert asked.table.tiles <= found.after.tiles <= asked.table.tiles + asked.rack
    patience = Deadline(1000 * PATIENCE, clock=count().__next__)
    plain = reference.solve(replace(asked, budget=None), deadline=patience)
    proven, tidy = found.proven and plain.proven, found.tidy and plain.tidy
    assert not proven or found.rank[:2] == plain.rank[:2], asked
    assert not tidy or found.rank == plain.rank, asked
    return proven


@pytest.mark.usefixtures("_anything_is_a_problem")
@pytest.mark.parametrize("ask", [kernel.solve, kernel.enumerate_placements])
def test_nonsense_is_solved_or_rejected(ask: Callable[[Problem], object]) -> None:
    refused = 0
    for data in questions("solve", nonsense=True):
        try:
            ask(problem(data))
        except ValueError:
            refused += 1

    assert refused


@pytest.fixture
def _anything_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Problem, "__post_init__", lambda _: None)
