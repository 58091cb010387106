"""The single plays of a position, found by the solver: the kernel must offer the same."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.analysis import problem
from tilerummy.analysis.positions import is_legal, may_play
from tilerummy.rules import Ruleset
from tilerummy.solver import Objective, placements, solve
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack

BUDGET = 20_000
"""The state limit of a query for all sets."""

MOST_SETS = 4096
"""The maximum number of sets considered, the best first."""


def placed_sets(rules: Ruleset, view: State, most: int) -> tuple[tuple[Rack, ...], bool]:
    """Return sets of rack tiles that one play can lay, and whether there are more such sets.

    They are sorted: more tiles first, then more points, then by the tiles. If there are more than
    *most*, the larger half comes from the start of the list and the rest from its end. If not all
    are found, the sets of the best plays are included. Face-up tiles are not used.
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
    """Return a play that lays exactly *placed*, which is one of :func:`placed_sets`."""
    question = replace(problem(rules, view, tidy=False), rack=placed)
    play = Play.between(view.table, solve(question).after)
    assert is_legal(rules, view, play), "the solver obeys the rules"
    return play
