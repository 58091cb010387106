"""Whether one play can place the whole rack."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.solver.problem import Kind, Problem
from tilerummy.solver.reference.dp.counts import Counts, OutOfBudgetError
from tilerummy.solver.reference.dp.solve_counts import solve_counts
from tilerummy.solver.reference.jokers.branches import relaxed_branch
from tilerummy.solver.reference.jokers.joker_plans import joker_plans
from tilerummy.solver.reference.melds.build_melds import build_melds
from tilerummy.solver.reference.search.search import solve
from tilerummy.tiles import JOKER, Rack


def can_empty(problem: Problem, *, deadline: Deadline = NEVER) -> bool:
    """Return whether one play can place the whole rack, or all but one tile that must be left.

    Where the time is over it is False if no such play was found.
    """
    try:
        if not problem.leave:
            return _can_place_all(problem, deadline)
        racks = dict.fromkeys(problem.rack - [tile] for tile in problem.leave)
        return any(
            _can_place_all(replace(problem, rack=rack, leave=Rack()), deadline) for rack in racks
        )
    except OutOfTimeError:
        return False


def _can_place_all(problem: Problem, deadline: Deadline) -> bool:
    """Return whether the whole rack can be placed; the best play is looked for only in doubt.

    Raises OutOfTimeError where the deadline has passed.
    """
    opens = problem.kind is not Kind.OPEN or problem.joker_opens
    if not problem.rack or (JOKER in problem.rack and not opens):
        return False
    doubt = False
    for plan in joker_plans(problem, deadline=deadline):
        deadline.check()
        branch = relaxed_branch(problem, plan)
        if branch is None:
            continue
        counts = _all_due(branch.counts)
        try:
            layout = solve_counts(counts)
        except OutOfBudgetError:
            return not solve(problem.within(deadline)).left
        if layout is None:
            continue
        if not branch.relaxed and build_melds(
            replace(branch, counts=counts), layout, problem.tiles
        ):
            return True
        doubt = True
    return doubt and not solve(replace(problem, tidy=False).within(deadline)).left


def _all_due(counts: Counts) -> Counts:
    """Return *counts* with every tile that may be laid among those that must be laid."""
    return replace(
        counts.plain(),
        need=tuple(need + spare for need, spare in zip(counts.need, counts.spare, strict=True)),
        spare=(0,) * len(counts.spare),
        jokers_need=counts.jokers_need + counts.jokers_spare,
        jokers_spare=0,
    )
