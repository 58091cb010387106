"""The solver with its inner problems answered by the C++ kernel, where that is installed.

``HAS_KERNEL`` says whether it is; without it :mod:`tilerummy.solver.reference` answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from tilerummy.solver import reference
from tilerummy.solver.counts import Cell, Counts, Laid, OldRun, OutOfBudgetError
from tilerummy.solver.problem import Problem, Solution
from tilerummy.solver.search import search

try:
    from tilerummy import _kernel  # a compiled module, which has no place among the layers
except ImportError:  # installed without a C++ compiler
    HAS_KERNEL = False
else:
    HAS_KERNEL = True


def solve(problem: Problem) -> Solution:
    """Return the best play."""
    return search(problem, lay)


def lay(counts: Counts) -> Laid | None:
    """Return the best way to lay what is counted, or None if the tiles needed cannot be laid.

    Raises OutOfBudgetError where the budget is used up before there is any.
    """
    if not HAS_KERNEL:
        return reference.lay(counts)
    found, proven, score, kept, runs, groups, cells = _kernel.lay(
        counts.numbers,
        counts.colours,
        counts.high,
        bytes(counts.need),
        bytes(counts.spare),
        counts.jokers_need,
        counts.jokers_spare,
        counts.per_tile,
        counts.per_point,
        counts.per_joker,
        _flat(_run(run) for run in counts.runs),
        _flat((g.number, g.colours, g.room, g.core, g.bonus, g.jokers) for g in counts.groups),
        counts.at_least,
        counts.floor,
        counts.budget or 0,
    )
    if found:
        laid = tuple(_cells(counts, cells))
        return Laid(score, kept, tuple(sorted(runs)), tuple(sorted(groups)), laid, proven)
    if not proven:
        raise OutOfBudgetError
    return None


def _run(run: OldRun) -> tuple[int, ...]:
    wild = run.wild.to_bytes(4, "little")
    return (run.colour, run.first, run.last, run.core, run.bonus, *wild)


def _flat(rows: Iterable[tuple[int, ...]]) -> bytes:
    return bytes(chain.from_iterable(rows))


def _cells(counts: Counts, cells: bytes) -> Iterable[Cell]:
    """Yield the cells; the kernel names a group by its place among those of its number."""
    for i in range(0, len(cells), 5):
        tiles, jokers, grouped, low, high = cells[i : i + 5]
        grown = low | high << 8
        if grown:
            number = i // 5 // counts.colours + 1
            here = [j for j, group in enumerate(counts.groups) if group.number == number]
            chosen = tuple(j for k, j in enumerate(here) if grown >> k & 1)
        else:
            chosen = ()
        yield Cell(tiles, jokers, grouped, chosen)
