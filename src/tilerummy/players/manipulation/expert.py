"""The expert: saves its jokers, and holds back its last tiles in order to lay them in one turn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import reduce

from tilerummy.analysis.positions import after_play
from tilerummy.players.decisions import Decision, DecisionContext, Motive
from tilerummy.players.manipulation.strong import (
    play_and_save_jokers,
    saves_jokers_unopened,
    strong,
)
from tilerummy.players.manipulation.turns import turn
from tilerummy.players.plays.most_tiles import plays_of_all
from tilerummy.rules import Ruleset
from tilerummy.solver import Objective
from tilerummy.state import Play, State


@dataclass(frozen=True, slots=True)
class Patience:
    """The conditions for holding tiles back.

    They are met if at most ``left`` tiles would remain on the expert's rack and every opponent has
    at least ``others``.
    """

    left: int
    others: int


FOR_TWO = Patience(left=8, others=5)
FOR_MORE = Patience(left=14, others=4)
"""With more than two players, the awaited tiles are laid sooner, so it pays to hold back more."""
OPENING_PENALTIES = {4: 145}
"""The minimum penalty that makes opening pay with this number of players; with more, any does."""
UNOPENED = 13
"""In two-player McGraw, the expert delays opening until its opponent has fewer tiles than this."""


def expert(context: DecisionContext) -> Decision:
    """Go out, hold the last tiles back while that is safe, or play like the strong player.

    Laying the tiles would help the opponents to go out, and the few that remain would be hard to
    lay.
    """
    if not waiting_pays(context.rules, len(context.view.seats)):
        return strong(context)
    everything = plays_of_all(context)
    if everything:
        return turn(context, everything)
    if context.rules.jokers_due:
        return _where_jokers_are_due(context)
    decision = play_and_save_jokers(context)
    left = len(_after(context, decision).mover.rack)
    if _holds(context, left) and left < len(context.view.mover.rack):
        return turn(context, (), Motive.of("held", n=len(context.view.mover.rack) - left))
    return decision


def waiting_pays(rules: Ruleset, seats: int) -> bool:
    """Return whether it may pay off for the expert to wait with its last tiles.

    It does not pay off in McGraw against several opponents: a draw adds four tiles, and one of the
    opponents is likely to go out first.
    """
    return not rules.jokers_due or seats == 2


def opening_pays(rules: Ruleset, seats: int) -> bool:
    """Return whether opening as soon as possible scores more than waiting to go out in one turn.

    It does if players who have opened draw more tiles, and with four or more players if the penalty
    for never opening is high enough. Two or three players who wait go out before they would pay it.
    The experiment is described in docs/waiting.md.
    """
    opened, unopened = (rules.tiles_drawn(opened=opened) for opened in (True, False))
    penalty = getattr(rules.scoring, "not_opened", 0)
    enough = OPENING_PENALTIES.get(seats, 0) if seats > 3 else math.inf
    return opened > unopened or (penalty > 0 and penalty >= enough)


def _where_jokers_are_due(context: DecisionContext) -> Decision:
    """Delay the opening in order to save jokers; otherwise play for the most points.

    Holding tiles back is useless in McGraw, because a draw adds four tiles.
    """
    if saves_jokers_unopened(context) and context.view.fewest_of_others >= UNOPENED:
        return turn(context, (), Motive.of("waited"))
    return play_and_save_jokers(context, Objective.POINTS)


def _holds(context: DecisionContext, left: int) -> bool:
    """Return whether the expert waits if *left* tiles would remain on its rack."""
    view = context.view
    patience = FOR_TWO if len(view.seats) == 2 else FOR_MORE
    early = bool(view.pool) and view.fewest_of_others >= patience.others
    return early and view.mover.opened is not None and left <= patience.left


def _after(context: DecisionContext, decision: Decision) -> State:
    plays = [action for action in decision.actions if isinstance(action, Play)]
    return reduce(after_play, plays, context.view)
