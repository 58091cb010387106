"""Problems as large as they come, which take seconds without a deadline."""

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
    chance = Random(seed)
    for _ in range(count):
        tiles = TileSet(copies=4, jokers=8, one_high=chance.random() < 0.3)
        bag = [tile for tile in tiles.kinds if tile != JOKER] * tiles.copies
        chance.shuffle(bag)
        melds: list[Meld] = []
        jokers = chance.randint(2, 6)
        while sum(map(len, melds)) < 178 - jokers:
            meld = random_meld(chance, tiles, bag, min(jokers, chance.choice((0, 0, 1))))
            if meld is None:
                break
            jokers -= meld.jokers
            melds.append(meld)
        rack = Rack([JOKER, *bag[: chance.randint(19, 39)]])
        hard = JokerLaw(
            melds=JokerMelds.OPEN, reuse=Reuse.NEW_MELD_WITH_RACK, replace_from=ReplaceFrom.ANY
        )
        yield Problem(
            rack=rack,
            table=Table(melds),
            tiles=tiles,
            kind=chance.choice((Kind.REARRANGE, Kind.REARRANGE, Kind.EXTEND)),
            law=chance.choice((hard, any_law(chance))),
            leave=rack if chance.random() < 0.3 else Rack(),
        )
