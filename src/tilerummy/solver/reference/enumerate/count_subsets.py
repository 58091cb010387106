"""All subsets of the rack that can be laid for a count model.

The transitions are those of :mod:`tilerummy.solver.reference.dp.transitions`, from cell to cell.
Here a state does not carry its best score but every set of rack tiles that was laid on some path
to it, as a bit set: see :mod:`tilerummy.solver.subsets`.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.deadline import NEVER, Deadline
from tilerummy.solver.reference.dp.counts import Counts, OutOfBudgetError
from tilerummy.solver.reference.dp.states import DpPath, DpState, OpenRuns
from tilerummy.solver.reference.dp.transitions import Transitions

CodeSets = dict[DpState, int]
"""For each state, the sets of tiles with which it can be reached."""


def count_subsets(counts: Counts, shifts: Sequence[int], *, deadline: Deadline = NEVER) -> int:
    """Return the set of all subsets of spare tiles and jokers that can be laid beside what must be.

    *shifts* tells for each cell, and last for the jokers, where in a code their bits begin.
    Raises OutOfBudgetError where it would take more states than the budget allows, OutOfTimeError
    where the deadline has passed.
    """
    steps = Transitions(counts.plain())
    start = DpState((OpenRuns(),) * counts.colours)
    reached: CodeSets = {start: 1}
    looked_at = 0
    for place in counts.places:
        reached = _after_begin(steps, place, reached)
        for colour in range(counts.colours):
            deadline.check()
            reached = _after_cell(steps, (place, colour), reached, shifts)
            looked_at += len(reached)
        reached = _after_number(steps, place, reached)
        if counts.budget is not None and looked_at > counts.budget:
            raise OutOfBudgetError
    code_set = 0
    for state, sets in reached.items():
        if steps.complete(state):
            code_set |= sets << (state.jokers - counts.jokers_need << shifts[-1])
    return code_set


def _after_begin(steps: Transitions, place: int, reached: CodeSets) -> CodeSets:
    begun: CodeSets = {}
    for state, sets in reached.items():
        for after, _ in steps.begin(place, {state: DpPath()}):
            begun[after] = begun.get(after, 0) | sets
    return begun


def _after_cell(
    steps: Transitions, cell: tuple[int, int], reached: CodeSets, shifts: Sequence[int]
) -> CodeSets:
    place, colour = cell
    counts = steps.counts
    index = (place - 1) * counts.colours + colour
    stepped: CodeSets = {}
    for state, sets in reached.items():
        for after, way in steps.steps(place, colour, {state: DpPath()}):
            more = 0
            if place <= counts.numbers:
                assert way.cell is not None
                high = after.open_runs[colour].high if place == 1 else 0
                more = way.cell.tiles + high - counts.need[index]
            stepped[after] = stepped.get(after, 0) | sets << (more << shifts[index] if more else 0)
    return stepped


def _after_number(steps: Transitions, place: int, reached: CodeSets) -> CodeSets:
    finished: CodeSets = {}
    for state, sets in reached.items():
        for after, _ in steps.finish(place, {state: DpPath()}):
            finished[after] = finished.get(after, 0) | sets
    return finished
