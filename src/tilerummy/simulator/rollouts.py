"""Many worlds played on from one position, to compare lines of play."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.rules import Ruleset
from tilerummy.simulator import kernel
from tilerummy.simulator.arguments import check_game
from tilerummy.simulator.packing import known_to_kernel
from tilerummy.simulator.reference import play
from tilerummy.simulator.results import Rollouts
from tilerummy.simulator.worlds import UNLIMITED, Effort, Line, World
from tilerummy.solver import HAS_KERNEL
from tilerummy.state import State


def roll_out(
    rules: Ruleset | str,
    view: State,
    lines: Sequence[Line],
    worlds: Sequence[World],
    effort: Effort = UNLIMITED,
) -> Rollouts:
    """Return how the round goes on from *view* if its mover follows each line in each world.

    All lines meet the same worlds and the same chance, so their results can be compared pair by
    pair. A rollout goes on to the end of the round, or as far as the *effort*
    says. Worlds are taken in their order, each with all lines; at its deadline those that
    are not finished are given up: ``complete`` names the others. The same call without a deadline
    has the same result on any number of *threads*.

    Raises IllegalActionError for actions of a line that the referee refuses, ValueError for worlds
    that do not fit the view and, without a kernel, for rules with discards.
    """
    rules = check_game(rules, len(view.seats), effort.threads)
    if HAS_KERNEL and known_to_kernel(rules):
        return kernel.rolled_out(rules, view, lines, worlds, effort)
    return play.rolled_out(rules, view, lines, worlds, effort)
