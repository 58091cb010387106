"""The dynamic program: goes from cell to cell and keeps the best path to each state."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.solver.reference.dp.counts import Cell, CountLayout, Counts, OutOfBudgetError
from tilerummy.solver.reference.dp.states import DpPath, DpState, Layer, OpenRuns
from tilerummy.solver.reference.dp.transitions import Transitions


def solve_counts(counts: Counts) -> CountLayout | None:
    """Return the best way to lay the counts, or None if the tiles needed cannot be laid.

    Raises OutOfBudgetError where it would take more states than the budget allows.
    """
    table = Transitions(counts)
    layer: Layer = {DpState((OpenRuns(),) * counts.colours): DpPath()}
    looked_at = 0
    for place in counts.places:
        layer = _best(table.begin(place, layer))
        for colour in range(counts.colours):
            layer = _best(table.steps(place, colour, layer))
            looked_at += len(layer)
        layer = _best(table.finish(place, layer))
        if counts.budget is not None and looked_at > counts.budget:
            raise OutOfBudgetError
    ends = [table.worth(state, way) for state, way in layer.items() if table.complete(state)]
    best = max(ends, key=lambda way: way.worth, default=None)
    return _layout(best) if best and best.score >= counts.floor else None


def _best(ways: Iterator[tuple[DpState, DpPath]]) -> Layer:
    best: Layer = {}
    for state, way in ways:
        known = best.get(state)
        if known is None or way.worth > known.worth:
            best[state] = way
    return best


def _layout(end: DpPath) -> CountLayout:
    cells: list[Cell] = []
    runs: list[int] = []
    groups: list[int] = []
    way: DpPath | None = end
    while way:
        if way.cell:
            cells.append(way.cell)
        runs += way.runs
        groups += way.groups
        way = way.before
    return CountLayout(
        end.score,
        end.kept,
        tuple(sorted(runs)),
        tuple(sorted(groups)),
        tuple(reversed(cells)),
    )
