"""The joker law of single melds, forwards and backwards: RULES 2.2, rule 3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from tests.support.examples import examples

from tilerummy.jokers import GroupOfThree, JokerLaw
from tilerummy.jokers.melds import (
    Replacement,
    covers,
    origins,
    replacements,
    represented,
    without,
)
from tilerummy.melds import Meld, fits, meld
from tilerummy.melds.enumeration import possible_melds
from tilerummy.tiles import STANDARD, Tile, TileSet, rack

SMALL = TileSet(numbers=5, colours=4, one_high=True)
LAWS = [JokerLaw(group_of_three=group) for group in GroupOfThree]


def melds(tiles: TileSet, jokers: int) -> list[Meld]:
    return [*possible_melds(Counter(tiles.kinds), jokers, tiles)]


def taken_back(
    now: Meld, law: JokerLaw, tiles: TileSet, rack: frozenset[Tile]
) -> Iterator[tuple[Meld, frozenset[Tile]]]:
    """Yield the possible origins of *now*, with the tiles that have replaced jokers."""
    for origin in origins(now, law, tiles, rack):
        by = frozenset(origin.replacing)
        yield origin.was, by
        for was, others in taken_back(origin.was, law, tiles, rack - by):
            yield was, by | others


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.group_of_three)
def test_every_replacement_is_found_from_the_meld_that_it_leaves(law: JokerLaw) -> None:
    every = frozenset(SMALL.kinds)
    checked = 0
    for was in melds(SMALL, examples(2, 3)):
        for found in replacements(was, law, SMALL):
            if found.freed:
                back = set(taken_back(found.now, law, SMALL, every))
                assert (was, frozenset(found.replacing)) in back, found
                checked += 1
    assert checked > 500


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.group_of_three)
def test_every_origin_is_a_meld_that_the_law_lets_become_this_one(law: JokerLaw) -> None:
    for now in melds(SMALL, 2):
        for origin in origins(now, law, SMALL, SMALL.kinds):
            assert origin.now == now
            assert fits(origin.was, SMALL)
            assert origin in replacements(origin.was, law, SMALL)


def test_only_tiles_of_the_rack_are_taken_back() -> None:
    """S0 "has in rack the tile which the joker represents"."""
    now = meld("b5 b6 b7")
    assert not [*origins(now, JokerLaw(), STANDARD, rack("r6 k6"))]
    (only,) = origins(now, JokerLaw(), STANDARD, rack("b6 k6"))
    assert only == Replacement(meld("b5 *b6 b7"), now, tuple(rack("b6")), 1)


def test_a_group_of_three_is_replaced_by_both_missing_tiles() -> None:
    """S3 "must be replaced with both missing tiles"."""
    law = JokerLaw(group_of_three=GroupOfThree.ALL)
    short, full = meld("k4 r4 *4"), meld("k4 r4 b4 o4")
    assert [found.now for found in replacements(short, law, STANDARD)] == [short, full]
    assert short in {origin.was for origin in origins(full, law, STANDARD, full.numbered)}
    assert not [*origins(meld("k4 r4 b4"), law, STANDARD, full.numbered)]


def test_a_meld_covers_another_with_its_jokers_in_place() -> None:
    assert covers(meld("b4 b5 *b6 b7"), meld("b5 *b6 b7"))
    assert not covers(meld("b4 b5 b6 b7"), meld("b5 *b6 b7"))
    assert covers(meld("k4 r4 b4 *4"), meld("k4 r4 *4"))
    assert not covers(meld("k4 r4 b4 o4"), meld("k4 r4 *4"))
    small = melds(SMALL, 1)
    for one, other in product(small[::7], small[::5]):
        if covers(one, other):
            assert {*other.numbered} <= {*one.numbered}
            assert other.jokers <= one.jokers


def test_the_rest_of_a_meld_is_melds_or_none() -> None:
    four = meld("b1 b2 b3 b4 b5 b6 b7").numbered[3]
    assert without(meld("b1 b2 b3 b4 b5 b6 b7"), (four,), STANDARD) == (
        meld("b1 b2 b3"),
        meld("b5 b6 b7"),
    )
    assert without(meld("b3 b4 b5"), (four,), STANDARD) is None
    assert represented(meld("b3 *b4 b5"), STANDARD) == (four,)
