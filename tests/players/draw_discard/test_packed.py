"""Racks as integers: the same melds as the solver finds, and the useful tiles."""

from __future__ import annotations

from random import Random

import pytest

from tilerummy.analysis.hints.discards import in_melds
from tilerummy.players.draw_discard.packed.covers import Covers, PackedMeld, covers
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


class Counting(Covers):
    """Counts how often it looks for the melds of a rack."""

    looks = 0

    def melds(self, rack: int) -> list[PackedMeld]:
        """Count, and return the melds."""
        self.looks += 1
        return super().melds(rack)


CROWDED = (
    (
        "k3 k5 k6 k6 k6 k7 k8 k13 r2 r4 r5 r6 r7 r9 r9 r11 b2 b3 b8 b8 b11 b11 b12 b13"
        " o2 o5 o6 o6 o7 o8 o8 o8 o10 o12 o13 * * * *"
    ),
    (
        "k1 k2 k3 k3 k8 k9 k9 k10 r4 r5 r5 r7 r8 r9 r9 r11 r11 r12 r12 r13 b2 b2 b3 b4 b9 b11 b11"
        " b13 o3 o3 o5 o10 o10 o11 o12 * * * *"
    ),
    (
        "k2 k11 k12 k13 k13 r2 r2 r2 r2 r3 r4 r7 r9 r9 r9 r9 r10 r11 r13 b1 b2 b2 b3 b7 b7 b7 b8 b9"
        " b9 b11 o1 o9 o9 o12 o13 * * * *"
    ),
)


@pytest.mark.parametrize("held", CROWDED)
def test_a_rack_of_very_many_melds_takes_no_longer_than_others(held: str) -> None:
    found = Counting(AMERICAN)
    found.with_jokers(found.packing.pack(rack(held)))

    assert found.looks < 1500


@pytest.mark.parametrize("held", CROWDED)
def test_the_melds_of_a_rack_do_not_depend_on_what_was_asked_before(held: str) -> None:
    fresh, used = Covers(AMERICAN), Covers(AMERICAN)
    packed = fresh.packing.pack(rack(held))
    for unit in fresh.packing.kinds_of(packed):
        used.best(packed - unit)
        used.with_jokers(packed - unit)

    assert used.with_jokers(packed) == fresh.with_jokers(packed)
    assert used.best(packed) == fresh.best(packed)


def test_the_melds_of_a_large_rack_of_american_are_the_best() -> None:
    chance, found = Random(3), covers(AMERICAN)
    numbered = [t for t in AMERICAN if t != JOKER]
    for _ in range(50):
        held = Rack(chance.sample(numbered, 26))

        assert found.best(found.packing.pack(held)).size == in_melds(held, AMERICAN), held


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
