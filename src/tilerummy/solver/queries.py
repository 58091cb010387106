"""Queries that call the solver a few times: is any play possible, and which plays are best."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.deadline import NEVER, Deadline
from tilerummy.solver.engine import placements, solve
from tilerummy.solver.placement_set import Placements
from tilerummy.solver.problem import Problem, Solution
from tilerummy.tiles import Rack


def playable(problem: Problem, *, deadline: Deadline = NEVER) -> bool:
    """Return whether any tile on the rack can be laid, or False if time runs out first.

    >>> from tilerummy.analysis import problem
    >>> from tilerummy import read_state
    >>> from tilerummy.solver import playable
    >>> question = problem("sabra", read_state("table r3 r4 r5 | rack r6 r7 k1"))
    >>> playable(question)
    True
    """
    return bool(solve(replace(problem, tidy=False).within(deadline)))


def best(problem: Problem, limit: int, *, deadline: Deadline = NEVER) -> tuple[Solution, ...]:
    """Return up to *limit* plays that lay different sets of tiles, starting with the best play.

    ``proven`` means that no better play was missed. Up to three quarters of the time is spent on
    finding the sets of tiles.

    >>> from tilerummy.analysis import problem
    >>> from tilerummy import read_state
    >>> from tilerummy.solver import best
    >>> question = problem("sabra", read_state("table r3 r4 r5 | rack r6 r7 k1"))
    >>> [solution.placed for solution in best(question, limit=2)]
    [r6 r7, r6]
    """
    return best_of(placements(problem, deadline=deadline.share(0.75)), limit, deadline=deadline)


def best_of(found: Placements, limit: int, *, deadline: Deadline = NEVER) -> tuple[Solution, ...]:
    """Return a play for each of the *limit* best sets of tiles in *found*.

    Stops building plays at the *deadline*.

    >>> from tilerummy.analysis import problem
    >>> from tilerummy import read_state
    >>> from tilerummy.solver import best_of, placements
    >>> question = problem("sabra", read_state("table r3 r4 r5 | rack r6 r7 k1"))
    >>> [solution.placed for solution in best_of(placements(question), limit=1)]
    [r6 r7]
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

    >>> from tilerummy import rack, read_state
    >>> from tilerummy.analysis import problem
    >>> from tilerummy.solver import placing
    >>> question = problem("sabra", read_state("table r3 r4 r5 | rack r6 r7 k1"))
    >>> solution = placing(question, rack("r6"))
    >>> solution.placed, solution.after
    (r6, r3 r4 r5 r6)
    """
    solution = solve(problem.of_part(placed), deadline=deadline)
    lying, before = (sum([len(meld) for meld in t]) for t in (solution.after, problem.table))
    return replace(solution, problem=problem) if lying == before + len(placed) else None
