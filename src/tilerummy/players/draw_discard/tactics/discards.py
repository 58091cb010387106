"""Which tile to discard: what the rack needs least, and the next player cannot use."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.players.draw_discard.packed.packing import MARK
from tilerummy.players.draw_discard.packed.useful import completing, copies, near, pairs_with
from tilerummy.players.draw_discard.world.world import PackedWorld


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What a tile is kept for: the more it weighs, the sooner something else is discarded.

    ``pair``: each unseen tile that makes a meld of it and another tile; ``single``: each that could
    make a pair with it; ``end``: that it fits a meld of the table; ``points``: each point that it
    costs on the rack, for discarding it; ``danger``: each meld that the next player could make of
    it with unseen tiles, for keeping it; ``gift``: that the next player can lay it off at once.
    """

    pair: float = 3.0
    single: float = 0.3
    end: float = 4.0
    points: float = 1.0
    danger: float = 0.0
    gift: float = 0.0


_SAFE = 0.3
"""The danger of a kind that the next player has not wanted, compared with others."""


def danger(world: PackedWorld, unit: int, ones: int) -> float:
    """Return how many pairs the next player may have that make a meld with the tile of that unit.

    They are of the kinds *ones*, of which a tile is unseen, without those that it has not wanted.
    """
    unwanted = world.declined[world.next_seat]
    pairs = pairs_with(world.terms.packing, unit, ones & ~unwanted)
    return _SAFE * pairs if unwanted & unit << MARK else pairs


def spare_tiles(world: PackedWorld) -> list[int]:
    """Return the kinds that the mover may discard without breaking a meld; all if there are none.

    A joker is spared as long as there is anything else.
    """
    p, rack = world.terms.packing, world.racks[world.to_move]
    best, shown, _ = world.terms.covers.with_jokers(rack)
    natural = rack & p.numbered
    if not natural:
        return [p.joker]
    dead = shown - sum(meld.tiles for meld in best.melds)
    taken = world.taken if rack // (world.taken or p.joker) & 15 == 1 else 0
    spare = [u for u in p.kinds_of(dead) if natural // u & 15 and u != taken]
    return spare or [u for u in p.kinds_of(natural) if u != taken] or [p.joker]


def ranked_discards(world: PackedWorld, weights: Weights) -> list[tuple[float, int]]:
    """Return the spare tiles of the mover, the best to discard first, each with its rank."""
    spare = spare_tiles(world)
    if len(spare) == 1:
        return [(0.0, spare[0])]
    p, rack = world.terms.packing, world.racks[world.to_move]
    best, shown, _ = world.terms.covers.with_jokers(rack)
    dead = shown - sum(meld.tiles for meld in best.melds)
    unseen = world.unseen()
    ones, twos = p.marks(unseen), p.doubles(unseen)
    following = world.next_seat
    watched = world.may_take(following, now=False)
    opened = world.opened[following] >= 0
    ranked = []
    for unit in spare:
        rank = weights.points * p.points[unit]
        marks = p.marks(dead - unit if dead // unit & 15 else dead)
        rank += weights.pair * copies(completing(p, marks), ones, twos)
        if weights.single:
            rank += weights.single * copies(near(p, marks), ones, twos)
        if weights.end and world.ends:
            rank += weights.end * (marks & world.ends).bit_count()
        if watched:
            if weights.danger:
                rank -= weights.danger * danger(world, unit, ones)
            if weights.gift and opened and world.ends & unit << MARK:
                rank -= weights.gift
        ranked.append((rank, unit))
    ranked.sort(reverse=True)
    return ranked
