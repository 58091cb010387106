"""The questions that the fuzzer begins with, asked through the Python binding of the kernel.

``make fuzz`` changes them at random, with sanitizers switched on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.solver import kernel_counts
from tests.solver.problems.fuzzed import Bytes, counts, problem, shifts

from tilerummy.solver import HAS_KERNEL, Problem, kernel, reference
from tilerummy.solver.reference.dp.counts import OutOfBudgetError
from tilerummy.solver.reference.dp.solve_counts import solve_counts
from tilerummy.solver.reference.enumerate.count_subsets import count_subsets

pytestmark = pytest.mark.skipif(not HAS_KERNEL, reason="these are questions to the kernel")

CORPUS = sorted((Path(__file__).parents[2] / "kernel" / "fuzz" / "corpus").iterdir())


def questions(target: str, *, nonsense: bool) -> Iterator[Bytes]:
    """Yield the questions of the corpus for a target."""
    for path in CORPUS:
        data = Bytes(path.read_bytes())
        if (data.target, data.nonsense) == (target, nonsense):
            yield data


@pytest.mark.parametrize("nonsense", [False, True], ids=["earnest", "nonsense"])
@pytest.mark.parametrize("target", ["lay", "placements", "solve"])
def test_the_corpus_asks_at_every_door(target: str, *, nonsense: bool) -> None:
    assert len([*questions(target, nonsense=nonsense)]) > 5


def test_counts_are_worth_what_the_reference_finds() -> None:
    compared = 0
    for data in questions("lay", nonsense=False):
        asked = counts(data)
        with suppress(OutOfBudgetError):
            found, plain = kernel_counts.solve_counts(asked), solve_counts(asked)
            if found is None or plain is None:
                assert found == plain
            elif found.proven:
                assert (found.score, found.kept) == (plain.score, plain.kept), asked
            compared += 1

    assert compared > 5


def test_subsets_that_can_be_laid_are_those_that_the_reference_finds() -> None:
    compared = 0
    for data in questions("placements", nonsense=False):
        asked = counts(data)
        begins = shifts(data, asked)
        with suppress(OutOfBudgetError):
            assert kernel_counts.count_subsets(asked, begins) == count_subsets(asked, begins), asked
            compared += 1

    assert compared > 5


def test_every_play_is_as_good_as_that_of_the_reference() -> None:
    compared = 0
    for data in questions("solve", nonsense=False):
        with suppress(ValueError):
            asked = problem(data)
            found = kernel.solve(asked)

            assert asked.table.tiles <= found.after.tiles <= asked.table.tiles + asked.rack
            if found.proven and (plain := reference.solve(asked)).proven:
                assert found.rank[:2] == plain.rank[:2], asked
                compared += 1

    assert compared > 5


@pytest.mark.usefixtures("_anything_is_a_problem")
@pytest.mark.parametrize("ask", [kernel.solve, kernel.enumerate_placements])
def test_nonsense_is_answered_or_refused(ask: Callable[[Problem], object]) -> None:
    refused = 0
    for data in questions("solve", nonsense=True):
        try:
            ask(problem(data))
        except ValueError:
            refused += 1

    assert refused


def test_counts_that_are_nonsense_are_answered_or_refused() -> None:
    refused = 0
    for target in ("lay", "placements"):
        for data in questions(target, nonsense=True):
            asked = counts(data)
            try:
                kernel_counts.solve_counts(asked)
                kernel_counts.count_subsets(asked, shifts(data, asked))
            except ValueError:
                refused += 1
            except OutOfBudgetError:
                pass

    assert refused


@pytest.fixture
def _anything_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Problem, "__post_init__", lambda _: None)
