"""Melds for jokers that would lie alone else: one of them lies with a tile, or none is laid.

It takes three jokers for that, and hardly any other tiles; the steps from cell to cell do not see
it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from tilerummy.melds import Meld
from tilerummy.solver.branches import Branch
from tilerummy.solver.counts import Counts
from tilerummy.solver.possible import possible_melds
from tilerummy.tiles import COLOURS, Tile, TileSet


def anchored(branch: Branch, tiles: TileSet) -> Iterator[Branch]:
    """Yield *branch* with each meld that may be laid of jokers and tiles, and with no joker at all.

    Those with most jokers come first. All that can be laid is among what these can lay, but where
    old melds lie whole or kept jokers go on to show their tiles.
    """
    counts = branch.counts
    there = Counter(_faces(counts, tiles))
    jokers = counts.jokers_need + counts.jokers_spare
    melds = [meld for meld in possible_melds(there - branch.shown, jokers, tiles) if meld.jokers]
    for meld in sorted(melds, key=lambda some: -some.jokers):
        yield _with(branch, meld)
    if counts.jokers_spare and not counts.jokers_need:
        yield replace(branch, counts=replace(counts, jokers_spare=0))


def is_whole(branch: Branch) -> bool:
    """Return whether :func:`anchored` leaves out nothing that can be laid."""
    counts = branch.counts
    cores = any(run.core for run in counts.runs) or any(group.core for group in counts.groups)
    return not cores and not any(branch.shown.values())


def _faces(counts: Counts, tiles: TileSet) -> dict[Tile, int]:
    cells = zip(counts.need, counts.spare, strict=True)
    order = (Tile.of(c, n) for n in range(1, tiles.numbers + 1) for c in tiles.letters)
    return {face: need + spare for face, (need, spare) in zip(order, cells, strict=True)}


def _with(branch: Branch, meld: Meld) -> Branch:
    """Return the branch with *meld* on the table, its tiles taken from those that must be laid."""
    counts = branch.counts
    need, spare, score = list(counts.need), list(counts.spare), branch.score
    for tile in meld.naturals:
        cell = (tile.number - 1) * counts.colours + COLOURS.index(tile.colour)
        if need[cell]:
            need[cell] -= 1
        else:
            spare[cell] -= 1
            score += counts.per_tile + tile.number * counts.per_point
    more = max(0, meld.jokers - counts.jokers_need)
    counts = replace(
        counts,
        need=tuple(need),
        spare=tuple(spare),
        jokers_need=counts.jokers_need - meld.jokers + more,
        jokers_spare=counts.jokers_spare - more,
        at_least=max(0, counts.at_least - meld.points),
    )
    score += more * counts.per_joker
    return replace(branch, counts=counts, melds=(*branch.melds, meld), score=score)
