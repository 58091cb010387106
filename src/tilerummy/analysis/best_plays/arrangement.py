"""Forms melds from all loose tiles of a broken table and as many rack tiles as possible."""

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
    """The ``table`` of melds formed from loose tiles, and the rack tiles ``placed`` in it.

    ``table`` is None if the loose tiles cannot all be part of melds. ``proven`` is True if this is
    known to be the best arrangement.
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
    """Return melds that contain all *loose* tiles and, from *rack*, the tiles that are best to add.

    Every joker is wild, because the tile it represented is no longer known. If the *deadline*
    passes, the best arrangement found so far is returned as unproven. Raises ValueError if a tile
    is not in the tile set.

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
