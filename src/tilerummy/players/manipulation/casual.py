"""The casual player: rearranges two melds at most."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.analysis.positions import after_play, may_play
from tilerummy.players.decisions import Decision, Motive, Situation
from tilerummy.players.manipulation.turns import turn
from tilerummy.players.plays.two_melds import play_touching_two
from tilerummy.state import Play


def casual(at: Situation) -> Decision:
    """Play the most tiles possible by changing at most two table melds per play."""
    plays = (*_plays(at),)
    laid = sum(len(play.placed) for play in plays)
    return turn(at, plays, Motive.of("noticed", n=laid) if plays else Motive.of("noticed_nothing"))


def _plays(at: Situation) -> Iterator[Play]:
    view = at.view
    while may_play(at.rules, view):
        play = play_touching_two(at.rules, view, at.rng, deadline=at.deadline)
        if play is None:
            return
        yield play
        view = after_play(view, play)
