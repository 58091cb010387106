"""Partitions of tiles into melds are found and counted exactly once."""

from __future__ import annotations

from random import Random

import pytest

from tilerummy.analysis.partitions import Partitions
from tilerummy.tiles import Rack, TileSet, rack

SMALL = TileSet(numbers=5, colours=4, copies=2, jokers=2)


@pytest.mark.parametrize(
    ("tiles", "partitions"),
    [
        ("k1 k2 k3 r1 r2 r3 b1 b2 b3", 2),
        ("k1 k1 k2 k2 k3 k3", 1),
        ("k1 k1 k2 k2 k3 k3 r1 r1 r2 r2 r3 r3 b1 b1 b2 b2 b3 b3", 3),
        ("k1 k2 k3 r1 r2 r3 b1 b2 b3 o4 o5", 0),
    ],
)
def test_every_partition_is_found_once(tiles: str, partitions: int) -> None:
    found = [*Partitions(SMALL, 0).all(rack(tiles))]

    assert len(found) == len({tuple(sorted(map(str, melds))) for melds in found}) == partitions


def test_counting_agrees_with_listing() -> None:
    rng, possible = Random(3), 0
    while possible < 20:
        tiles = Rack(rng.sample([*SMALL], rng.choice((9, 12, 14))))
        found = [*Partitions(SMALL, 2).all(tiles)]

        assert len({tuple(sorted(map(str, melds))) for melds in found}) == len(found)
        assert Partitions(SMALL, 2).count(tiles) == len(found)
        possible += bool(found)
