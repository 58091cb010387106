"""S4, "Introduction; Equipment" and "Sabra Rummikub": the parts that S0 to S3 lack."""

from __future__ import annotations

from tests.support.positions import (
    DISCARDING,
    EVERY,
    LEGAL,
    MANIPULATION,
    each,
    position,
)

from tilerummy.melds import Run, Table
from tilerummy.rules import PRESETS, ruleset
from tilerummy.state import Draw, Pass, Penalised, Play, Restored, TimeOut
from tilerummy.tiles import JOKER, rack, tile_list

LOCKED = {
    "tile-rummy",
    "sabra",
    "official-1978",
    "pressman-1980",
    "dutch-1985",
    "pressman-1987",
    "spears-1988",
    "sabra-strict",
    "sabra-way",
    "sabra-way-tournament",
    "sabra-six",
}
LATER_MANIPULATION = {"rummikub", "tournament", "dutch-1985", "lemada-1999"}
PLAY_ON = ("rummikub", "tournament", "mcgraw")


def test_sabra_is_the_ruleset_that_is_meant_without_a_name() -> None:
    """S4.14, S4.21 "the only game whose rules are included": the default."""
    assert ruleset() == PRESETS["sabra"]


def test_there_is_one_kind_of_joker() -> None:
    """S4.19 "in the games they are identical"."""
    jokers = {t for t in ruleset().tiles if not t.is_numbered}

    assert jokers == {JOKER}
    assert str(rack("* k1 *")) == "k1 * *"


@each("preset", EVERY)
def test_where_a_one_may_be_high(preset: str) -> None:
    """S4.30 "12-13-1 is not", S4.126, S4.127 "12-13-1 are both valid"."""
    now = position(preset, rack="b12 b13 b1 b2 b3 o1 k2")
    now = now.then(Draw()) if preset in DISCARDING else now

    assert now.verdict("b1 b2 b3") == LEGAL
    assert now.verdict("b12 b13 b1") == (LEGAL if preset in DISCARDING else "invalid_meld")
    assert now.verdict("b13 b1 b2") == "invalid_meld"
    high = Play(Table(), Table((Run(tile_list("b12 b13 b1")),)))
    assert now.verdict(high) == now.verdict("b12 b13 b1")


@each("preset", EVERY)
def test_no_tile_is_in_two_melds_at_once(preset: str) -> None:
    """S4.31 "more than one combination at the same time", S4.128."""
    now = position(preset, rack="b5 b6 b7 k5 r5 o13 o1")
    now = now.then(Draw()) if preset in DISCARDING else now

    assert now.verdict("b5 b6 b7 / k5 r5 b5") == "not_on_rack"


@each("preset", MANIPULATION)
def test_whether_the_turn_of_the_initial_meld_goes_on(preset: str) -> None:
    """S4.36 "in the same or subsequent turns", S0.16, S1.04, S3.29, S4.97–103."""
    now = position(
        preset, "k4 r4 b4 o4", "k13 r13 b13 o10 o11 o12 b5 b6 k1", others=("r1 r2",), opened=False
    )
    opened = now.then("k4 r4 b4 o4 / k13 r13 b13 / o10 o11 o12")
    wish = "k4 r4 o4 / b4 b5 b6 / k13 r13 b13 / o10 o11 o12"

    assert opened.verdict(wish) == ("table_closed" if preset in LATER_MANIPULATION else LEGAL)
    assert opened.then(Pass(), Draw()).verdict(wish) == LEGAL


@each("preset", MANIPULATION)
def test_every_meld_of_the_table_can_be_part_of_a_new_one(preset: str) -> None:
    """S4.36 "if necessary rearranging the tiles on the table to form new combinations"."""
    table = "k4 r4 b4 / k5 r5 b5 / k6 r6 b6"

    assert position(preset, table, "k7 o1").verdict("k4 k5 k6 k7 / r4 r5 r6 / b4 b5 b6") == LEGAL


@each("preset", MANIPULATION)
def test_where_melds_with_jokers_may_be_taken_apart(preset: str) -> None:
    """S4.38 "nothing can be taken from it", S0.17, S3.39, S4.87–89, S4.93, S4.94."""
    expected = "joker_locked" if preset in LOCKED else LEGAL

    split = position(preset, "b5 b6 *b7 b8 b9 b10", "b11 k1")
    assert split.verdict("b5 b6 *b7 / b8 b9 b10 b11") == expected
    taken = position(preset, "b5 b6 *b7 b8", "k8 r8 k1")
    assert taken.verdict("b5 b6 *b7 / k8 r8 b8") == expected
    group = position(preset, "k8 r8 b8 *8", "b6 b7 k1")
    assert group.verdict("k8 r8 *8 / b6 b7 b8") == expected


@each("preset", MANIPULATION)
def test_a_joker_does_not_move_to_the_other_end_of_its_run(preset: str) -> None:
    """S4.39 "cannot be moved to the other end", S4.91."""
    now = position(preset, "b5 b6 *b7", "b3 b8 k1")

    assert now.verdict("b3 *b4 b5 b6") == "joker_changed"
    assert now.verdict("b5 b6 *b7 b8") == LEGAL


def test_a_replaced_joker_goes_into_any_meld_on_the_table() -> None:
    """S4.40 "re-use the joker in some combination on the table"."""
    now = position("sabra", "b5 b6 *b7 / k2 k3 k4", "b7 r1 r2 k1")

    assert now.verdict("b5 b6 b7 / k2 k3 k4 *k5") == LEGAL
    assert now.verdict("b5 b6 b7 *b8 / k2 k3 k4") == LEGAL
    assert now.verdict("b5 b6 b7 / k2 k3 k4 / r1 r2 *r3") == LEGAL


def test_what_replaces_a_joker_is_in_hand() -> None:
    """S4.40 "has in hand the tile"."""
    now = position("sabra", "b5 b6 *b7 / k7 r7 b7 o7", "k3 k4 k1")

    assert now.verdict("b5 b6 b7 / k7 r7 o7 / k3 k4 *k5") == "joker_not_replaced"


@each("preset", MANIPULATION)
def test_a_freed_joker_is_not_taken_into_the_hand(preset: str) -> None:
    """S4.41 "cannot be taken into the player's hand"."""
    now = position(preset, "k5 r5 *5", "b5 o5 k1")

    assert now.verdict("k5 r5 b5 o5") == "table_tile_missing"


@each("preset", MANIPULATION)
@each("colour", "bo")
def test_which_tiles_replace_the_joker_of_a_group_of_three(preset: str, colour: str) -> None:
    """S4.42 "either of the missing colors", S1.19; both in S3.43, S4.58, S4.59."""
    both = preset in ("pressman-1980", "sabra-way-tournament")
    now = position(preset, "k5 r5 *5", f"{colour}5 k1 k2 k9")
    other = position(preset, "k5 r5 *5", "b5 o5 k1 k2 k9")

    expected = "joker_not_replaced" if both else LEGAL
    assert now.verdict(f"k5 r5 {colour}5 / k1 k2 *k3") == expected
    assert other.verdict("k5 r5 b5 o5 / k1 k2 *k3") == LEGAL


@each("preset", MANIPULATION)
def test_in_a_group_of_four_one_tile_replaces_the_joker(preset: str) -> None:
    """S4.40 "the tile which is represented by a joker", S1.17, S3.40."""
    now = position(preset, "k5 r5 b5 *5", "o5 k1 k2 k9")

    assert now.verdict("k5 r5 b5 o5 / k1 k2 *k3") == LEGAL


def test_at_the_limit_the_turn_is_undone_and_three_tiles_are_drawn() -> None:
    """S4.45 "return the tiles … take back any tiles … draw three tiles"."""
    now = position("sabra", "k4 r4 b4", "o4 b1 b2 b3 k9", pool="r9 b9 o9 k10")
    now = now.then("k4 r4 b4 o4")
    events = now.events(TimeOut(pending=None))
    late = now.then(TimeOut(pending=None))

    assert [type(e) for e in events][1:3] == [Restored, Penalised]
    assert (late.table, late.rack(0)) == ("k4 r4 b4", "k9 r9 b1 b2 b3 b9 o4 o9")


def test_an_initial_meld_is_taken_back_too() -> None:
    """S4.45 "take back any tiles you played from your hand"."""
    now = position("sabra", rack="k10 r10 b10 k9 k1", opened=False, pool="r9 b9 o9")
    late = now.then("k10 r10 b10", TimeOut(pending=None))

    assert late.state.seats[0].opened is None
    assert late.table == ""


@each("preset", [name for name in MANIPULATION if name not in PLAY_ON])
def test_without_a_pool_the_first_who_does_not_play_ends_the_round(preset: str) -> None:
    """S4.50 "cannot or does not wish to lay down any tiles", S4.51–54."""
    now = position(preset, "k4 r4 b4", "o4 k9", others=("r1 r2", "k4"), pool="")
    end = now.then(Pass())

    assert end.ended.winner == 1
    assert end.ended.scores == (-10, 10 + 1, -1)


@each("preset", [name for name in MANIPULATION if name not in PLAY_ON])
def test_the_differences_to_the_lowest_count_add_up_to_zero(preset: str) -> None:
    """S4.52–54 "wins the sum of these differences"."""
    now = position(preset, rack="k9", others=("r1", "k3 k2", "b13"), pool="")
    end = now.then(Pass())

    assert end.ended.scores == (-8, 8 + 4 + 12, -4, -12)
