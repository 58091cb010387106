"""The one door to the solver: asks the kernel, or the reference where there is no kernel.

The reference is imported where it is used: beside the kernel no program loads it. Where it has to
answer, a :class:`MissingKernelWarning` says so once.
"""

from __future__ import annotations

from tilerummy.deadline import NEVER, Deadline
from tilerummy.solver import kernel
from tilerummy.solver.kernel import HAS_KERNEL
from tilerummy.solver.missing_kernel import warn_once
from tilerummy.solver.placement_set import PlacementRows, Placements
from tilerummy.solver.problem import Problem, Solution


def solve(problem: Problem, *, deadline: Deadline = NEVER) -> Solution:
    """Return the best play, or the best that is found by the *deadline*."""
    if HAS_KERNEL:
        return kernel.solve(problem, deadline=deadline)
    from tilerummy.solver import reference

    warn_once()
    return reference.solve(problem, deadline=deadline)


def placements(problem: Problem, *, deadline: Deadline = NEVER) -> Placements:
    """Return every set of tiles of the rack that one play can place, as far as there is time.

    Raises ValueError for a rack with too many different tiles: more than 28, each pair counting as
    two.
    """
    if HAS_KERNEL:
        return kernel.enumerate_placements(problem, deadline=deadline)
    from tilerummy.solver import reference

    warn_once()
    return reference.enumerate_placements(problem, deadline=deadline)


def placement_rows(problem: Problem, limit: int) -> PlacementRows:
    """Return the same sets as rows of numbers, but no row where there are more than *limit*.

    That is ``placements(problem).rows(limit)``, several times as fast. Raises ValueError for a rack
    with too many different tiles.
    """
    if HAS_KERNEL:
        return kernel.placement_rows(problem, limit)
    from tilerummy.solver import reference

    warn_once()
    return reference.enumerate_placements(problem).rows(limit)


def empties(problem: Problem, *, deadline: Deadline = NEVER) -> bool:
    """Return whether one play can place the whole rack, or all but one tile that must be left.

    Where the time is over it is False if no such play was found.
    """
    if HAS_KERNEL:
        return kernel.can_empty(problem, deadline=deadline)
    from tilerummy.solver import reference

    warn_once()
    return reference.can_empty(problem, deadline=deadline)
