"""Two turns are compared by facts that hold for all hidden tiles."""

from __future__ import annotations

import pytest

from tilerummy import read_state
from tilerummy.analysis import playable
from tilerummy.analysis.merits import Merit, MeritCode, merits
from tilerummy.deadline import Deadline
from tilerummy.melds import table
from tilerummy.state import Action, Draw, Play
from tilerummy.tiles import Rack, rack

OPEN = "k5 r5 b5 / b2 b3 b4 b5"
VIEW = read_state(f"table {OPEN} | rack b6 b7 o9 o10 o11 r7 o7 * k13")


def turn(after: str) -> tuple[Action, ...]:
    return (Play.between(VIEW.table, table(after)),)


KEEP = turn("k5 r5 b5 / b2 b3 b4 b5 b6 b7 / o9 o10 o11")
WITH_JOKER = turn("k5 r5 b5 / b2 b3 b4 b5 b6 / o9 o10 o11 / r7 o7 *7")
FEW = turn("k5 r5 b5 / b2 b3 b4 b5 / o9 o10 o11")


def found(one: tuple[Action, ...], other: tuple[Action, ...]) -> dict[MeritCode, Merit]:
    return {merit.code: merit for merit in merits("sabra", VIEW, one, other)}


def test_a_kept_joker_is_named_with_its_price() -> None:
    """With the joker, two sevens remain a meld; the tiles cost 37 points more: 30 + 7."""
    why = found(KEEP, WITH_JOKER)
    assert why[MeritCode.KEEPS_JOKER].count == 1
    assert why[MeritCode.KEEPS_MELD].tiles == rack("r7 o7 *")
    assert why[MeritCode.COSTS_MORE].count == 37
    assert why[MeritCode.COSTS_MORE].is_drawback
    assert found(WITH_JOKER, KEEP)[MeritCode.COSTS_LESS].count == 37


def test_what_speaks_for_a_turn_comes_first() -> None:
    sides = [merit.is_drawback for merit in merits("sabra", VIEW, KEEP, WITH_JOKER)]
    assert sides == sorted(sides)
    assert sides[-1]


def test_a_draw_costs_at_least_the_tiles_that_are_not_laid() -> None:
    why = found((Draw(),), FEW)
    assert why[MeritCode.COSTS_AT_LEAST].count == 30
    assert MeritCode.LAYS_MORE not in why
    assert found(FEW, (Draw(),))[MeritCode.LAYS_MORE].count == 3


def test_places_on_the_table_are_those_that_the_referee_accepts() -> None:
    """Compared with one search for each tile on each table."""
    kinds = [f"{colour}{number}" for colour in "krbo" for number in range(1, 14)]

    def fits(after: str) -> set[str]:
        return {t for t in kinds if playable("sabra", read_state(f"table {after} | rack {t}"))}

    longer, shorter = f"{OPEN} b6 b7 / o9 o10 o11", f"{OPEN} / o9 o10 o11"
    here, there = fits(longer), fits(shorter)
    why = found(turn(longer), turn(shorter))
    both_seen = {"b5"}
    assert {*map(str, why[MeritCode.OPENS_PLACE].tiles)} == here - there - both_seen
    assert (MeritCode.LEAVES_NO_PLACE in why) == bool(there - here)


@pytest.mark.parametrize("rules", ["american", "international"])
def test_only_racks_are_compared_in_games_with_discards(rules: str) -> None:
    codes = {merit.code for merit in merits(rules, VIEW, KEEP, FEW)}
    assert MeritCode.LAYS_MORE in codes
    assert not codes & {MeritCode.OPENS_PLACE, MeritCode.LEAVES_NO_PLACE, MeritCode.KEEPS_MELD}


def test_without_time_only_the_places_are_left_out() -> None:
    codes = {merit.code for merit in merits("sabra", VIEW, KEEP, FEW, deadline=Deadline(1e-6))}
    assert MeritCode.LAYS_MORE in codes
    assert not codes & {MeritCode.OPENS_PLACE, MeritCode.LEAVES_NO_PLACE}


def test_going_out_needs_no_other_reason() -> None:
    view = read_state("table k5 r5 b5 | rack o5")
    out = (Play.between(view.table, table("k5 r5 b5 o5")),)
    assert merits("sabra", view, out, (Draw(),)) == (Merit(MeritCode.GOES_OUT, Rack()),)


def test_a_turn_that_is_followed_by_going_out_names_the_last_tiles() -> None:
    view = read_state("table k5 r5 b5 / b1 b2 b3 | rack o5 b4 b5")
    turn = (Play.between(view.table, table("k5 r5 b5 o5 / b1 b2 b3")),)
    why = {merit.code: merit for merit in merits("sabra", view, turn, [Draw()])}
    assert why[MeritCode.GOES_OUT_NEXT].tiles == rack("b4 b5")
    assert MeritCode.GOES_OUT_NEXT not in found(FEW, (Draw(),))


def test_only_a_turn_that_opens_says_so() -> None:
    view = read_state("rack k10 r10 b10 o1 | opened no")
    opening = (Play.between(view.table, table("k10 r10 b10")),)
    assert MeritCode.OPENS in {merit.code for merit in merits("sabra", view, opening, [Draw()])}
    assert MeritCode.OPENS not in found(KEEP, (Draw(),))
