"""The cost of judging a play: a slow one is not judged on the event loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import comb, factorial, prod

from tilerummy.jokers import JokerMelds, Reuse
from tilerummy.jokers.melds import joker_numbers
from tilerummy.melds import Meld, Run, Table
from tilerummy.rules import Ruleset
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.server.room.room import Room
from tilerummy.state import Action, Declare, Foul, GoOut, Play, TimeOut

MOST_READINGS = 32
"""The number of joker readings with which a play is judged in 2 ms."""


def many_readings(rules: Ruleset, table: Table) -> bool:
    """Return whether a play on *table* may have too many readings to be judged quickly.

    The referee searches for one that the law of jokers allows, in the worst case among all of them:
    which jokers were replaced and, where not any meld may take those, which jokers of the table
    after these are and which the kept ones.
    """
    if not isinstance(rules.table, Rearrange) or rules.table.jokers.melds is JokerMelds.FREE:
        return False
    ways = Counter({0: 1})
    for meld in table:
        if meld.jokers:
            ways = _together(ways, _choices(meld, rules.tiles.colours))
    if rules.table.jokers.reuse is Reuse.ANY:
        return ways.total() > MOST_READINGS
    numbers = Counter(joker_numbers(table))
    exchanges = prod(map(factorial, numbers.values()))  # jokers of one number change places
    spare = max(0, rules.tiles.jokers - numbers.total())
    shares = sum(n * comb(spare + freed, freed) for freed, n in ways.items())
    return shares * exchanges > MOST_READINGS


def _choices(meld: Meld, colours: int) -> Counter[int]:
    """Return in how many ways each number of jokers of one meld may have been replaced."""
    replacing = meld.jokers if isinstance(meld, Run) else colours - len(meld.numbered)
    return Counter({freed: comb(replacing, freed) for freed in range(meld.jokers + 1)})


def _together(some: Counter[int], others: Counter[int]) -> Counter[int]:
    """Return in how many ways each number of jokers may have been replaced, here and there."""
    both: Counter[int] = Counter()
    for here, ways in some.items():
        for there, more in others.items():
            both[here + there] += ways * more
    return both


def takes_long(room: Room, actions: Iterable[Action]) -> bool:
    """Return whether it may take more than 2 ms to judge *actions* in a room."""
    assert room.state is not None
    plays = any(isinstance(a, Play | GoOut | Declare | Foul | TimeOut) for a in actions)
    return plays and many_readings(room.rules, room.state.table)
