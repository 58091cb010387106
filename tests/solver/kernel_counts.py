"""The inner problems of the kernel; only tests call them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from tilerummy.solver import HAS_KERNEL
from tilerummy.solver.reference.dp.counts import (
    Cell,
    CountLayout,
    Counts,
    OldGroup,
    OldRun,
    OutOfBudgetError,
)

if HAS_KERNEL:
    from tilerummy import _kernel


def solve_counts(counts: Counts) -> CountLayout | None:
    """Return the best answer of the kernel, None if the tiles needed cannot be laid.

    Raises OutOfBudgetError where the budget is used up before there is any.
    """
    found, proven, score, kept, runs, groups, cells = _kernel.solve_counts(
        numbers=counts.numbers,
        colours=counts.colours,
        high=counts.high,
        need=bytes(counts.need),
        spare=bytes(counts.spare),
        jokers_need=counts.jokers_need,
        jokers_spare=counts.jokers_spare,
        per_tile=counts.per_tile,
        per_point=counts.per_point,
        per_joker=counts.per_joker,
        runs=_flat(_run(run) for run in counts.runs),
        groups=_flat(_group(group) for group in counts.groups),
        at_least=counts.at_least,
        floor=counts.floor,
        budget=counts.budget or 0,
    )
    if found:
        layout = tuple(_cells(counts, cells))
        return CountLayout(score, kept, tuple(sorted(runs)), tuple(sorted(groups)), layout, proven)
    if not proven:
        raise OutOfBudgetError
    return None


def count_subsets(counts: Counts, shifts: Sequence[int]) -> int:
    """Return the set of all subsets of the spare tiles that the kernel can lay.

    *shifts* tells for each cell, and last for the jokers, where in a code their bits begin.
    Raises OutOfBudgetError where the budget or the memory is used up.
    """
    whole, codes = _kernel.count_subsets(
        numbers=counts.numbers,
        colours=counts.colours,
        high=counts.high,
        need=bytes(counts.need),
        spare=bytes(counts.spare),
        jokers_need=counts.jokers_need,
        jokers_spare=counts.jokers_spare,
        runs=_flat(_run(run) for run in counts.runs if run.core),
        groups=_flat(_group(group) for group in counts.groups if group.core),
        at_least=counts.at_least,
        budget=counts.budget or 0,
        shifts=bytes(shifts),
    )
    if not whole:
        raise OutOfBudgetError
    return int.from_bytes(codes, "little")


def _run(run: OldRun) -> tuple[int, ...]:
    wild = run.wild.to_bytes(4, "little")
    return (run.colour, run.first, run.last, run.core, run.bonus, *wild)


def _group(group: OldGroup) -> tuple[int, ...]:
    return group.number, group.colours, group.room, group.core, group.bonus, group.jokers


def _flat(rows: Iterable[tuple[int, ...]]) -> bytes:
    return bytes(chain.from_iterable(rows))


def _cells(counts: Counts, cells: bytes) -> Iterable[Cell]:
    """Yield the cells; the kernel names a group by its index among those that may grow."""
    for i in range(0, len(cells), 6):
        tiles, jokers, grouped, low, high, taken = cells[i : i + 6]
        grown = low | high << 8
        number = i // 6 // counts.colours + 1
        here = [
            j
            for j, group in enumerate(counts.groups)
            if group.number == number and group.core and group.room > 0
        ]
        chosen = tuple(j for k, j in enumerate(here) if grown >> k & 1)
        yield Cell(tiles, jokers, grouped, chosen, taken)
