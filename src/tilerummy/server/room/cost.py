"""The cost of judging a play: a slow one is not judged on the event loop."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

from tilerummy.jokers import JokerMelds
from tilerummy.melds import Meld, Run, Table
from tilerummy.rules import Ruleset
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.server.room.room import Room
from tilerummy.state import Action, Declare, Foul, GoOut, Play, TimeOut

MOST_READINGS = 32
"""The number of joker readings with which a play is judged in 2 ms."""


def many_readings(rules: Ruleset, table: Table) -> bool:
    """Return whether a play on *table* may have too many readings to be judged quickly.

    The referee searches for one that the law of jokers allows, in the worst case among all of them.
    """
    if not isinstance(rules.table, Rearrange) or rules.table.jokers.melds is JokerMelds.FREE:
        return False
    readings = 1
    for meld in table:
        if meld.jokers:
            readings *= _choices(meld, rules.tiles.colours)
            if readings > MOST_READINGS:
                return True
    return False


def _choices(meld: Meld, colours: int) -> int:
    """Return the number of ways in which the jokers of one meld may have been replaced."""
    if isinstance(meld, Run):
        return int(2**meld.jokers)
    missing = colours - len(meld.naturals)
    return sum(comb(missing, replaced) for replaced in range(meld.jokers + 1))


def takes_long(room: Room, actions: Iterable[Action]) -> bool:
    """Return whether it may take more than 2 ms to judge *actions* in a room."""
    assert room.state is not None
    plays = any(isinstance(a, Play | GoOut | Declare | Foul | TimeOut) for a in actions)
    return plays and many_readings(room.rules, room.state.table)
