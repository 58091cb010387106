"""Finds the possible tables before a play that does nothing but free jokers, given the result.

If a joker in a group may change its colour, or a group must first be full, one play can prepare a
second one that only frees jokers: rack tiles take the jokers' positions, and the jokers go into new
melds with rack tiles. This module undoes the second play.
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
    """Yield the possible tables before a play that freed jokers with tiles from *rack*.

    *after* is the table after the play. Each replacing tile takes the joker's position, and no
    other old meld changes. The plays need not be legal. Raises OutOfTimeError when the *deadline*
    passes.
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
    """Yield the tables that result from putting back *jokers* jokers to replace *rack* tiles."""
    if jokers == 0:
        yield table
        return
    for meld in dict.fromkeys(table):
        deadline.check()
        for origin in origins(meld, law, tiles, rack):
            if origin.freed <= jokers:
                before, rest = table - [meld] + [origin.was], rack - Counter(origin.replacing)
                yield from _taken_back(law, tiles, before, rest, jokers - origin.freed, deadline)
