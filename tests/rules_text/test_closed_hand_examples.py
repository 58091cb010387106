"""Every closed hand has an example that the recogniser identifies."""

from __future__ import annotations

from collections import Counter

import pytest

from tilerummy.rules.closed_hands.hands import CLOSED_HANDS, ClosedHand, When, recognise_all
from tilerummy.rules_text.closed_hands import example_of
from tilerummy.tiles import Rack, tile_list

ALWAYS_BETTER = {15: 11, 18: 11}
"""Types that always count as a more valuable one: runs of only high tiles are Grand sets."""


@pytest.mark.parametrize("row", CLOSED_HANDS, ids=lambda row: row.name)
def test_an_example_is_that_closed_hand(row: ClosedHand) -> None:
    tiles = tile_list(example_of(row).replace("/", " "))

    types = recognise_all(
        tiles, first_turn=row.when is not When.ANY_TURN, dealt=row.when is When.DEALT
    )
    numbers = [each.hand.number for each in types]

    assert row.number in numbers
    assert numbers[0] == ALWAYS_BETTER.get(row.number, row.number)


@pytest.mark.parametrize("row", CLOSED_HANDS, ids=lambda row: row.name)
def test_an_example_can_be_dealt(row: ClosedHand) -> None:
    tiles = Rack(tile_list(example_of(row).replace("/", " ")))

    assert len(tiles) == 14
    assert max(Counter(tiles).values()) <= 2
