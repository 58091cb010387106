"""All parts of the rack that can be laid, in plain Python: the specification of the kernel's twin.

The transitions are those of :mod:`tilerummy.solver.reference.dp.transitions`, from cell to cell.
Here a state does not carry its best score but every set of rack tiles that was laid on some path
to it: a bit set, as :mod:`tilerummy.solver.subsets` encodes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.deadline import NEVER, Deadline
from tilerummy.solver.reference.dp.counts import Counts, OutOfBudgetError
from tilerummy.solver.reference.dp.states import Lane, Reached, Way
from tilerummy.solver.reference.dp.transitions import Steps

Families = dict[Reached, int]
"""For each state, the sets of tiles with which it can be reached."""


def parts(counts: Counts, shifts: Sequence[int], *, deadline: Deadline = NEVER) -> int:
    """Return the family of all sets of spare tiles and jokers that can be laid with those needed.

    *shifts* tells for each cell, and last for the jokers, where in a code their bits begin.
    Raises OutOfBudgetError where it would take more states than the budget allows, OutOfTimeError
    where the deadline has passed.
    """
    steps = Steps(counts.plain())
    start = Reached((Lane(),) * counts.colours)
    reached: Families = {start: 1}
    looked_at = 0
    for place in counts.places:
        reached = _begun(steps, place, reached)
        for colour in range(counts.colours):
            deadline.check()
            reached = _stepped(steps, (place, colour), reached, shifts)
            looked_at += len(reached)
        reached = _finished(steps, place, reached)
        if counts.budget is not None and looked_at > counts.budget:
            raise OutOfBudgetError
    family = 0
    for state, sets in reached.items():
        if steps.complete(state):
            family |= sets << (state.jokers - counts.jokers_need << shifts[-1])
    return family


def _begun(steps: Steps, place: int, reached: Families) -> Families:
    begun: Families = {}
    for state, sets in reached.items():
        for after, _ in steps.begin(place, {state: Way()}):
            begun[after] = begun.get(after, 0) | sets
    return begun


def _stepped(
    steps: Steps, cell: tuple[int, int], reached: Families, shifts: Sequence[int]
) -> Families:
    place, colour = cell
    counts = steps.counts
    index = (place - 1) * counts.colours + colour
    stepped: Families = {}
    for state, sets in reached.items():
        for after, way in steps.steps(place, colour, {state: Way()}):
            more = 0
            if place <= counts.numbers:
                assert way.cell is not None
                high = after.lanes[colour].high if place == 1 else 0
                more = way.cell.tiles + high - counts.need[index]
            stepped[after] = stepped.get(after, 0) | sets << (more << shifts[index] if more else 0)
    return stepped


def _finished(steps: Steps, place: int, reached: Families) -> Families:
    finished: Families = {}
    for state, sets in reached.items():
        for after, _ in steps.finish(place, {state: Way()}):
            finished[after] = finished.get(after, 0) | sets
    return finished
