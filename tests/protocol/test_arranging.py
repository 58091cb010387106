"""Loose tiles of a broken table are arranged with as many rack tiles as possible."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples

from tilerummy.analysis import Objective, arrangement
from tilerummy.melds import fits
from tilerummy.rules import ruleset
from tilerummy.tiles import JOKER, Rack, Tile, rack

SABRA = ruleset("sabra")


def _partitions(tiles: Rack) -> bool:
    """Return whether *tiles* can be partitioned into melds, by trying all melds of the first."""
    if not tiles:
        return True
    first, *others = tiles
    for size in range(2, len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            meld = [first, *(others[i] for i in chosen)]
            rest = Rack(tile for i, tile in enumerate(others) if i not in chosen)
            if _is_meld(meld) and _partitions(rest):
                return True
    return False


def _is_meld(tiles: list[Tile]) -> bool:
    numbered = [tile for tile in tiles if tile != JOKER]
    if not numbered or len(set(numbered)) < len(numbered):
        return False
    numbers = [tile.number for tile in numbered]
    if len(set(numbers)) == 1 and len(tiles) <= 4:
        return True
    one_colour = len({tile.colour for tile in numbered}) == 1
    return one_colour and max(numbers) - min(numbers) < len(tiles) <= 13


TILES = st.sampled_from([*rack("k1-k4 r1-r4 b1-b4 *")])


@settings(max_examples=examples(40, 400), deadline=None)
@given(st.lists(TILES, max_size=6).map(Rack), st.lists(TILES, max_size=3).map(Rack))
def test_the_best_arrangement_matches_exhaustive_search(loose: Rack, held: Rack) -> None:
    found = arrangement(SABRA, loose, held, Objective.TILES)
    subsets = (
        size
        for size in range(len(held), -1, -1)
        for some in combinations(held, size)
        if _partitions(loose + some)
    )
    best = next(subsets, None)

    assert found.proven
    assert best == (None if found.table is None else len(found.placed))
    if found.table is not None:
        assert found.table.tiles == loose + found.placed
        assert all(fits(meld, SABRA.tiles) for meld in found.table)
