"""Arranging loose tiles: all of a table that fell apart, and as many of a rack as possible."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.analysis.solving import solve_by
from tilerummy.arguments import check_argument
from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerLaw
from tilerummy.melds import Table
from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.solver import Objective, Problem
from tilerummy.tiles import Rack


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Melds of loose tiles: the ``table``, the tiles of the rack in it, and their ``points``.

    ``table`` is None where the loose tiles cannot all lie in melds. ``proven`` says that there is
    no better arrangement.
    """

    table: Table | None
    placed: Rack
    points: int
    proven: bool


def arrangement(
    rules: Ruleset | str,
    loose: Rack,
    rack: Rack = Rack(),
    objective: Objective = Objective.TILES,
    *,
    deadline: Deadline = NEVER,
) -> Arrangement:
    """Return melds of all *loose* tiles and of the tiles of *rack* that are best to add.

    Every joker is wild, as nothing says any more what it represented. When the *deadline* is over,
    the best found is returned, not proven. Raises ValueError for tiles that the game does not have.

    >>> from tilerummy.rules import ruleset
    >>> from tilerummy.tiles import rack
    >>> arrangement(ruleset("sabra"), rack("k5 r5 r6 r7 *"), rack("o5 k9")).table
    r6 r7 *r8 / k5 r5 o5
    """
    rules = as_ruleset(rules)
    for tiles in (loose, rack):
        check_argument(tiles, Rack, 'tiles are a Rack, as in rack("k7 r3 *")')
    if not loose and not rack:
        return Arrangement(Table(), Rack(), 0, proven=True)
    question = Problem(
        rack=loose + rack,
        tiles=rules.tiles,
        law=JokerLaw(),
        objective=objective,
        joker_value=rules.scoring.joker,
        required=loose,
        tidy=False,
    )
    answer = solve_by(question, deadline)
    if not answer.after and loose:
        return Arrangement(None, Rack(), 0, answer.proven)
    placed = answer.after.tiles - loose
    return Arrangement(answer.after, placed, question.points(placed), answer.proven)
