"""RULES 5.4: smaller sets for children and beginners."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.support.positions import Position, opened_round, position

from tilerummy.rules import PRESETS, ruleset, ruleset_text
from tilerummy.tiles import JOKER, tile


def small(preset: str, table: str, rack: str, *, opened: bool = True) -> Position:
    """Return a position whose other rack and pool have only low numbers."""
    return position(preset, table, rack, others=("r1",), pool="k1 r2", opened=opened)


@pytest.mark.parametrize(
    ("preset", "numbers", "size", "rack"), [("first-game", 8, 66, 8), ("short-game", 10, 82, 10)]
)
def test_the_higher_numbers_stay_in_the_box(
    preset: str, numbers: int, size: int, rack: int
) -> None:
    tiles = Counter(ruleset(preset).tiles)

    assert tiles.total() == size
    assert tiles.pop(JOKER) == 2
    assert set(tiles.values()) == {2}
    assert max(each.number for each in tiles) == numbers
    dealt, _ = opened_round(preset, seats=4)
    assert all(len(seat.rack) == rack for seat in dealt.state.seats)


def test_a_first_game_needs_no_points_to_open() -> None:
    assert small("first-game", "", "k1 k2 k3 r8", opened=False).verdict("k1 k2 k3") == "legal"
    short = small("short-game", "", "k1 k2 k3 r8", opened=False)
    assert short.verdict("k1 k2 k3") == "initial_meld_too_low"


def test_a_short_game_opens_with_twenty_points() -> None:
    twenty_one = small("short-game", "", "k6 k7 k8 r1", opened=False)
    assert twenty_one.verdict("k6 k7 k8") == "legal"
    eighteen = small("short-game", "", "k5 k6 k7 r1", opened=False)
    assert eighteen.verdict("k5 k6 k7") == "initial_meld_too_low"


def test_a_joker_of_a_first_game_is_free_to_move() -> None:
    """In Sabra the same joker locks its meld."""
    table, after = "k3 k4 *k5", "k3 k4 k5 / r7 b7 *7"
    assert small("first-game", table, "k5 r7 b7").verdict(after) == "legal"
    moved = "k3 k4 k5 / r7 b7 *7"
    first = small("first-game", "k3 k4 k5 *k6", "r7 b7")
    assert first.verdict(moved) == "legal"
    assert small("short-game", "k3 k4 k5 *k6", "r7 b7").verdict(moved) != "legal"


def test_a_run_ends_at_the_highest_number() -> None:
    now = small("first-game", "k6 k7 k8", "k1 k5")
    assert now.verdict("k5 k6 k7 k8") == "legal"
    assert now.verdict("k6 k7 k8 k1") != "legal"
    with pytest.raises(ValueError, match="k9"):
        tile("k9", ruleset("first-game").tiles)


def test_a_first_game_has_no_clock_and_no_penalties() -> None:
    rules = PRESETS["first-game"]
    assert rules.seconds == 0
    assert rules.penalties is not None
    assert (rules.penalties.timeout, rules.penalties.invalid) == (0, 0)


def test_a_short_game_differs_from_sabra_only_in_its_size() -> None:
    size = "sabra+initial_meld.points=20+tiles.numbers=10+deal.tiles=10"
    same = ruleset(size)
    short = ruleset("short-game")

    assert (short.tiles, short.deal, short.opening) == (same.tiles, same.deal, same.opening)
    assert (short.table, short.scoring, short.seconds) == (same.table, same.scoring, same.seconds)
    assert ruleset_text(short) == "short-game"
