"""Questions to the solver that are answered by a deadline."""

from __future__ import annotations

from typing import Final

from tilerummy.deadline import Deadline
from tilerummy.solver import Placements, Problem, Solution, placements, solve
from tilerummy.solver.subsets import MOST_BITS, Subsets

TURN_MILLISECONDS: Final = 50
"""So long may a computer player or a server think about a turn, and so long may a hint take."""


def solve_by(question: Problem, deadline: Deadline) -> Solution:
    """Return the best play found by the *deadline*; no play, unproven, if that has passed."""
    if not deadline:
        return solve(question)
    if deadline.is_over:
        return Solution(question, question.table, proven=False, tidy=False)
    return solve(question, deadline=deadline)


def placements_by(question: Problem, deadline: Deadline, part: float) -> Placements:
    """Return the sets that can be placed, as far as they are found in that *part* of the time.

    The set of all sets of many different tiles is a value of megabytes, on which each step takes
    milliseconds that nothing can cut short: where these are too many, no sets are looked for.
    Raises ValueError for a rack with too many parts to be told apart.
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
"""So many milliseconds it takes to put together the largest set of sets that there can be."""
