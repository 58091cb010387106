"""Finds plays that lay the most tiles in a turn, with or without using the rack's jokers."""

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
"""The fraction of the time used for checking whether all tiles can be played."""

_EVERYTHING = 0.6
"""The fraction of the time used for finding plays that lay all tiles."""


def most_tiles(
    context: DecisionContext, objective: Objective = Objective.TILES, *, save_jokers: bool = False
) -> Iterator[Play]:
    """Yield plays that lay the most tiles in this turn while changing as few melds as possible.

    *objective* selects what to maximise instead of the number of tiles, such as points. With
    *save_jokers*, all jokers stay on the rack.
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
    """Return *view* without the jokers on the mover's rack."""
    others = Rack(tile for tile in view.mover.rack if tile != JOKER)
    return view.with_seat(view.to_move, replace(view.mover, rack=others))


def plays_of_all(context: DecisionContext) -> tuple[Play, ...]:
    """Return plays that empty the rack, or () if none were found in time.

    If the rack cannot be emptied, an upper bound usually proves this quickly.
    """
    rules, view = context.rules, context.view
    if not may_play(rules, view):
        return ()
    if bound(problem(rules, view), context.deadline.share(_BOUND)).left:
        return ()
    best = best_turn(rules, view, deadline=context.deadline.share(_EVERYTHING))
    return best.plays if best.placed >= view.mover.rack else ()
