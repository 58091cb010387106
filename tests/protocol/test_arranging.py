"""Tiles of a table that fell apart are arranged, with as many of the rack as possible."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples

from tilerummy.analysis import Objective, arrangement
from tilerummy.melds import fits
from tilerummy.protocol.json_lines import Answer, QuestionError
from tilerummy.protocol.solve import solved
from tilerummy.rules import ruleset
from tilerummy.tiles import JOKER, Rack, Tile, rack

SABRA = ruleset("sabra")


def ask(**fields: object) -> Answer:
    return solved(fields).answer


def test_all_loose_tiles_lie_and_as_many_of_the_rack_as_possible() -> None:
    told = ask(table_tiles="k5 r5 r6 r7 *", rack="o5 k9 r8")

    assert (told["tiles"], told["points"], told["rack"]) == (2, 13, "k9")
    assert SABRA.read_table(str(told["play"])).tiles == rack("k5 r5 r6 r7 * o5 r8")
    assert told["proven"] is True


def test_points_are_an_objective_too() -> None:
    low = ask(table_tiles="b4 b5", rack="b1 b2 b3 b6", objective="tiles")
    high = ask(table_tiles="k13 r13", rack="b13 k1 k11 k12", objective="points")

    assert low["tiles"] == 4
    assert (high["tiles"], high["points"]) == (1, 13)


def test_jokers_of_the_table_are_wild_again() -> None:
    told = ask(table_tiles=["*", "k13", "r13", "r1", "r2", "*"], rack="")

    assert told["play"] == "r1 r2 *r3 / k13 r13 *13"


def test_loose_tiles_that_cannot_all_lie_are_said_to_be_none() -> None:
    told = ask(table_tiles="k5 r5 r6", rack="o9")

    assert (told["play"], told["tiles"], told["rack"], told["proven"]) == (None, 0, "o9", True)


def test_a_rack_tile_may_save_loose_tiles() -> None:
    assert ask(table_tiles="k5 r5", rack="o5")["play"] == "k5 r5 o5"


def test_nothing_loose_is_the_best_of_the_rack_alone() -> None:
    assert ask(table_tiles="", rack="k1 k2 k3 r9")["tiles"] == 3
    assert ask(table_tiles="", rack="")["play"] == ""


def test_what_does_not_go_together_is_an_error() -> None:
    with pytest.raises(QuestionError, match="melds or as tiles"):
        ask(table="k1 k2 k3", table_tiles="k1", rack="")
    with pytest.raises(QuestionError, match="opened"):
        ask(table_tiles="k1", rack="", opened=False)
    with pytest.raises(QuestionError, match="numbers are 1 to 13"):
        ask(table_tiles="k14", rack="")


def test_more_tiles_than_the_game_has_are_warned_of() -> None:
    assert ask(table_tiles="k5 k5 k5", rack="")["warnings"] == [
        "there are 3 of k5, but the game has 2"
    ]


def _partitions(tiles: Rack) -> bool:
    """Return whether *tiles* can be parted into melds, by trying all melds of the first one."""
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
def test_the_best_arrangement_is_what_trying_everything_finds(loose: Rack, held: Rack) -> None:
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
