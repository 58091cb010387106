"""Queries that call the solver a few times: is any play possible, and which plays are best."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.deadline import NEVER, Deadline
from tilerummy.solver.engine import placements, solve
from tilerummy.solver.placement_set import Placements
from tilerummy.solver.problem import Problem, Solution
from tilerummy.tiles import Rack


def playable(problem: Problem, *, deadline: Deadline = NEVER) -> bool:
    """Return whether any tile on the rack can be laid; False if the time runs out first."""
    return bool(solve(replace(problem, tidy=False).within(deadline)))


def best(problem: Problem, limit: int, *, deadline: Deadline = NEVER) -> tuple[Solution, ...]:
    """Return up to *limit* plays that lay different sets of tiles, starting with the best play.

    ``proven`` means that no better play was missed. Up to three quarters of the time is spent on
    finding the sets of tiles.
    """
    return best_of(placements(problem, deadline=deadline.share(0.75)), limit, deadline=deadline)


def best_of(found: Placements, limit: int, *, deadline: Deadline = NEVER) -> tuple[Solution, ...]:
    """Return a play for each of the *limit* best sets of tiles in *found*.

    Stops building plays at the *deadline*.
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
    """Return the play that lays exactly these tiles and leaves the most melds unchanged.

    Returns None if no such play is found before the *deadline*.
    """
    solution = solve(problem.of_part(placed), deadline=deadline)
    lying, before = (sum([len(meld) for meld in t]) for t in (solution.after, problem.table))
    return replace(solution, problem=problem) if lying == before + len(placed) else None
