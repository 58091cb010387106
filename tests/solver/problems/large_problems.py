"""The largest problems, which take seconds without a deadline."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.solver.problems.random_melds import random_meld
from tests.solver.problems.random_problems import any_law

from tilerummy.jokers import JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.melds import Meld, Table
from tilerummy.solver import Kind, Problem
from tilerummy.tiles import JOKER, Rack, TileSet


def large(seed: int, count: int) -> Iterator[Problem]:
    """Yield positions with up to 178 tiles on the table, racks of 20 to 40 and many jokers."""
    rng = Random(seed)
    for _ in range(count):
        tiles = TileSet(copies=4, jokers=8, one_high=rng.random() < 0.3)
        bag = [tile for tile in tiles.kinds if tile != JOKER] * tiles.copies
        rng.shuffle(bag)
        melds: list[Meld] = []
        jokers = rng.randint(2, 6)
        while sum(map(len, melds)) < 178 - jokers:
            meld = random_meld(rng, tiles, bag, min(jokers, rng.choice((0, 0, 1))))
            if meld is None:
                break
            jokers -= meld.jokers
            melds.append(meld)
        rack = Rack([JOKER, *bag[: rng.randint(19, 39)]])
        hard = JokerLaw(
            melds=JokerMelds.OPEN, reuse=Reuse.NEW_MELD_WITH_RACK, replace_from=ReplaceFrom.ANY
        )
        yield Problem(
            rack=rack,
            table=Table(melds),
            tiles=tiles,
            kind=rng.choice((Kind.REARRANGE, Kind.REARRANGE, Kind.EXTEND)),
            law=rng.choice((hard, any_law(rng))),
            leave=rack if rng.random() < 0.3 else Rack(),
        )
