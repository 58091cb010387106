"""The single plays that a position offers, as the solver finds them: what the kernel must offer."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.analysis import problem
from tilerummy.analysis.positions import is_legal, may_play
from tilerummy.rules import Ruleset
from tilerummy.solver import Objective, placements, solve
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack

BUDGET = 20_000
"""How many states of the search a question for all sets may take."""

MOST_SETS = 4096
"""Of more sets only so many, the best, are looked at."""


def placed_sets(rules: Ruleset, view: State, most: int) -> tuple[tuple[Rack, ...], bool]:
    """Return sets of rack tiles that the mover can place in one play, and whether some are missing.

    They are ordered: more tiles first, then more points, then by the tiles. Of more than *most*
    the larger half are the first of all, the others the last of all. Where not all can be found
    those of the best plays are among them. Face-up tiles are not used.
    """
    if not may_play(rules, view):
        return (), False
    question = problem(rules, view, tidy=False)
    try:
        every = placements(replace(question, budget=BUDGET))
        found, whole = [*every.best(MOST_SETS)], every.proven and len(every) <= MOST_SETS
    except ValueError:
        found, whole = [], False
    if not whole:
        jokers = Rack(t for t in question.rack if t == JOKER)
        asked = (
            question,
            replace(question, objective=Objective.POINTS),
            replace(question, rack=question.rack - jokers),
        )
        found = [*{*found, *(s.placed for q in asked if (s := solve(q)))}]
    found.sort(key=lambda placed: (-len(placed), -question.points(placed), placed))
    if len(found) > most:
        first = (most + 1) // 2
        found, whole = [*found[:first], *found[first - most :]], False
    return tuple(found), not whole


def play_of(rules: Ruleset, view: State, placed: Rack) -> Play:
    """Return a play that places exactly these tiles, one of :func:`placed_sets`."""
    question = replace(problem(rules, view, tidy=False), rack=placed)
    play = Play.between(view.table, solve(question).after)
    assert is_legal(rules, view, play), "the solver obeys the rules"
    return play
