"""Under free jokers the solvers agree with an integer program that shares no code with them.

A tenth of the positions, with up to ``SMALL`` tiles, are also compared with the reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.solver.oracles.integer_program import best
from tests.solver.problems.random_melds import random_meld
from tests.support.examples import examples

from tilerummy.jokers import JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.melds import Meld, Table
from tilerummy.solver import HAS_KERNEL, Objective, Problem, reference, solve
from tilerummy.tiles import JOKER, Rack, Tile, TileSet

POSITIONS = examples(100, 5000)
SMALL_POSITIONS = POSITIONS // 10
SMALL = 30
FREE = JokerLaw(melds=JokerMelds.FREE, replace_from=ReplaceFrom.ANY, reuse=Reuse.ANY)
SETS = (
    *(TileSet(),) * 6,
    TileSet(numbers=9, colours=3),
    TileSet(numbers=13, colours=5),
    TileSet(numbers=20),
    TileSet(copies=3),
    TileSet(one_high=True),
    TileSet(numbers=6, copies=1),
)


def positions(seed: int) -> Iterator[Problem]:
    """Yield positions with tables of random melds, from empty to nearly all the tiles."""
    rng = Random(seed)
    while True:
        tiles = rng.choice(SETS)
        bag = [t for t in tiles if t.is_numbered]
        rng.shuffle(bag)
        jokers = min(2, tiles.jokers)
        table = Table(_melds(rng, tiles, bag, rng.randrange(14), jokers))
        jokers -= table.tiles.count(JOKER)
        rack = [bag.pop() for _ in range(min(len(bag), rng.randrange(1, 21)))]
        rack += [JOKER] * rng.randint(0, jokers)
        yield Problem(
            rack=Rack(rack),
            table=table,
            tiles=tiles,
            law=FREE,
            objective=rng.choice(list(Objective)),
            tidy=rng.random() < 0.3,
        )


def _melds(rng: Random, tiles: TileSet, bag: list[Tile], count: int, jokers: int) -> Iterator[Meld]:
    """Yield melds of tiles taken from the bag, some with a joker instead of a tile."""
    for _ in range(count):
        made = random_meld(rng, tiles, bag, jokers if rng.random() < 0.2 else 0)
        if made is None:
            return
        jokers -= made.jokers
        yield made


@pytest.mark.skipif(not HAS_KERNEL, reason="the reference takes minutes for the largest ones")
def test_the_solver_finds_what_the_integer_program_finds() -> None:
    for number, problem in zip(range(POSITIONS), positions(1), strict=False):
        found = solve(problem)
        assert found.proven, problem
        assert (len(found.placed), found.points) == best(problem), (number, problem)


def test_plain_python_finds_the_same() -> None:
    small = (p for p in positions(2) if len(p.table.tiles) + len(p.rack) <= SMALL)
    for number, problem in zip(range(SMALL_POSITIONS), small, strict=False):
        found, plain = solve(problem), reference.solve(problem)
        compared = 3 if problem.tidy else 2
        assert found.rank[:compared] == plain.rank[:compared], (number, problem)
        assert found.proven, problem
        assert (len(plain.placed), plain.points) == best(problem), (number, problem)
