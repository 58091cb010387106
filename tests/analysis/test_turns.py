"""Tables built freely, and the plays that lead to them: RULES 2.1, 2.2, 2.4 and 3."""

from __future__ import annotations

import pytest
from tests.support.positions import Position, position

from tilerummy.analysis import Turn, best_turn, every_play, plays, turn_for
from tilerummy.rules import decide_all
from tilerummy.state import Draw, fold

FREED = "b5 b6 *b7 / r5 r6 r7 / k8 k9 k10"


def turn(at: Position, after: str) -> Turn:
    """Return the turn to *after*, whose plays the referee accepts one after the other."""
    table = at.rules.read_table(after)
    found = turn_for(at.rules, at.state, table)
    if found:
        assert fold(decide_all(at.rules, at.state, found.plays), at.state).table == table
    return found


def lays(found: Turn) -> list[str]:
    """Return what is laid in each play."""
    return [str(play.lay) for play in found.plays]


def code(found: Turn) -> str:
    assert not found.plays
    return str(found.reasons[0].code)


def test_one_play_is_one_play() -> None:
    found = turn(position("sabra", "k1 k2 k3", "k4 r9"), "k1 k2 k3 k4")

    assert lays(found) == ["k1 k2 k3 k4"]
    assert found
    assert not found.reasons


def test_the_melds_may_come_in_any_order() -> None:
    at = position("sabra", "k1 k2 k3 / r5 b5 o5", "k4 r9")
    melds = [*at.rules.read_table("r5 b5 o5"), *at.rules.read_table("k1 k2 k3 k4")]

    assert turn_for(at.rules, at.state, melds)


def test_an_opening_goes_before_what_it_allows() -> None:
    at = position("sabra", "k1 k2 k3", "r10 r11 r12 k4 k9", opened=False)

    assert lays(turn(at, "k1 k2 k3 k4 / r10 r11 r12")) == ["r10 r11 r12", "k1 k2 k3 k4"]


def test_an_opening_may_be_taken_apart_in_the_same_turn() -> None:
    at = position("sabra", "r7 r8 r9 / k12 b12 o12", "r6 r10 r11 r12 k5", opened=False)

    found = turn(at, "r6 r7 r8 r9 r10 r11 / k12 r12 b12 o12")

    assert lays(found)[0] == "r10 r11 r12"
    assert len(found.plays) == 2


def test_an_opening_with_a_joker_keeps_it_where_it_is_locked() -> None:
    at = position("sabra", "k1 k2 k3", "r10 * r12 k4 k9", opened=False)

    assert lays(turn(at, "k1 k2 k3 k4 / r10 *r11 r12"))[0] == "r10 *r11 r12"


def test_an_opening_of_every_tile_placed_goes_before_a_change_of_the_table() -> None:
    at = position("sabra", "r7 r8 r9", "r10 r11 r12 k5", opened=False)

    found = turn(at, "r7 r8 r9 r10 r11 r12")

    assert [len(play.placed) for play in found.plays] == [3, 0]


def test_what_is_laid_besides_does_not_open() -> None:
    at = position("sabra", "k1 k2 k3 / o11 o12 o13", "r4 r5 r6 k4 o10 k9", opened=False)

    found = turn(at, "k1 k2 k3 k4 / o10 o11 o12 o13 / r4 r5 r6")

    assert code(found) == "initial_meld_too_low"
    assert (found.reasons[0].have, found.reasons[0].want) == (15, 30)
    assert code(turn(at, "k1 k2 k3 k4 / o11 o12 o13")) == "table_closed"


def test_after_an_opening_the_reason_is_against_what_follows_it() -> None:
    at = position("spears-1988", "b5 b6 *b7 / r9 r10 r11", "k11 k12 k13 b7 r13 k1", opened=False)

    onto_an_old_meld = "b5 b6 b7 / r9 r10 r11 *r12 r13 / k11 k12 k13"
    assert code(turn(at, onto_an_old_meld)) == "joker_reuse"


def test_an_initial_meld_may_hold_no_joker_in_mcgraw_whatever_follows_it() -> None:
    at = position("mcgraw", "k1 k2 k3", "k12 r12 * k4 k9", opened=False, others_opened=False)

    assert code(turn(at, "k1 k2 k3 k4 / k12 r12 *12")) == "initial_meld_joker"


@pytest.mark.parametrize("preset", ["rummikub", "dutch-1985", "lemada-1999"])
def test_without_manipulation_in_the_same_turn_an_opening_is_all(preset: str) -> None:
    at = position(preset, "k1 k2 k3", "r10 r11 r12 k4 k9", opened=False)

    assert code(turn(at, "k1 k2 k3 k4 / r10 r11 r12")) == "table_closed"
    assert turn(at, "k1 k2 k3 / r10 r11 r12")
    assert code(turn(at.then("k1 k2 k3 / r10 r11 r12"), "k1 k2 k3 k4 / r10 r11 r12")) == (
        "table_closed"
    )


@pytest.mark.parametrize("preset", ["spears-1988", "sabra-strict"])
def test_a_freed_joker_may_join_a_meld_in_a_second_play(preset: str) -> None:
    at = position(preset, FREED, "b7 r3 r4 k11 k1")

    found = turn(at, "b5 b6 b7 / *r2 r3 r4 r5 r6 r7 / k8 k9 k10 k11")

    assert lays(found)[0] == "*r2 r3 r4 / b5 b6 b7"


def test_a_later_play_may_place_no_tile() -> None:
    at = position("spears-1988", FREED, "b7 r3 r4 k11 k1")

    found = turn(at, "b5 b6 b7 / *r2 r3 r4 r5 r6 r7 / k8 k9 k10")

    assert lays(found) == ["*r2 r3 r4 / b5 b6 b7", "*r2 r3 r4 r5 r6 r7"]
    assert [len(play.placed) for play in found.plays] == [3, 0]


def test_the_first_play_places_a_tile() -> None:
    at = position("spears-1988", "r2 r3 r4 / r5 r6 r7", "b7 k1")

    assert code(turn(at, "r2 r3 r4 r5 r6 r7")) == "no_tile_played"


def test_only_plays_that_place_a_tile_are_listed() -> None:
    at = position("sabra", "k4 r4 b4 o4 / b5 b6 b7", "b8 b9 k1").then("k4 r4 b4 o4 / b5 b6 b7 b8")

    assert at.verdict("k4 r4 o4 / b4 b5 b6 b7 b8") == "legal"
    listed = [*plays(at.rules, at.state), *every_play(at.rules, at.state)]
    assert listed
    assert all(play.placed for play in listed)
    assert best_turn(at.rules, at.state).placed


def test_a_joker_freed_onto_an_old_meld_is_refused_however_many_plays() -> None:
    at = position("spears-1988", "b5 b6 *b7 / r9 r10 r11", "b7 r13 k1 k2")

    assert code(turn(at, "b5 b6 b7 / r9 r10 r11 *r12 r13")) == "joker_reuse"


@pytest.mark.parametrize("preset", ["official-1978", "dutch-1985", "rummikub"])
def test_a_new_meld_of_table_tiles_is_joined_by_a_play_that_places_none(preset: str) -> None:
    at = position(preset, "k9 b9 *9 / r5 r6 r7 r8 r9 / r10 r11 r12", "r9 k1")

    found = turn(at, "k9 r9 b9 / *r4 r5 r6 r7 r8 r9 r10 r11 r12")

    assert [str(play.placed) for play in found.plays] == ["r9", ""]


@pytest.mark.parametrize("preset", ["official-1978", "dutch-1985", "rummikub"])
def test_a_run_that_gave_its_end_to_a_new_meld_gets_it_back_in_a_later_play(preset: str) -> None:
    at = position(preset, "k9 b9 *9 / r5 r6 r7 r8 r9 / r10 r11 r12", "r9 k1")

    found = turn(at, "k9 r9 b9 / r5 r6 r7 r8 r9 / r10 r11 r12 *r13")

    assert [str(play.placed) for play in found.plays] == ["r9", ""]


@pytest.mark.parametrize("preset", ["official-1978", "dutch-1985"])
def test_without_another_run_its_end_has_nowhere_to_go(preset: str) -> None:
    at = position(preset, "k9 b9 *9 / r10 r11 r12", "r9 k1")

    found = turn(at, "k9 r9 b9 / r10 r11 r12 *r13")

    assert code(found) == "joker_reuse"
    assert found.proven


def test_what_is_not_known_of_a_large_table_is_not_called_proven() -> None:
    many = "k1 k2 k3 / o1 o2 o3 / r1 r2 r3 r4 / b11 b12 b13 / o9 o10 o11 o12"
    at = position("official-1978", f"k9 b9 *9 / r10 r11 r12 / {many}", "r9 k1")

    found = turn(at, f"k9 r9 b9 / r10 r11 r12 *r13 / {many}")

    assert code(found) == "joker_reuse"
    assert not found.proven


@pytest.mark.parametrize("preset", ["dutch-sabra", "goliath-1994", "lemada-1999"])
def test_a_joker_comes_to_lie_elsewhere_in_a_play_that_places_none(preset: str) -> None:
    at = position(preset, "k3 b3 *3 *3", "r3 r4 k9")

    found = turn(at, "*r3 r4 *r5 / k3 r3 b3")

    assert [str(play.placed) for play in found.plays] == ["r3 r4", ""]


def test_a_freed_joker_may_join_a_copy_of_an_old_meld() -> None:
    at = position("spears-1988", "b5 b6 *b7 / r9 r10 r11", "b7 r9 r10 r11 k1")

    assert turn(at, "b5 b6 b7 / r9 r10 r11 / *r8 r9 r10 r11")


def test_a_joker_that_went_into_a_new_meld_stays_in_it_when_melds_are_joined() -> None:
    at = position("dutch-sabra", FREED, "b7 r3 r4 k11 k1")
    found = turn(at, "b5 b6 b7 / *r2 r3 r4 r5 r6 r7 / k8 k9 k10 k11")

    assert len(found.plays) == 2


def test_an_opening_a_play_that_frees_a_joker_and_another_make_one_turn() -> None:
    at = position("spears-1988", FREED, "o10 o11 o12 b7 r3 r4 k11 k1", opened=False)

    found = turn(at, "b5 b6 b7 / *r2 r3 r4 r5 r6 r7 / k8 k9 k10 k11 / o10 o11 o12")

    assert lays(found)[:2] == ["o10 o11 o12", "*r2 r3 r4 / b5 b6 b7"]
    assert len(found.plays) == 3


def test_a_group_is_filled_before_its_joker_is_freed() -> None:
    at = position("sabra+joker.group_of_three=all", "r5 b5 *5 / k5 k6 k7 k8", "k9 o5 r1 r2 b1")

    found = turn(at, "k5 r5 b5 o5 / k6 k7 k8 k9 / r1 r2 *r3")

    assert lays(found)[0] == "k6 k7 k8 k9 / k5 r5 b5 *5"
    assert len(found.plays) == 2


def drawn(preset: str, table: str, rack: str, *, opened: bool = False) -> Position:
    """Return a position after the draw of k13."""
    return position(preset, table, rack, opened=opened, pool="k13 r13").then(Draw())


@pytest.mark.parametrize("preset", ["american", "international"])
def test_melds_grow_after_the_opening(preset: str) -> None:
    at = drawn(preset, "k1 k2 k3", "r9 r10 r11 r12 r13 k4 b1 b1")

    found = turn(at, "k1 k2 k3 k4 / r9 r10 r11 r12 r13")

    assert len(found.plays) == 2
    assert code(turn(at, "k1 k2 k3 k4")) == "table_closed"


@pytest.mark.parametrize("preset", ["american", "international"])
def test_a_joker_is_replaced_after_the_opening(preset: str) -> None:
    at = drawn(preset, "k1 k2 *k3", "r9 r10 r11 r12 r13 k3 b1 b2 b9")

    assert len(turn(at, "k1 k2 k3 / r9 r10 r11 r12 r13 / b1 b2 *b3").plays) == 2


@pytest.mark.parametrize("preset", ["american", "international"])
def test_nothing_is_played_before_a_tile_is_drawn(preset: str) -> None:
    at = position(preset, "k1 k2 k3", "k4 r9")

    assert code(turn(at, "k1 k2 k3 k4")) == "must_draw"


def test_a_foot_is_one_play() -> None:
    at = drawn("international", "k1 k2 k3", "r9 r10 r11 r12 r13 k4 b5 o5 r5 k5 o1 o2 o3 b9")

    assert len(turn(at, "k1 k2 k3 k4 / r9 r10 r11 r12 r13 / k5 r5 b5 o5 / o1 o2 o3").plays) == 2


def test_face_up_tiles_are_used_once_the_last_jokers_are_played() -> None:
    at = position("mcgraw", "k1 r1 b1", "r5 r6 * k9 o11", free="b9 o9")

    found = turn(at, "k1 r1 b1 / r5 r6 *r7 / k9 b9 o9")

    assert lays(found) == ["r5 r6 *r7", "k9 b9 o9"]
    assert code(turn(at, "k1 r1 b1 / r5 r6 *r7 / k9 b9 o9 / o11 r11 b11")) == "not_on_rack"


def test_an_opening_may_use_face_up_tiles() -> None:
    at = position(
        "mcgraw",
        "k1 r1 b1",
        "r9 r10 r11 k12 o12 o1 k2",
        free="b12",
        opened=False,
        others_opened=False,
    )

    assert len(turn(at, "k1 r1 b1 o1 / r9 r10 r11 / k12 b12 o12").plays) == 2


def test_plays_of_this_turn_stay_made() -> None:
    at = position("spears-1988", FREED, "b7 r3 r4 k11 k1")
    freed = at.then("b5 b6 b7 / *r2 r3 r4 / r5 r6 r7 / k8 k9 k10")

    assert len(turn(freed, "b5 b6 b7 / *r2 r3 r4 r5 r6 r7 / k8 k9 k10 k11").plays) == 1


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("k1 k2 k3", "no_tile_played"),
        ("k1 k2 k3 / b1 b2 b3", "not_on_rack"),
        ("k2 k3 k4", "table_tile_missing"),
        ("k1 k2 k3 k4 k5", "not_on_rack"),
    ],
)
def test_what_cannot_be_made_of_table_and_rack_has_its_reason(after: str, expected: str) -> None:
    for opened in (True, False):
        assert code(turn(position("sabra", "k1 k2 k3", "k4 r9", opened=opened), after)) == expected


def test_a_round_that_is_over_has_no_turns() -> None:
    at = position("sabra", "k1 k2 k3", "k4").then("k1 k2 k3 k4")

    assert code(turn(at, "k1 k2 k3 k4 / r1 r2 r3")) == "game_over"
