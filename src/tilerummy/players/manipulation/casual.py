"""The casual player: rearranges at most two table melds at a time."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.analysis.positions import after_play, may_play
from tilerummy.players.decisions import Decision, DecisionContext, Motive
from tilerummy.players.manipulation.turns import turn
from tilerummy.players.plays.two_melds import play_touching_two
from tilerummy.state import Play


def casual(context: DecisionContext) -> Decision:
    """Play as many tiles as possible while changing at most two table melds per play."""
    plays = (*_plays(context),)
    laid = sum(len(play.placed) for play in plays)
    return turn(
        context, plays, Motive.of("noticed", n=laid) if plays else Motive.of("noticed_nothing")
    )


def _plays(context: DecisionContext) -> Iterator[Play]:
    view = context.view
    while may_play(context.rules, view):
        play = play_touching_two(context.rules, view, context.rng, deadline=context.deadline)
        if play is None:
            return
        yield play
        view = after_play(view, play)
