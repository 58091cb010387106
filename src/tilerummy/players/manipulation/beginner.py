"""The beginner: lays melds and single tiles from its rack, but overlooks some."""

from __future__ import annotations

from tilerummy.players.decisions import Decision, DecisionContext, Motive
from tilerummy.players.manipulation.turns import turn
from tilerummy.players.plays.noticed_plays import noticed_plays

OVERLOOKED = 0.7
"""The probability that the beginner overlooks a meld or a single tile."""


def beginner(context: DecisionContext) -> Decision:
    """Lay the melds that the beginner spots, or lay off a single tile, without rearranging any."""
    plays = (*noticed_plays(context, OVERLOOKED, tires=True),)
    laid = sum(len(play.placed) for play in plays)
    return turn(
        context, plays, Motive.of("noticed", n=laid) if plays else Motive.of("noticed_nothing")
    )
