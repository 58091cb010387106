"""Short questions to the solver: whether anything can be played, whether all, and the best few."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from tilerummy.solver.arranging import arrange
from tilerummy.solver.branches import relaxed
from tilerummy.solver.counts import Counts, OutOfBudgetError
from tilerummy.solver.enumeration import Placements
from tilerummy.solver.native import lay, placements, solve
from tilerummy.solver.problem import Kind, Problem, Solution
from tilerummy.solver.settlements import settlements
from tilerummy.tiles import JOKER, Rack


def playable(problem: Problem) -> bool:
    """Return whether any tile of the rack can be placed."""
    return bool(solve(replace(problem, tidy=False)))


def empties(problem: Problem) -> bool:
    """Return whether one play can place the whole rack, or all but one tile that must be left."""
    if not problem.leave:
        return _empties(problem)
    racks = dict.fromkeys(problem.rack - [tile] for tile in problem.leave)
    return any(_empties(replace(problem, rack=rack, leave=Rack())) for rack in racks)


def best(problem: Problem, most: int) -> tuple[Solution, ...]:
    """Return the best plays that place different tiles, the best first, at most so many.

    ``proven`` says of each that none was passed over.
    """
    return best_of(placements(problem), most)


def best_of(found: Placements, most: int) -> tuple[Solution, ...]:
    """Return a play for each of the best sets of tiles *found*, at most so many."""
    solutions = (placing(found.problem, placed) for placed in found.best(len(found)))
    return tuple(
        replace(solution, proven=found.proven and solution.proven)
        for solution in islice(filter(None, solutions), most)
    )


def placing(problem: Problem, placed: Rack) -> Solution | None:
    """Return the play that places just these tiles and leaves most melds as they are, if any."""
    solution = solve(replace(problem, rack=placed, leave=Rack()))
    return None if solution.left else replace(solution, problem=problem)


def _empties(problem: Problem) -> bool:
    """Return whether the whole rack can be placed; the best play is asked for only in doubt."""
    opens = problem.kind is not Kind.OPEN or problem.joker_opens
    if not problem.rack or (JOKER in problem.rack and not opens):
        return False
    doubt = False
    for settlement in settlements(problem):
        branch = relaxed(problem, settlement)
        if branch is None:
            continue
        counts = _all_due(branch.counts)
        try:
            laid = lay(counts)
        except OutOfBudgetError:
            return not solve(problem).left
        if laid is None:
            continue
        if not branch.relaxed and arrange(replace(branch, counts=counts), laid, problem.tiles):
            return True
        doubt = True
    return doubt and not solve(replace(problem, tidy=False)).left


def _all_due(counts: Counts) -> Counts:
    """Return *counts* with every spare tile among those that must be laid."""
    return replace(
        counts.plain(),
        need=tuple(need + spare for need, spare in zip(counts.need, counts.spare, strict=True)),
        spare=(0,) * len(counts.spare),
        jokers_need=counts.jokers_need + counts.jokers_spare,
        jokers_spare=0,
    )
