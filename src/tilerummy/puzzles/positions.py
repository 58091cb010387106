"""The position of a puzzle as a state, which the referee and the solver are asked about."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.melds import Table
from tilerummy.puzzles.values import Goal, Puzzle
from tilerummy.rules import Ruleset, ruleset
from tilerummy.state import Phase, Seat, State
from tilerummy.state.state import default_state
from tilerummy.tiles import HIDDEN, Rack

_OTHER_RACK = 7
"""The tiles of the other player, which matter only where the next one has a single tile left."""


def position_of(
    rules: Ruleset, table: Table, rack: Rack, *, opened: bool = True, goal: Goal = Goal.MOST
) -> State:
    """Return the view of the player to move: *opened* in an earlier turn, or not yet.

    In games with discards a tile has been drawn from the pool.
    """
    phase = Phase.MELD if rules.draws_and_discards else Phase.ACT
    nobody = default_state(phase, players=2)
    others = 1 if goal is Goal.DISCARD else _OTHER_RACK
    mover = Seat(rack=rack, opened=0 if opened else None)
    other = Seat(rack=Rack((HIDDEN,) * others), opened=1 if table or goal is Goal.DISCARD else None)
    state = replace(nobody, table=table, seats=(mover, other))
    return replace(state, start=replace(state.start, table=table, seat=mover))


def position(puzzle: Puzzle) -> State:
    """Return the position of *puzzle* as the player sees it.

    Raises ValueError for rules that are not known.
    """
    rules = ruleset(puzzle.rules)
    return position_of(rules, puzzle.table, puzzle.rack, opened=puzzle.opened, goal=puzzle.goal)
