"""Hints exist in every phase of every game, and the referee accepts them all."""

from __future__ import annotations

import pytest

from tilerummy.analysis import Advice, Hint, hint, turn_for
from tilerummy.analysis.hints.discards import discard_reason
from tilerummy.deadline import Deadline
from tilerummy.rules import PRESETS, begin, chance, decide_all, ruleset
from tilerummy.rules_text import hint_text
from tilerummy.state import Declare, Draw, GoOut, Pass, Phase, Source, State, conceal, fold
from tilerummy.state.notation import read_state
from tilerummy.tiles import rack as rack_of
from tilerummy.tiles import tile

MANY_JOKERS = (
    "k4 k5 k6 / k9 k10 k11 k12 / r7 r8 r9 r10 / r10 *r11 r12 r13 / b8 *b9 b10 *b11 b12 b13"
    " / o2 o3 o4 / o10 o11 o12 / k2 r2 b2 / k3 r3 b3 o3 / r7 b7 o7 / r13 b13 *13"
)


def hinted(text: str, rules: str = "sabra", phase: Phase = Phase.ACT) -> Hint:
    return hint(ruleset(rules), read_state(text, ruleset(rules).tiles, phase=phase))


def hint_texts(text: str, rules: str = "sabra", phase: Phase = Phase.ACT) -> list[tuple[str, ...]]:
    found = hinted(text, rules, phase)
    return [hint_text(found, level) for level in (1, 2, 3)]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_round_in_which_all_follow_the_hints_is_played_to_its_end(preset: str) -> None:
    rules = PRESETS[preset]
    start = begin(rules, chance(rules.deal, rules.tiles, seats=2, seed=b"hints" * 8), seats=2)
    state = fold(start, State.before_deal(2))
    turns = 0
    while state.phase is not Phase.OVER:
        found = hint(rules, conceal(state, state.to_move))
        assert found.actions
        assert all(hint_text(found, level) for level in (1, 2, 3))
        assert found.playable == bool(found.best.plays) == bool(found.steps)
        if found.advice is Advice.PLAY:
            assert turn_for(rules, conceal(state, state.to_move), found.best.tables[-1])
        state = fold(decide_all(rules, state, found.actions), state)
        turns += 1
        assert turns < 1000
    assert hint(rules, state).advice is Advice.WAIT


def test_there_is_a_play_with_these_tiles_and_so_it_is_done() -> None:
    assert hint_texts("table r3 r4 r5 / k7 b7 o7 | rack r6 r7 k1") == [
        ("You can lay something.",),
        ("Lay 2 tiles: red 6 and 7.",),
        ("Add the red 6 and 7 from the rack to the end of the red run 3-5.",),
    ]
    found = hinted("table r3 r4 r5 / k7 b7 o7 | rack r6 r7 k1")
    assert (found.advice, found.actions[-1]) == (Advice.PLAY, Pass())


def test_no_hint_lengthens_an_old_run_by_a_freed_joker() -> None:
    at = "table r3 r4 r5 / r3 r4 r5 / k8 *k9 k10 | rack k9 r1"

    assert hint_texts(at, "dutch-1985") == [("Nothing to lay. Draw a tile.",)] * 3, "RULES 2.2.4"


def test_a_turn_can_be_made_by_showing_only_its_last_table() -> None:
    """Two plays would lay r4 and b4 too, but too many first plays could come before them."""
    rules = ruleset("mcgraw")
    text = f"table {MANY_JOKERS} | rack k1 k5 k6 r4 r8 r11 b4 o7 o8 o9 o11"
    at = read_state(text, rules.tiles)

    best = hint(rules, at).best

    assert best.placed >= rack_of("k5 k6 r8 r11 o8 o9")
    assert turn_for(rules, at, best.tables[-1])


def test_a_player_who_cannot_play_draws() -> None:
    assert hint_texts("table r3 r4 r5 | rack k1") == [("Nothing to lay. Draw a tile.",)] * 3
    assert hinted("table r3 r4 r5 | rack k1").actions == (Draw(),)
    assert (
        hint_texts("table r3 r4 r5 | rack r6 k1 | opened no")
        == [("You can’t open with these tiles yet. Draw a tile.",)] * 3
    )


def test_a_player_who_can_neither_play_nor_draw_passes() -> None:
    assert hint_texts("table r3 r4 r5 | rack k1 | pool")[0] == ("You can’t lay or draw. Pass.",)
    assert hinted("table r3 r4 r5 | rack k1 | pool").actions == (Pass(),)


def test_an_opening_is_hinted_with_the_play_that_follows() -> None:
    found = hinted("table k5 r5 b5 | rack k10 r10 b10 o5 k1 | opened no")

    assert (found.opens, len(found.best.plays)) == (True, 2)
    assert hint_text(found, 1) == ("You can open.",)
    assert hint_text(found, 2) == ("Lay 4 tiles: black 10; red 10; blue 10; orange 5.",)
    assert hint_text(found, 3) == (
        "Lay a new group from the rack: black 10, red 10 and blue 10.",
        "Add the orange 5 from the rack to the group of 5s (black, red, blue).",
    )


@pytest.mark.parametrize(
    ("rack", "laid"),
    [
        ("k10 r10 b10 o1 o2 * k13", "k10 r10 b10"),  # two tiles fewer
        ("k10 r10 b10 o1 o2 * k13 r13 * b8", "k10 r10 b10"),  # with both jokers, four fewer
        ("k10 r10 b10 o1 o2 o4 o5 * k13", "k10 r10 b10 o1 o2 * o4 o5"),  # four fewer
        ("k10 r10 o1 * k13", "k10 r10 *"),  # there is no other opening
        ("k10 r10 b10 o1 o2 *", "k10 r10 b10 o1 o2 *"),  # it goes out
    ],
)
def test_an_opening_keeps_jokers_that_let_it_lay_few_more_tiles(rack: str, laid: str) -> None:
    found = hinted(f"rack {rack} | opened no")

    assert found.opens
    assert found.best.placed == rack_of(laid)


def test_after_the_opening_a_hint_lays_the_most_tiles_with_jokers() -> None:
    found = hinted("rack k10 r10 b10 o1 o2 * k13")

    assert found.best.placed == rack_of("k10 r10 b10 o1 o2 *")


def test_some_rules_end_the_turn_after_the_opening() -> None:
    opened = "table k5 r5 b5 | rack o5 k1 | opened 10 | phase more"

    assert hint_texts(opened)[0] == ("You can lay more.",)
    assert hint_texts(opened, "rummikub")[0] == ("Nothing more to lay. Pass.",)
    assert hinted(opened, "rummikub").actions == (Pass(),)


def test_a_hint_says_that_the_mover_can_go_out() -> None:
    found = hinted("table r3 r4 r5 | rack r6")

    assert (found.out, hint_text(found, 1)) == (True, ("You can go out.",))
    assert Pass() not in found.actions


def test_hints_choose_a_discard_in_games_with_discards() -> None:
    text = "table r3 r4 r5 | rack r6 k1 b9 b10"

    assert hint_texts(text, "american", Phase.MELD)[2] == (
        "Add the red 6 from the rack to the end of the red run 3-5.",
        "Then discard the black 1.",
    )
    assert hint_texts("table r3 r4 r5 | rack k1 b9 b10", "american", Phase.MELD) == [
        ("Nothing to lay. Discard a tile.",),
        *[("Discard the black 1. No other tile on your rack goes with it.",)] * 2,
    ]


def test_an_isolated_tile_is_discarded_before_one_of_no_use_to_the_next_player() -> None:
    american = "table r3 r4 r5 | rack {} | drew pool"

    def discarded(rack: str) -> object:
        return hinted(american.format(rack), "american", Phase.MELD).discard

    assert discarded("k9 k10 r1 * | opened no") == tile("r1")
    assert discarded("k9 r6 b12 * | opened no") == tile("b12")
    assert discarded("k9 r6 * | opened no") == tile("k9")
    assert discarded("k9 b12 o2 | opened no") == tile("b12")


def test_a_turn_begins_with_the_pool_unless_the_discard_can_be_laid() -> None:
    table = "table r3 r4 r5 | phase draw | seat 3 rack ?5; discards {} | rack k9 k10 r13"

    take = hinted(table.format("k11"), "american")
    assert take.actions[0] == Draw(Source.DISCARD)
    assert hint_text(take, 1) == ("Take the last discard. You can lay it.",)
    assert hint_text(take, 2) == ("Take the discard, and you can lay 3 tiles: black 9, 10 and 11.",)
    assert hint_text(take, 3) == (
        "Take the discard.",
        "Lay a new run from the rack: black 9, black 10 and black 11.",
        "Then discard the red 13.",
    )
    for useless in ("r6", "b1"):
        assert hinted(table.format(useless), "american").actions == (Draw(),)
    assert hint_texts(table.format("b1"), "american") == [("Draw from the pool.",)] * 3


def test_the_trump_is_drawn_by_whoever_goes_out_with_it() -> None:
    found = hinted("table r3 r4 r5 | phase draw | trump k11 | rack k9 k10 r13", "american")

    assert hint_text(found, 1) == ("You can go out with the trump.",)
    assert hint_text(found, 3) == (
        "Draw the trump.",
        "Lay a new run from the rack: black 9, black 10 and black 11.",
        "Then discard the red 13.",
    )
    assert isinstance(found.actions[0], GoOut)


def test_a_closed_hand_is_declared() -> None:
    rack = "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k1 r5"
    found = hinted(f"rack {rack} | opened no", "international", Phase.MELD)

    assert found.actions == (Declare(tile("r5")),)
    assert hint_text(found, 1) == ("You have a closed hand.",)
    assert hint_text(found, 2) == ("Declare Royal for 2400 points. Discard the red 5.",)


def test_a_hint_has_three_levels() -> None:
    with pytest.raises(ValueError, match="levels 1 to 3, not 4"):
        hint_text(hinted("rack k1"), 4)


def test_there_is_no_hint_before_the_deal() -> None:
    assert hint_text(hint(PRESETS["sabra"], State.before_deal(2)), 3) == (
        "Nothing to do right now.",
    )


def test_no_reason_for_a_discard_is_given_without_time() -> None:
    """Without time, the tile may belong to a meld on the rack."""
    rules = ruleset("american")
    view = read_state("players 2 | opened no | phase meld | rack k9 k10 r1 b13", rules.tiles)

    assert discard_reason(rules, view, tile("r1"))
    assert discard_reason(rules, view, tile("r1"), deadline=Deadline(1).share(0)) is None
