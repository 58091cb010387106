"""Racks as integers: the same melds as the solver finds, and the useful tiles."""

from __future__ import annotations

from random import Random

import pytest

from tilerummy.analysis.hints.discards import in_melds
from tilerummy.players.draw_discard.packed.covers import covers
from tilerummy.players.draw_discard.packed.packing import MARK
from tilerummy.players.draw_discard.packed.useful import completing, near, pairs_with
from tilerummy.rules import ruleset
from tilerummy.tiles import JOKER, Rack, TileSet, rack, tile

AMERICAN = ruleset("american").tiles
SMALL = TileSet(numbers=5, colours=3, copies=3, jokers=1, one_high=True)


@pytest.mark.parametrize("tiles", [AMERICAN, SMALL, TileSet(numbers=26, colours=8, copies=1)])
def test_as_many_tiles_lie_in_melds_as_the_solver_places(tiles: TileSet) -> None:
    chance, found = Random(1), covers(tiles)
    numbered = [t for t in tiles if t != JOKER]
    for size in (5, 14, 15, 18):
        for _ in range(25):
            held = Rack(chance.sample(numbered, size))

            assert found.best(found.packing.pack(held)).size == in_melds(held, tiles), held


def test_a_rack_is_packed_and_unpacked() -> None:
    p = covers(AMERICAN).packing
    held = rack("k1 k1 k13 r7 o13 * *")

    assert p.unpack(p.pack(held)) == held
    assert p.tiles_in(p.pack(held)) == 7
    assert p.value(p.pack(held), 30) == 1 + 1 + 13 + 7 + 13 + 60


def test_the_melds_with_jokers_can_be_laid() -> None:
    chance, found = Random(2), covers(AMERICAN)
    for _ in range(100):
        held = Rack((*chance.sample([*AMERICAN], 14), JOKER))
        best, shown, used = found.with_jokers(found.packing.pack(held))

        assert best.size <= in_melds(held, AMERICAN)
        assert found.packing.tiles_in(shown) == len([t for t in held if t != JOKER]) + used


@pytest.mark.parametrize(
    ("held", "useful"),
    [
        ("k4 k5", "k3 k6"),
        ("k4 k6", "k5"),
        ("k12 k13", "k1 k11"),
        ("k1 k2", "k3"),
        ("k1 k13", "k12"),
        ("k4 r4", "b4 o4"),
        ("k4 k4", ""),
        ("k13 r1", ""),
    ],
)
def test_useful_kinds_make_a_meld_of_two_tiles(held: str, useful: str) -> None:
    p = covers(AMERICAN).packing
    kinds = completing(p, p.marks(p.pack(rack(held))))

    assert p.unpack(kinds >> MARK) == rack(useful)


def test_a_tile_is_near_what_could_lie_in_a_meld_with_it() -> None:
    p = covers(AMERICAN).packing
    kinds = near(p, p.marks(p.pack(rack("k13"))))

    assert p.unpack(kinds >> MARK) == rack("k1 k11 k12 r13 b13 o13")


@pytest.mark.parametrize(
    ("held", "there", "pairs"),
    [
        ("k1", "k2 k3 k12 k13", 2),
        ("k7", "k5 k6 k8 r7 b7 o7", 5),
        ("k7", "k5 k9 r7", 0),
    ],
)
def test_the_danger_of_a_tile_counts_unseen_pairs_that_make_a_meld_of_it(
    held: str, there: str, pairs: int
) -> None:
    p = covers(AMERICAN).packing

    assert pairs_with(p, p.units[tile(held)], p.marks(p.pack(rack(there)))) == pairs
