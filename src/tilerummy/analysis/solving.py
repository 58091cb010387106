"""Questions to the solver, answered before a deadline."""

from __future__ import annotations

from typing import Final

from tilerummy.deadline import Deadline
from tilerummy.solver import Placements, Problem, Solution, placements, solve
from tilerummy.solver.subsets import MOST_BITS, Subsets

TURN_MILLISECONDS: Final = 50
"""The time for a turn of a computer player and for a hint."""


def solve_by(question: Problem, deadline: Deadline) -> Solution:
    """Return the best play found by the *deadline*; no play, unproven, if that has passed."""
    if not deadline:
        return solve(question)
    if deadline.is_over:
        return Solution(question, question.table, proven=False, tidy=False)
    return solve(question, deadline=deadline)


def placements_by(question: Problem, deadline: Deadline, part: float) -> Placements:
    """Return the sets of tiles that can be placed, as far as found in that *part* of the time.

    With many different tiles the set of these sets is a value of megabytes; each operation on it
    takes milliseconds and cannot be interrupted. Where there is no time for that, no sets are
    searched for. Raises ValueError for a rack with too many subsets.
    """
    if not deadline:
        return placements(question)
    subsets = Subsets.of(question.rack)
    handling = _HANDLING * 2.0 ** (subsets.bits - MOST_BITS)
    left = deadline.left
    if left * part <= 2 * handling:
        return Placements(question, subsets, 0, proven=False)
    return placements(question, deadline=deadline.share(part - handling / left))


_HANDLING = 200.0
"""The milliseconds that it takes to build the largest set of sets that there can be."""
