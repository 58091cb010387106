"""Queries that take a few solves: check if any play is possible, and find the best few."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.deadline import NEVER, Deadline
from tilerummy.solver.engine import placements, solve
from tilerummy.solver.placement_set import Placements
from tilerummy.solver.problem import Problem, Solution
from tilerummy.tiles import Rack


def playable(problem: Problem, *, deadline: Deadline = NEVER) -> bool:
    """Return whether any tile of the rack can be laid; False if time runs out first."""
    return bool(solve(replace(problem, tidy=False).within(deadline)))


def best(problem: Problem, limit: int, *, deadline: Deadline = NEVER) -> tuple[Solution, ...]:
    """Return the best plays, at most *limit*, each of which lays different tiles, best first.

    ``proven`` means that no better play was missed. Up to three quarters of the time are spent on
    finding the sets of tiles.
    """
    return best_of(placements(problem, deadline=deadline.share(0.75)), limit, deadline=deadline)


def best_of(found: Placements, limit: int, *, deadline: Deadline = NEVER) -> tuple[Solution, ...]:
    """Return a play for each of the *limit* best sets of tiles in *found*.

    Builds no further plays after the *deadline*.
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
