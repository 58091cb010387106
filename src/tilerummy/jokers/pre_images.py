"""Tables from which a play that only frees jokers leads to a given one.

Where a joker in a group may come to represent another colour, or a group first has to be full, one
play can prepare a second one that only frees jokers: tiles of the rack take their places, and they
lie in new melds of rack tiles. Here that second play is taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers.melds import origins
from tilerummy.jokers.options import JokerLaw
from tilerummy.melds import Table
from tilerummy.tiles import JOKER, Rack, Tile, TileSet


def pre_images(
    law: JokerLaw, tiles: TileSet, after: Table, rack: Rack, *, deadline: Deadline = NEVER
) -> Iterator[Table]:
    """Yield the tables from which jokers freed by tiles of *rack* leave *after*.

    Each replacing tile lies where the joker lay. Nothing else is changed, and what is yielded need
    not be legal. Raises OutOfTimeError when the *deadline* is over.
    """
    held = Counter(rack)
    jokered = [m for m in after if m.jokers and Counter(m.numbered) <= held]
    seen = set()
    for count in range(1, len(jokered) + 1):
        for targets in dict.fromkeys(combinations(jokered, count)):
            left = held - Counter(t for m in targets for t in m.numbered)
            laid = sum(m.jokers for m in targets)
            for freed in range(max(1, laid - held[JOKER]), laid + 1):
                rest = after - targets
                deadline.check()
                for before in _taken_back(law, tiles, rest, left, freed, deadline):
                    if before not in seen:
                        seen.add(before)
                        yield before


def _taken_back(
    law: JokerLaw,
    tiles: TileSet,
    table: Table,
    rack: Counter[Tile],
    jokers: int,
    deadline: Deadline,
) -> Iterator[Table]:
    """Yield *table* with tiles of *rack* taken off it and so many jokers in their places."""
    if jokers == 0:
        yield table
        return
    for meld in dict.fromkeys(table):
        deadline.check()
        for origin in origins(meld, law, tiles, rack):
            if origin.freed <= jokers:
                before, rest = table - [meld] + [origin.was], rack - Counter(origin.replacing)
                yield from _taken_back(law, tiles, before, rest, jokers - origin.freed, deadline)
