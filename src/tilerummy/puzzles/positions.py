"""A puzzle's position as seen by the player to move."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilerummy.melds import Table
from tilerummy.puzzles.values import Goal, Puzzle
from tilerummy.rules import Ruleset, ruleset
from tilerummy.state import Phase, Seat, State
from tilerummy.state.state import default_state
from tilerummy.tiles import HIDDEN, Rack

_OTHER_RACK = 7
"""The size of the other player's rack. If the goal is a discard, it has one tile instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A position with a goal, which may be turned into a puzzle."""

    goal: Goal = Goal.MOST
    table: Table
    rack: Rack
    opened: bool = True

    def view(self, rules: Ruleset) -> State:
        """Return the position as the player to move sees it.

        If ``opened`` is True, the player opened in an earlier turn. In games with discards, the
        player has already drawn from the pool.
        """
        phase = Phase.MELD if rules.draws_and_discards else Phase.ACT
        start = default_state(phase, players=2)
        discards = self.goal is Goal.DISCARD
        mover = Seat(rack=self.rack, opened=0 if self.opened else None)
        other = Seat(
            rack=Rack((HIDDEN,) * (1 if discards else _OTHER_RACK)),
            opened=1 if self.table or discards else None,
        )
        state = replace(start, table=self.table, seats=(mover, other))
        return replace(state, start=replace(state.start, table=self.table, seat=mover))


def position(puzzle: Puzzle) -> State:
    """Return the position of *puzzle* as its player sees it.

    Raises ValueError if the puzzle's rules are unknown.

    >>> from tilerummy.puzzles import bundled_puzzle, position
    >>> state = position(bundled_puzzle(0))
    >>> state.mover.rack
    k2 r1 o11
    """
    found = Position(goal=puzzle.goal, table=puzzle.table, rack=puzzle.rack, opened=puzzle.opened)
    return found.view(ruleset(puzzle.rules))
