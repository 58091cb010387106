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
    transitions = Transitions(counts)
    layer: Layer = {DpState((OpenRuns(),) * counts.colours): DpPath()}
    looked_at = 0
    for place in counts.places:
        layer = _best(transitions.begin(place, layer))
        for colour in range(counts.colours):
            layer = _best(transitions.expand(place, colour, layer))
            looked_at += len(layer)
        layer = _best(transitions.finish(place, layer))
        if counts.budget is not None and looked_at > counts.budget:
            raise OutOfBudgetError
    ends = [
        transitions.worth(state, path)
        for state, path in layer.items()
        if transitions.complete(state)
    ]
    best = max(ends, key=lambda path: path.worth, default=None)
    return _layout(best) if best and best.score >= counts.floor else None


def _best(paths: Iterator[tuple[DpState, DpPath]]) -> Layer:
    best: Layer = {}
    for state, path in paths:
        known = best.get(state)
        if known is None or path.worth > known.worth:
            best[state] = path
    return best


def _layout(end: DpPath) -> CountLayout:
    cells: list[Cell] = []
    runs: list[int] = []
    groups: list[int] = []
    path: DpPath | None = end
    while path:
        if path.cell:
            cells.append(path.cell)
        runs += path.runs
        groups += path.groups
        path = path.before
    return CountLayout(
        end.score,
        end.kept,
        tuple(sorted(runs)),
        tuple(sorted(groups)),
        tuple(reversed(cells)),
    )
