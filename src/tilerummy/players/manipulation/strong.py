"""The strong player: plays as many tiles as possible, but saves its jokers in order to go out."""

from __future__ import annotations

from tilerummy.players.decisions import Decision, DecisionContext, Motive
from tilerummy.players.manipulation.turns import turn
from tilerummy.players.plays.most_tiles import most_tiles, plays_of_all
from tilerummy.solver import Objective
from tilerummy.tiles import JOKER

LATE = 36
"""With more rack tiles than this, a player opens even if that forces it to play its jokers."""


LAST_TILES = 1
"""With several opponents, stop saving jokers once any opponent has at most this many tiles."""


def strong(context: DecisionContext) -> Decision:
    """Go out if possible; otherwise play the most tiles, but save jokers while that may pay off."""
    everything = plays_of_all(context)
    if everything:
        return turn(context, everything)
    if waits_to_open(context):
        return turn(context, (), Motive.of("waited"))
    return play_and_save_jokers(context)


def play_and_save_jokers(
    context: DecisionContext, objective: Objective = Objective.TILES
) -> Decision:
    """Play the most tiles, but leave jokers on the rack while :func:`saves_jokers` permits it."""
    if JOKER not in context.view.mover.rack or not saves_jokers(context):
        return turn(context, most_tiles(context, objective))
    plays = (*most_tiles(context, objective, save_jokers=True),)
    laid = sum(len(play.placed) for play in plays)
    return turn(context, plays, Motive.of("saved_jokers", n=laid))


def saves_jokers(context: DecisionContext) -> bool:
    """Return whether the rules allow saving jokers and the round is not about to end.

    A joker left on the rack costs many points when another player goes out, which is likelier to
    happen with several opponents. Against a single opponent, saving jokers wins more rounds.
    """
    view = context.view
    hurried = len(view.seats) > 2 and view.fewest_of_others <= LAST_TILES
    return bool(view.pool) and not context.rules.jokers_due and not hurried


def waits_to_open(context: DecisionContext) -> bool:
    """Return whether to delay opening in order to save jokers.

    Delaying pays only with a small rack, and only until an opponent opens.
    """
    view = context.view
    others_opened = any(s.opened is not None for i, s in enumerate(view.seats) if i != view.to_move)
    small = len(view.mover.rack) <= LATE
    return saves_jokers_unopened(context) and small and not others_opened


def saves_jokers_unopened(context: DecisionContext) -> bool:
    """Return whether delaying the opening is the only way to save jokers (RULES 2.4)."""
    view, mover = context.view, context.view.mover
    unopened = context.rules.jokers_due and mover.opened is None
    return unopened and JOKER in mover.rack and bool(view.pool)
