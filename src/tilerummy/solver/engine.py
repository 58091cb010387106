"""The entry point of the solver: calls the kernel, or the reference if the kernel is missing.

The reference is imported on demand, so it is never loaded if there is a kernel. Its first call
issues a :class:`MissingKernelWarning`.
"""

from __future__ import annotations

from tilerummy.deadline import NEVER, Deadline
from tilerummy.solver import kernel
from tilerummy.solver.kernel import HAS_KERNEL
from tilerummy.solver.missing_kernel import warn_once
from tilerummy.solver.placement_set import PlacementRows, Placements
from tilerummy.solver.problem import Problem, Solution


def solve(problem: Problem, *, deadline: Deadline = NEVER) -> Solution:
    """Return the best play, or the best play found by the *deadline*.

    >>> from tilerummy.analysis import problem
    >>> from tilerummy import read_state
    >>> from tilerummy.solver import solve
    >>> question = problem("sabra", read_state("table r3 r4 r5 | rack r6 r7 k1"))
    >>> solution = solve(question)
    >>> solution.placed, solution.proven
    (r6 r7, True)
    """
    if HAS_KERNEL:
        return kernel.solve(problem, deadline=deadline)
    from tilerummy.solver import reference

    warn_once()
    return reference.solve(problem, deadline=deadline)


def placements(problem: Problem, *, deadline: Deadline = NEVER) -> Placements:
    """Return every set of rack tiles that one play can lay, or the sets found by the *deadline*.

    Raises ValueError if the rack has more than 28 different tiles, counting a pair as two.

    >>> from tilerummy.analysis import problem
    >>> from tilerummy import read_state
    >>> from tilerummy.solver import placements
    >>> question = problem("sabra", read_state("table r3 r4 r5 | rack r6 r7 k1"))
    >>> len(placements(question))
    2
    """
    if HAS_KERNEL:
        return kernel.enumerate_placements(problem, deadline=deadline)
    from tilerummy.solver import reference

    warn_once()
    return reference.enumerate_placements(problem, deadline=deadline)


def placement_rows(problem: Problem, limit: int) -> PlacementRows:
    """Return the sets that can be laid as rows of numbers, or no rows for more than *limit* sets.

    Equivalent to ``placements(problem).rows(limit)``, but several times as fast. Raises ValueError
    if the rack has too many different tiles.
    """
    if HAS_KERNEL:
        return kernel.placement_rows(problem, limit)
    from tilerummy.solver import reference

    warn_once()
    return reference.enumerate_placements(problem).rows(limit)


def empties(problem: Problem, *, deadline: Deadline = NEVER) -> bool:
    """Return whether one play can lay the entire rack, or all but one tile that must be left.

    Returns False if no such play is found by the *deadline*.

    >>> from tilerummy.analysis import problem
    >>> from tilerummy import read_state
    >>> from tilerummy.solver import empties
    >>> question = problem("sabra", read_state("table r3 r4 r5 | rack r6 r7 k1"))
    >>> empties(question)
    False
    """
    if HAS_KERNEL:
        return kernel.can_empty(problem, deadline=deadline)
    from tilerummy.solver import reference

    warn_once()
    return reference.can_empty(problem, deadline=deadline)
