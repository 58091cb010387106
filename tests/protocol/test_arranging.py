"""Loose tiles of a broken table are arranged with as many rack tiles as possible."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples

from tilerummy.analysis import Objective, arrangement, arrangements
from tilerummy.deadline import Deadline
from tilerummy.melds import fits
from tilerummy.protocol.json_lines import QuestionError
from tilerummy.protocol.solve import solved
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


def _ways(tiles: Rack) -> set[tuple[tuple[Tile, ...], ...]]:
    """Return every partition of *tiles* into melds, by trying all melds of the first tile."""
    if not tiles:
        return {()}
    first, *others = tiles
    found = set()
    for size in range(2, len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            meld = [first, *(others[i] for i in chosen)]
            if _is_meld(meld):
                rest = Rack(tile for i, tile in enumerate(others) if i not in chosen)
                found |= {tuple(sorted((tuple(sorted(meld)), *more))) for more in _ways(rest)}
    return found


@settings(max_examples=examples(40, 400), deadline=None)
@given(st.lists(TILES, min_size=1, max_size=9).map(Rack))
def test_all_arrangements_are_found(loose: Rack) -> None:
    """Those that differ only in what jokers represent count as one."""
    found = arrangements(SABRA, loose, most=20)
    tables = [tuple(sorted(tuple(sorted(m.tiles)) for m in table)) for table in found.tables]
    ways = _ways(loose)

    assert len({*tables}) == len(tables)
    assert {*tables} <= ways
    assert found.complete == (len(tables) == len(ways))
    assert len(tables) == min(20, len(ways))
    assert loose == found.best.tiles + found.leftover


def test_a_whole_set_is_arranged_in_time() -> None:
    bag = rack("k1-k13 r1-r13 b1-b13 o1-o13 k1-k13 r1-r13 b1-b13 o1-o13 * *")
    found = arrangements(SABRA, bag, deadline=Deadline(4_000))

    assert len(found.tables) == 4
    assert all(table.tiles == bag for table in found.tables)
    assert not found.complete


def test_a_bag_that_has_no_arrangement_leaves_as_few_tiles_as_possible() -> None:
    told = solved({"table_tiles": "k3 k4 k5 r9 o9", "arrangements": 4}).answer
    assert (told["arrangements"], told["play"], told["best"]) == ([], None, "k3 k4 k5")
    assert (told["leftover"], told["proven"]) == ("r9 o9", True)


@pytest.mark.parametrize(
    "wrong", [{"arrangements": 0}, {"arrangements": 21}, {"arrangements": 4, "rack": "k1"}]
)
def test_other_questions_about_arrangements_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(QuestionError, match="arrangements"):
        solved({"table_tiles": "k3 k4 k5", **wrong})
