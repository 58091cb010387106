"""The club player: plays the most tiles, changing as few melds as possible."""

from __future__ import annotations

from tilerummy.players.decisions import Decision, Situation
from tilerummy.players.manipulation.turns import turn
from tilerummy.players.plays.most_tiles import most_tiles


def club(at: Situation) -> Decision:
    """Play the most tiles that can be played."""
    return turn(at, most_tiles(at))
