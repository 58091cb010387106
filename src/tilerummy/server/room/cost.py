"""Detects plays that are costly to judge, and so must not be judged on the event loop."""

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

MAX_READINGS = 32
"""The maximum number of joker readings that the referee can try within 2 ms."""


def has_many_readings(rules: Ruleset, table: Table) -> bool:
    """Return whether the jokers on *table* may have too many readings to judge a play quickly.

    A reading determines which jokers a play replaced. If the joker rules restrict the melds that
    may receive these jokers, a reading also determines which jokers of the new table they are. In
    the worst case, the referee tries every reading.
    """
    if not isinstance(rules.table, Rearrange) or rules.table.jokers.melds is JokerMelds.FREE:
        return False
    ways = Counter({0: 1})
    for meld in table:
        if meld.jokers:
            ways = _combined(ways, _choices(meld, rules.tiles.colours))
    if rules.table.jokers.reuse is Reuse.ANY:
        return ways.total() > MAX_READINGS
    numbers = Counter(joker_numbers(table))
    exchanges = prod(map(factorial, numbers.values()))  # jokers with one number, in any order
    spare = max(0, rules.tiles.jokers - numbers.total())
    shares = sum(n * comb(spare + freed, freed) for freed, n in ways.items())
    return shares * exchanges > MAX_READINGS


def _choices(meld: Meld, colours: int) -> Counter[int]:
    """Tally the ways to replace jokers in a meld, indexed by the number of jokers replaced."""
    replacing = meld.jokers if isinstance(meld, Run) else colours - len(meld.numbered)
    return Counter({freed: comb(replacing, freed) for freed in range(meld.jokers + 1)})


def _combined(first: Counter[int], second: Counter[int]) -> Counter[int]:
    """Combine two tallies of ways to replace jokers, both indexed by the number replaced."""
    both: Counter[int] = Counter()
    for here, ways in first.items():
        for there, more in second.items():
            both[here + there] += ways * more
    return both


def is_expensive(room: Room, actions: Iterable[Action]) -> bool:
    """Return whether it might take longer than 2 ms to judge *actions* in a room."""
    assert room.state is not None
    plays = any(isinstance(a, Play | GoOut | Declare | Foul | TimeOut) for a in actions)
    return plays and has_many_readings(room.rules, room.state.table)
