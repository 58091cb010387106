"""Finds the plays of a turn that lay the most tiles, with or without the rack's jokers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tilerummy.analysis import best_turn, problem
from tilerummy.analysis.positions import after_play, may_play
from tilerummy.players.decisions import DecisionContext
from tilerummy.players.plays.upper_bound import bound
from tilerummy.solver import Objective
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack

_BOUND = 0.3
"""The share of the time for checking whether all tiles can be played."""

_EVERYTHING = 0.6
"""The share of the time for finding plays that lay all tiles."""


def most_tiles(
    context: DecisionContext, objective: Objective = Objective.TILES, *, save_jokers: bool = False
) -> Iterator[Play]:
    """Yield plays that lay the most tiles in this turn while changing as few melds as possible.

    With another *objective* they lay the most points; with *save_jokers* the jokers stay on the
    rack.
    """
    view = context.view
    while may_play(context.rules, view):
        seen = without_jokers(view) if save_jokers else view
        plays = best_turn(context.rules, seen, objective, deadline=context.deadline).plays
        if not plays:
            return
        for play in plays:
            yield play
            view = after_play(view, play)


def without_jokers(view: State) -> State:
    """Return *view* as if the mover had no jokers."""
    others = Rack(tile for tile in view.mover.rack if tile != JOKER)
    return view.with_seat(view.to_move, replace(view.mover, rack=others))


def plays_of_all(context: DecisionContext) -> tuple[Play, ...]:
    """Return plays that empty the rack, or () if none were found in time.

    If the rack cannot be emptied, an upper bound usually shows this quickly.
    """
    rules, view = context.rules, context.view
    if not may_play(rules, view):
        return ()
    if bound(problem(rules, view), context.deadline.share(_BOUND)).left:
        return ()
    best = best_turn(rules, view, deadline=context.deadline.share(_EVERYTHING))
    return best.plays if best.placed >= view.mover.rack else ()
