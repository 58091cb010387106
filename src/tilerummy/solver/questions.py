"""Short questions to the solver: whether anything can be played, whether all, and the best few."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.solver.kernel import lay, placements, solve
from tilerummy.solver.problem import Kind, Problem, Solution
from tilerummy.solver.reference.dp.counts import Counts, OutOfBudgetError
from tilerummy.solver.reference.enumerate.enumeration import Placements
from tilerummy.solver.reference.jokers.branches import relaxed
from tilerummy.solver.reference.jokers.joker_plans import settlements
from tilerummy.solver.reference.search.arrange import arrange
from tilerummy.tiles import JOKER, Rack


def playable(problem: Problem, *, deadline: Deadline = NEVER) -> bool:
    """Return whether any tile of the rack can be placed, as far as is found in time."""
    return bool(solve(replace(problem, tidy=False).within(deadline)))


def empties(problem: Problem, *, deadline: Deadline = NEVER) -> bool:
    """Return whether one play can place the whole rack, or all but one tile that must be left.

    Where the time is over it is False if no such play was found.
    """
    try:
        if not problem.leave:
            return _empties(problem, deadline)
        racks = dict.fromkeys(problem.rack - [tile] for tile in problem.leave)
        return any(_empties(replace(problem, rack=rack, leave=Rack()), deadline) for rack in racks)
    except OutOfTimeError:
        return False


def best(problem: Problem, most: int, *, deadline: Deadline = NEVER) -> tuple[Solution, ...]:
    """Return the best plays that place different tiles, the best first, at most so many.

    ``proven`` says of each that none was passed over. Three quarters of the time go to finding
    what can be placed.
    """
    return best_of(placements(problem, deadline=deadline.share(0.75)), most, deadline=deadline)


def best_of(found: Placements, most: int, *, deadline: Deadline = NEVER) -> tuple[Solution, ...]:
    """Return a play for each of the best sets of tiles *found*, at most so many.

    After the *deadline* no further play is made.
    """
    solutions: list[Solution] = []
    looking = deadline.share(0.5)
    ranked = found.best(len(found), deadline=looking)
    whole = found.proven and not looking.is_over
    for placed in ranked:
        if len(solutions) == most or deadline.is_over:
            break
        solution = placing(found.problem, placed, deadline=deadline)
        if solution is not None:
            solutions.append(solution)
    return tuple(replace(solution, proven=whole and solution.proven) for solution in solutions)


def placing(problem: Problem, placed: Rack, *, deadline: Deadline = NEVER) -> Solution | None:
    """Return the play that places just these tiles and leaves most melds as they are, if any.

    None, too, where none is found before the *deadline*.
    """
    solution = solve(replace(problem, rack=placed, leave=Rack()).within(deadline))
    return None if solution.left else replace(solution, problem=problem)


def _empties(problem: Problem, deadline: Deadline) -> bool:
    """Return whether the whole rack can be placed; the best play is asked for only in doubt.

    Raises OutOfTimeError where the deadline has passed.
    """
    opens = problem.kind is not Kind.OPEN or problem.joker_opens
    if not problem.rack or (JOKER in problem.rack and not opens):
        return False
    doubt = False
    for settlement in settlements(problem, deadline=deadline):
        branch = relaxed(problem, settlement)
        if branch is None:
            continue
        counts = _all_due(branch.counts)
        try:
            laid = lay(counts, deadline=deadline)
        except OutOfBudgetError:
            return not solve(problem.within(deadline)).left
        if laid is None:
            continue
        if not branch.relaxed and arrange(replace(branch, counts=counts), laid, problem.tiles):
            return True
        doubt = True
    return doubt and not solve(replace(problem, tidy=False).within(deadline)).left


def _all_due(counts: Counts) -> Counts:
    """Return *counts* with every spare tile among those that must be laid."""
    return replace(
        counts.plain(),
        need=tuple(need + spare for need, spare in zip(counts.need, counts.spare, strict=True)),
        spare=(0,) * len(counts.spare),
        jokers_need=counts.jokers_need + counts.jokers_spare,
        jokers_spare=0,
    )
