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
    transitions = Transitions(counts.plain())
    start = DpState((OpenRuns(),) * counts.colours)
    reached: CodeSets = {start: 1}
    looked_at = 0
    for place in counts.places:
        reached = _after_begin(transitions, place, reached)
        for colour in range(counts.colours):
            deadline.check()
            reached = _after_cell(transitions, (place, colour), reached, shifts)
            looked_at += len(reached)
        reached = _after_number(transitions, place, reached)
        if counts.budget is not None and looked_at > counts.budget:
            raise OutOfBudgetError
    code_set = 0
    for state, sets in reached.items():
        if transitions.complete(state):
            code_set |= sets << (state.jokers - counts.jokers_need << shifts[-1])
    return code_set


def _after_begin(transitions: Transitions, place: int, reached: CodeSets) -> CodeSets:
    begun: CodeSets = {}
    for state, sets in reached.items():
        for after, _ in transitions.begin(place, {state: DpPath()}):
            begun[after] = begun.get(after, 0) | sets
    return begun


def _after_cell(
    transitions: Transitions, cell: tuple[int, int], reached: CodeSets, shifts: Sequence[int]
) -> CodeSets:
    place, colour = cell
    counts = transitions.counts
    index = (place - 1) * counts.colours + colour
    stepped: CodeSets = {}
    for state, sets in reached.items():
        for after, path in transitions.expand(place, colour, {state: DpPath()}):
            more = 0
            if place <= counts.numbers:
                assert path.cell is not None
                high = after.open_runs[colour].high if place == 1 else 0
                more = path.cell.tiles + high - counts.need[index]
            stepped[after] = stepped.get(after, 0) | sets << (more << shifts[index] if more else 0)
    return stepped


def _after_number(transitions: Transitions, place: int, reached: CodeSets) -> CodeSets:
    finished: CodeSets = {}
    for state, sets in reached.items():
        for after, _ in transitions.finish(place, {state: DpPath()}):
            finished[after] = finished.get(after, 0) | sets
    return finished
