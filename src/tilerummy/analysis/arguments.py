"""Checks of the arguments of this package: rules, and a view of the seat to move."""

from __future__ import annotations

from tilerummy.arguments import check_argument
from tilerummy.rules import Ruleset
from tilerummy.rules.arguments import check_arguments as asked_of_rules
from tilerummy.solver import Objective
from tilerummy.state import State
from tilerummy.tiles import HIDDEN


def check_arguments(
    rules: Ruleset | str, view: State, objective: Objective = Objective.TILES
) -> Ruleset:
    """Return the *rules*, read if they are a text.

    Raises TypeError for arguments of another type, ValueError for a rack that is face down.
    """
    read = asked_of_rules(rules, view)
    check_argument(objective, Objective, "an objective is Objective.TILES or Objective.POINTS")
    if view.mover.rack[-1:] == (HIDDEN,):  # which sorts last
        raise ValueError(
            f"the rack of the mover, seat {view.to_move}, is face down: ask with the view of that"
            f" seat, conceal(state, {view.to_move})"
        )
    return read
