"""The club player: plays as many tiles as possible, changing as few melds as possible."""

from __future__ import annotations

from tilerummy.players.decisions import Decision, DecisionContext
from tilerummy.players.manipulation.turns import turn
from tilerummy.players.plays.most_tiles import most_tiles


def club(context: DecisionContext) -> Decision:
    """Play as many tiles as possible."""
    return turn(context, most_tiles(context))
