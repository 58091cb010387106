"""The closed hands of International: RULES 3.2 and S4, "Hand Type"."""

from __future__ import annotations

from random import Random

import pytest
from tests.differential.closed_hands import Tiles, near, types
from tests.support.examples import examples

from tilerummy.melds import table
from tilerummy.rules.closed_hands.hands import (
    CLOSED_HANDS,
    GROUPS,
    RUNS,
    SETS,
    ClosedHand,
    When,
    recognise,
    recognise_all,
)
from tilerummy.tiles import JOKER, STANDARD, Rack, TileSet, rack

EXAMPLES = {
    1: "k4 r4 b4 / r5 r6 r7 / b9 b10 b11 b12 / k13 r13 b13 o13",
    2: "k4 r4 b4 / r6 r7 r8 / b6 b7 b8 b9 / k9 r9 b9 o9",
    3: "k2 k3 k4 / r3 r4 r5 / k3 r3 b3 o3 / b3 b4 b5 b6",
    4: "k1 r1 b1 o1 / k2 r2 b2 o2 / k3 r3 b3 / k10 r10 b10",
    5: "k3 k4 k5 / r2 r3 r4 r5 / b3 b4 b5 / o1 o2 o3 o4",
    6: "k1 k1 r1 r1 b1 k2 o2 r3 b3 k4 o4 r5 b5 k8",
    7: "k2 r2 b2 o2 / k1 k2 k3 / r2 r3 r4 / o3 o4 o5 o6",
    8: "k1 k2 k3 k4 / r1 r2 r3 r4 / b2 b3 b4 / o3 o4 o5",
    9: "k1 r1 b1 o1 / k2 r2 b2 / k4 r4 b4 o4 / k5 r5 b5",
    10: "k10 k10 r10 b11 b11 o11 o12 r12 k12 k12 b13 o13 r1 b10",
    11: "k10 r10 b10 / r11 r12 r13 r1 / o10 o11 o12 o13 / k13 b13 o13",
    12: "k7 k7 r7 r7 b7 b7 o7 o7 / r3 b12 o10 k9 r13 r13",
    13: "k2 k3 k4 / r5 r6 r7 / b8 b9 b10 b11 / o3 o4 o5 o6",
    14: "k5 k6 k7 / r7 r8 r9 / b6 b7 b8 b9 / o4 o5 o6 o7",
    15: "k10 k11 k12 / r11 r12 r13 / b10 b11 b12 b13 / o11 o12 o13 o1",
    16: "k2 k3 k4 k5 k6 / r5 r6 r7 r8 r9 / b9 b10 b11 b12",
    17: "k3 k4 k5 k6 k7 / r5 r6 r7 r8 r9 / b4 b5 b6 b7",
    18: "k10 k11 k12 k13 k1 / r10 r11 r12 r13 r1 / b10 b11 b12 b13",
    19: "k3 k4 k5 k6 k7 k8 k9 k10 / r8 r9 r10 r11 r12 r13",
    20: "k2 k3 k4 k5 k6 k7 k8 / r3 r4 r5 r6 r7 r8 r9",
    21: "k10 k11 k12 k13 k1 / k11 k12 k13 / r10 r11 r12 / r11 r12 r13",
    22: "k1 k1 k2 k3 k3 k5 k6 k8 k8 k9 k10 k12 k12 k13",
    23: "k1 k2 k3 / k5 k6 k7 k8 / k3 k4 k5 / k10 k11 k12 k13",
    24: "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1",
    25: "k3 r3 b3 o3 / k6 r6 b6 / k9 r9 o9 / k12 r12 b12 o12",
    26: "k3 r3 b3 o3 / k5 r5 b5 / k7 r7 o7 / k9 r9 b9 o9",
    27: "k10 r10 b10 o10 / k11 r11 b11 / k12 r12 o12 / k1 r1 b1 o1",
    28: "k1 r2 b3 o4 k5 r6 b7 o8 k9 r10 b11 o12 k13 r1",
    29: "r1 b2 o3 k4 r5 b6 o7 / k1 r2 b3 o4 k5 r6 b7",
    30: "k8 r9 b10 o11 k12 r13 b1 / r8 b9 o10 k11 r12 b13 o1",
    31: "k1 k2 k3 k4 k5 k6 k7 / k1 k2 k3 k4 k5 k6 k7",
    32: "b8 b9 b10 b11 b12 b13 b1 / b8 b9 b10 b11 b12 b13 b1",
    33: "b1 b2 b3 b4 b5 b6 b7 / o1 o2 o3 o4 o5 o6 o7",
    34: "b8 b9 b10 b11 b12 b13 b1 / o8 o9 o10 o11 o12 o13 o1",
    35: "k1 k1 / k3 k3 / r5 r5 / k6 k6 / k9 k9 / b11 b11 / r13 r13",
    36: "k1 k1 / r4 r4 / b3 b3 / b6 b6 / o7 o7 / k8 k8 / r9 r9",
    37: "k10 k10 / r11 r11 / b12 b12 / o13 o13 / k1 k1 / r1 r1 / b10 b10",
    38: "k1 k1 / k3 k3 / k5 k5 / k7 k7 / k9 k9 / k11 k11 / k13 k13",
    39: "k4 r4 b4 / r5 r6 r7 / b9 b10 b11 b12 / k13 r13 b13 o13",
    40: "k4 r4 b4 / r5 r6 r7 / b9 b10 b11 b12 / k13 r13 b13 o13",
}
"""One hand of each type."""

NEAR_MISSES = {
    1: "k4 r4 b4 / r5 r6 r7 / b9 b10 b11 b11 / k13 r13 b13 o13",  # b11 for b12
    2: "k4 r4 b4 / r6 r7 r8 / b7 b8 b9 b10 / k9 r9 b9 o9",  # a 10
    3: "k1 k2 k3 / r3 r4 r5 / k3 r3 b3 o3 / b4 b5 b6 b7",  # 52
    4: "k2 r2 b2 / k3 r3 b3 o3 / k4 r4 b4 o4 / k6 r6 b6",  # 52
    5: "k2 k3 k4 / r2 r3 r4 r5 / b4 b5 b6 / o2 o3 o4 o5",  # 52
    6: "k1 k1 r1 r1 b1 k2 o2 r3 b3 k4 o4 r5 b5 k9",  # 42
    7: "k1 r1 b1 o1 / k3 k4 k5 / r3 r4 r5 / o2 o3 o4 o5",  # 42
    8: "k1 k2 k3 k4 / r2 r3 r4 r5 / b2 b3 b4 / o2 o3 o4",  # 42
    9: "k1 r1 b1 / k5 r5 b5 / k2 r2 b2 o2 / k4 r4 b4 o4",  # 42
    10: "k10 k10 r10 b11 b11 o11 o12 r12 k12 k12 b13 o13 r1 b9",  # a 9
    11: "k9 r9 b9 / r11 r12 r13 r1 / o10 o11 o12 o13 / k13 b13 o13",  # 9s
    12: "k7 k7 r7 r7 b7 b7 o7 o8 / r3 b12 o10 k9 r13 r13",  # seven 7s
    13: "k2 k3 k4 / k6 k7 k8 / b8 b9 b10 b11 / o3 o4 o5 o6",  # two black runs
    14: "k5 k6 k7 / r7 r8 r9 / b7 b8 b9 b10 / o4 o5 o6 o7",  # a 10
    15: "k9 k10 k11 / r11 r12 r13 / b10 b11 b12 b13 / o11 o12 o13 o1",  # a 9
    16: "k2 k3 k4 / k8 k9 k10 / r5 r6 r7 r8 / b9 b10 b11 b12",  # four runs
    17: "k3 k4 k5 k6 k7 / r6 r7 r8 r9 r10 / b4 b5 b6 b7",  # a 10
    18: "k10 k11 k12 k13 k1 / r10 r11 r12 r13 r1 / b9 b10 b11 b12",  # a 9
    19: "k3 k4 k5 k6 k7 k8 k9 k10 / r8 r9 r10 / b11 b12 b13",  # three colours
    20: "k2 k3 k4 k5 k6 k7 k8 / r4 r5 r6 r7 r8 r9 r10",  # a 10
    21: "k9 k10 k11 k12 k13 / k11 k12 k13 / r10 r11 r12 / r11 r12 r13",  # a 9
    22: "k1 k1 k2 k3 k3 k5 k6 k8 k8 k9 k10 k12 k12 r13",  # a red tile
    23: "k1 k2 k3 / k5 k6 k7 k8 / k3 k4 k5 / k10 k11 k12 k12",  # k12 for k13
    24: "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r13",  # no high 1
    25: "k3 r3 b3 o3 / k6 r6 b6 / k9 r9 o9 / k12 r12 b12 b12",  # b12 twice
    26: "k3 r3 b3 o3 / k5 r5 b5 / k7 r7 o7 / k10 r10 b10 o10",  # 10s
    27: "k9 r9 b9 o9 / k11 r11 b11 / k12 r12 o12 / k1 r1 b1 o1",  # 9s
    28: "k1 k2 b3 o4 k5 r6 b7 o8 k9 r10 b11 o12 k13 k1",  # a black 1 beside k2
    29: "k1 k2 b3 k4 b5 k6 b7 / k1 r2 o3 r4 o5 r6 o7",  # a black 1 below k2
    30: "k8 k9 b10 k11 b12 k13 b1 / k8 r9 o10 r11 o12 r13 o1",  # k8 below k9
    31: "k1 k2 k3 k4 k5 k6 k7 / k2 k3 k4 k5 k6 k7 k8",  # to 8
    32: "b8 b9 b10 b11 b12 b13 b1 / b7 b8 b9 b10 b11 b12 b13",  # from 7
    33: "b1 b2 b3 b4 b5 b6 b7 / o2 o3 o4 o5 o6 o7 o8",  # to 8
    34: "b8 b9 b10 b11 b12 b13 b1 / o7 o8 o9 o10 o11 o12 o13",  # from 7
    35: "k1 k1 / r4 r4 / b6 b6 / o7 o7 / k10 k10 / r11 r11 / b13 o13",  # six pairs
    36: "k1 k1 / r4 r4 / b3 b3 / b6 b6 / o7 o7 / k8 k8 / r10 r10",  # 10s
    37: "k10 k10 / r11 r11 / b12 b12 / o13 o13 / k1 k1 / r1 r1 / b9 b9",  # 9s
    38: "k1 k1 / k3 k3 / k5 k5 / k7 k7 / k9 k9 / k11 k11 / r13 r13",  # a red pair
    39: "k4 r4 b4 / r5 r6 r7 / b9 b10 b11 b11 / k13 r13 b13 o13",  # no melds
    40: "k4 r4 b4 / r5 r6 r7 / b9 b10 b11 b11 / k13 r13 b13 o13",  # no melds
}
"""For each type a hand that misses it by little."""

OUTDONE = {15: 11, 18: 11}
"""Types that are never the most valuable, with the better type. Runs from 10 are Grand sets."""

each_type = pytest.mark.parametrize(
    "row", CLOSED_HANDS, ids=lambda row: f"{row.number}-{row.name.lower().replace(' ', '-')}"
)


def hand(text: str) -> Rack:
    return rack(text.replace("/", " "))


def dealt_types(tiles: Tiles | Rack, tile_set: TileSet = STANDARD) -> set[int]:
    """Return the numbers of every type that tiles dealt to the second player are."""
    found = recognise_all(tiles, first_turn=True, dealt=True, tile_set=tile_set)
    return {one.hand.number for one in found}


def named(text: str) -> tuple[int, int] | None:
    """Return the number and the points of the named type, as in a later turn."""
    found = recognise(hand(text))
    return (found.hand.number, found.points) if found else None


@each_type
def test_a_hand_of_each_type(row: ClosedHand) -> None:
    tiles = hand(EXAMPLES[row.number])
    found = recognise(tiles, first_turn=row.when != When.ANY_TURN, dealt=row.when == When.DEALT)

    assert row.number in dealt_types(tiles)
    assert found is not None
    assert found.hand.number == OUTDONE.get(row.number, row.number)
    assert (found.points, found.jokers) == (found.hand.points[0], 0)


@each_type
def test_a_hand_that_just_misses_each_type(row: ClosedHand) -> None:
    assert row.number not in dealt_types(hand(NEAR_MISSES[row.number]))


@each_type
@pytest.mark.parametrize("jokers", [1, 2])
def test_jokers_stand_for_any_tiles_and_lower_the_points(row: ClosedHand, jokers: int) -> None:
    example = hand(EXAMPLES[row.number])
    tiles = Rack((*example[jokers:], *(JOKER,) * jokers))
    found = {
        one.hand.number: (one.points, one.jokers)
        for one in recognise_all(tiles, first_turn=True, dealt=True)
    }

    assert found[row.number] == (row.points[jokers], jokers)


@each_type
def test_brute_force_finds_the_same_types(row: ClosedHand) -> None:
    rng = Random(row.number)
    for _ in range(examples(12, 500)):
        tiles = near(row, rng, STANDARD)

        assert dealt_types(tiles) == types(tiles, STANDARD), Rack(tiles)


@each_type
def test_brute_force_finds_the_same_types_with_more_or_fewer_colours(row: ClosedHand) -> None:
    rng = Random(row.number)
    for colours in (2, 3, 5, 6) * examples(1, 20):
        tile_set = TileSet(colours=colours)
        tiles = near(row, rng, tile_set)

        assert dealt_types(tiles, tile_set) == types(tiles, tile_set), Rack(tiles)


def test_there_are_forty_types_in_order() -> None:
    assert [row.number for row in CLOSED_HANDS] == [*range(1, 41)]
    assert all(row.points[0] > row.points[1] > row.points[2] for row in CLOSED_HANDS)


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("b1 b2 b3 b4 b5 b6 b7 o1 o2 o3 o4 o5 o6 o7", (33, 2200)),  # also 1, 2, 19, 20
        ("k1 k1 k2 k2 k3 k3 k4 k4 k5 k5 k6 k6 k7 k7", (31, 2600)),  # also 22, 23, 36, 38
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1", (24, 2400)),  # also 22, 23
        ("k3 k4 r1 r2 r3 r4 b1 b2 b3 o1 o2 o3 * *", (9, 1200)),  # 4, 5, 8 and 9 alike
        ("k10 r10 b10 o10 k11 r11 b11 k12 r12 o12 k1 r1 b1 *", (27, 1200)),  # as 11
    ],
)
def test_only_the_most_valuable_type_counts_and_of_equals_the_higher_number(
    text: str, best: tuple[int, int]
) -> None:
    assert named(text) == best


@pytest.mark.parametrize(
    ("text", "types_found"),
    [
        ("k12 k13 k1 r1 r2 r3 b4 b5 b6 b7 o8 r8 k8 b8", {1}),
        ("k12 k13 k1 r13 r1 r2 b4 b5 b6 b7 o8 r8 k8 b8", set()),  # round the corner
        ("k11 k12 k13 k1 k2 r1 r2 r3 r4 r5 r6 b7 b8 b9", set()),  # k1 at both ends
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 o1", set()),  # a Royal has one colour
    ],
)
def test_a_1_is_low_or_high_in_a_run_but_not_both(text: str, types_found: set[int]) -> None:
    assert dealt_types(hand(text)) - {39, 40} == types_found


def test_minor_has_the_1_low_and_major_has_it_high() -> None:
    groups_of_one = "k1 r1 b1 o1 / {0} / {1} / {2}"
    low = groups_of_one.format("k9 r9 b9 o9", "k8 r8 b8", "k7 r7 b7")
    high = groups_of_one.format("k10 r10 b10 o10", "k12 r12 b12", "k13 r13 b13")

    assert named(low) == (26, 1400)
    assert named(high) == (27, 1400)
    assert not {2, 14, 26} & dealt_types(hand(EXAMPLES[11]))


def test_a_joker_counts_as_the_lowest_number_that_suits() -> None:
    assert named("k1 k1 r1 r1 b1 k2 o2 r3 b3 k4 o4 r8 b9 *") == (6, 700)  # 40 and 1
    assert named("k1 k1 r1 r1 b1 k2 o2 r3 b3 k4 o4 r8 b10 *") is None
    assert named("k2 k3 k4 / r3 r4 r5 / k3 r3 b3 o3 / b4 b5 b6 *") == (3, 900)  # 48 and a 3
    assert named("k2 k3 k4 / r4 r5 r6 / k3 r3 b3 o3 / b4 b5 b6 *") == (2, 700)  # 51 and a 3


def test_a_joker_at_the_edge_keeps_within_the_limit() -> None:
    assert named("k4 r4 b4 / r6 r7 r8 / b8 b9 * / k9 r9 b9 o9 o4") == (2, 700)  # not a 10
    assert named("k9 * * / r7 r8 r9 / b6 b7 b8 b9 / o4 o5 o6 o7") == (14, 800)  # a 7 and an 8
    assert 11 not in dealt_types(hand("r10 r11 / k1 r1 b1 o1 / k13 r13 b13 / k12 r12 b12 / r9 *"))


def test_jokers_count_to_the_eight_of_a_grand_square_and_to_the_points_in_any_place() -> None:
    assert named("k7 k7 r7 r7 b7 b7 * * r3 b12 o10 k9 r13 r13") == (12, 1200)
    assert named("k7 k7 r7 r7 b7 b7 o7 o7 * r3 b12 o10 k9 r13") == (12, 1400)
    assert named("k7 k7 r7 r7 b7 b7 * k8 r3 b12 o10 k9 r13 r13") is None


def test_two_jokers_may_be_one_of_seven_pairs() -> None:
    assert named("k1 k1 r4 r4 b3 b3 b6 b6 o7 o7 k8 k8 * *") == (36, 1600)
    assert named("k1 k1 r4 r4 b3 b3 b6 b6 o7 o7 k8 k11 * *") == (35, 1300)
    assert named("k1 k1 r4 r4 b3 b3 b6 b6 o7 k9 k8 k11 * *") is None


def test_two_jokers_and_one_tile_make_a_meld() -> None:
    assert named("k5 * * / r5 r6 r7 / b9 b10 b11 b12 / k13 r13 b13 o13") == (1, 300)


def test_little_blitz_wants_the_first_turn_and_grand_blitz_the_dealt_tiles() -> None:
    tiles = hand(EXAMPLES[40])
    best = {
        (first_turn, dealt, first_player): found.hand.number
        for first_turn in (False, True)
        for dealt in (False, True)
        for first_player in (False, True)
        if (
            found := recognise(tiles, first_turn=first_turn, dealt=dealt, first_player=first_player)
        )
    }

    assert {best[False, False, first] for first in (True, False)} == {1}
    assert [best[False, True, first] for first in (True, False)] == [39, 40], "dealt says it all"
    assert (best[True, False, False], best[True, False, True]) == (39, 39)
    assert (best[True, True, False], best[True, True, True]) == (40, 39)


@each_type
def test_what_is_shown_are_the_tiles_of_the_hand(row: ClosedHand) -> None:
    high = TileSet(one_high=True)
    rng = Random(row.number)
    for _ in range(examples(8, 300)):
        tiles = near(row, rng, STANDARD)
        for found in recognise_all(tiles, first_turn=True, dealt=True):
            words = found.shown.replace("/", "").split()

            assert Rack(JOKER if w[0] == "*" else rack(w)[0] for w in words) == Rack(tiles)
            if found.hand.shape in (SETS, GROUPS, RUNS):
                shown = table(found.shown, high)
                assert found.hand.melds in (None, len(shown))
                assert shown.points <= (found.hand.total or shown.points)


@pytest.mark.parametrize(
    ("tiles", "tile_set", "message"),
    [
        ("k1 k2 k3", STANDARD, "14 tiles, not 3"),
        ("k1 k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 r1", STANDARD, "14 tiles, not 15"),
        ("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 * * *", STANDARD, "at most two jokers, not 3"),
        ("k1 k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13", TileSet(numbers=15), "1 to 15"),
        ("k1 k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 o13", TileSet(colours=3), "o13"),
        ("k1 k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 ?", STANDARD, r"\?"),
    ],
)
def test_what_cannot_be_a_closed_hand_is_refused(
    tiles: str, tile_set: TileSet, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        recognise(rack(tiles), tile_set=tile_set)
