"""All that the mover can play: one play for each set of rack tiles, and short answers."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.analysis.asked import asked
from tilerummy.analysis.best import best_play, feet, problem
from tilerummy.analysis.free_tiles import usable
from tilerummy.analysis.going_on import may_play
from tilerummy.analysis.winning import going_out
from tilerummy.melds import Table
from tilerummy.rules import Ruleset
from tilerummy.solver import Objective, Placements, empties, placements, placing
from tilerummy.solver import playable as can_be_played
from tilerummy.state import Play, State


def plays(rules: Ruleset, view: State, objective: Objective = Objective.TILES) -> Iterator[Play]:
    """Yield a legal play for each distinct set of rack tiles that one play can place, best first.

    Each leaves as many melds of the table as they are as it can. What is best is a matter of the
    *objective*; taking the first few is cheap, as a play is made when it is asked for. Face-up free
    tiles are left out.

    Needs a view in which the mover's rack is known. Raises ValueError for a rack with too many
    parts to be told apart: more than 28 different tiles, each pair counting as two.
    """
    asked(rules, view, objective)
    if not may_play(rules, view):
        return
    question = problem(rules, view, objective)
    found = placements(question)
    for after in other_feet(rules, view, found):
        yield Play.between(view.table, after)
    for placed in found.best(len(found)):
        solution = placing(question, placed)
        if solution is not None:
            yield Play.between(view.table, solution.after)


def other_feet(rules: Ruleset, view: State, found: Placements) -> tuple[Table, ...]:
    """Return tables after melding all tiles but one at once, where an opening cannot: S4 "Foot"."""
    if not rules.closed_hands or len(view.mover.rack) != rules.deal.tiles + 1:
        return ()
    tables = feet(rules, view, found.problem)
    return tuple(after for after in tables if after.tiles - view.table.tiles not in found)


def playable(rules: Ruleset, view: State) -> bool:
    """Return whether the mover can play anything now, be it with the help of free tiles.

    Needs a view in which the mover's rack is known.
    """
    asked(rules, view)
    if not may_play(rules, view):
        return False
    if can_be_played(problem(rules, view)):
        return True
    helped = usable(view) or rules.closed_hands
    return bool(helped and best_play(rules, view, tidy=False).plays)


def can_go_out(rules: Ruleset, view: State) -> bool:
    """Return whether the mover can end the round in this turn, as far as ``going_out`` sees.

    Mostly one play is enough to tell; only where it is not is the whole turn looked at.

    Needs a view in which the mover's rack is known.
    """
    asked(rules, view)
    return (may_play(rules, view) and empties(problem(rules, view))) or bool(going_out(rules, view))
