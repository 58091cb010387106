"""Questions answered by a few solves: can anything be played, and which few plays are best."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.deadline import NEVER, Deadline
from tilerummy.solver.engine import placements, solve
from tilerummy.solver.placement_set import Placements
from tilerummy.solver.problem import Problem, Solution
from tilerummy.tiles import Rack


def playable(problem: Problem, *, deadline: Deadline = NEVER) -> bool:
    """Return whether any tile of the rack can be placed, as far as is found in time."""
    return bool(solve(replace(problem, tidy=False).within(deadline)))


def best(problem: Problem, limit: int, *, deadline: Deadline = NEVER) -> tuple[Solution, ...]:
    """Return the best plays that place different tiles, the best first, at limit so many.

    ``proven`` says of each that no better one was missed. Three quarters of the time are used to
    find what can be placed.
    """
    return best_of(placements(problem, deadline=deadline.share(0.75)), limit, deadline=deadline)


def best_of(found: Placements, limit: int, *, deadline: Deadline = NEVER) -> tuple[Solution, ...]:
    """Return a play for each of the best sets of tiles *found*, at limit so many.

    After the *deadline* no further play is made.
    """
    solutions: list[Solution] = []
    looking = deadline.share(0.5)
    ranked = found.best(len(found), deadline=looking)
    whole = found.proven and not looking.is_over
    for placed in ranked:
        if len(solutions) == limit or deadline.is_over:
            break
        solution = placing(found.problem, placed, deadline=deadline)
        if solution is not None:
            solutions.append(solution)
    return tuple(replace(solution, proven=whole and solution.proven) for solution in solutions)


def placing(problem: Problem, placed: Rack, *, deadline: Deadline = NEVER) -> Solution | None:
    """Return the play that places exactly these tiles and leaves limit melds unchanged, if any.

    Returns None, too, where none is found before the *deadline*.
    """
    solution = solve(problem.of_part(placed), deadline=deadline)
    lying, before = (sum([len(meld) for meld in t]) for t in (solution.after, problem.table))
    return replace(solution, problem=problem) if lying == before + len(placed) else None
