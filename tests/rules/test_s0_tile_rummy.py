"""S0, "Tile Rummy": the common rules of the manipulation family."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.support.positions import (
    COUNTER_CLOCKWISE,
    EVERY,
    LEGAL,
    MANIPULATION,
    ONE_SET,
    each,
    opened_round,
    position,
)

from tilerummy.melds import Group, Run, Table
from tilerummy.rules import IllegalActionError, ruleset
from tilerummy.state import (
    Draw,
    Drew,
    Ending,
    Pass,
    Phase,
    Play,
    State,
    TimeOut,
    conceal,
    fold,
    redact,
)
from tilerummy.tiles import HIDDEN, JOKER, NotationError, rack, tile

MORE = {"pressman-1987", "sabra-way", "sabra-way-tournament", "mcgraw"}
OPEN_WITH_30 = set(MANIPULATION) - MORE


@each("preset", EVERY)
def test_the_numbers_run_from_1_to_13_in_four_colours(preset: str) -> None:
    """S0.05, S4.16 "numbers run from 1 to 13", S2.30, S3.11."""
    kinds = ruleset(preset).tiles.kinds

    assert {t.colour for t in kinds} == set("krbo")
    assert {t.number for t in kinds} == set(range(1, 14))
    assert len(kinds) == 52


@each("word", ["k14", "g1", "r0"])
def test_there_are_no_other_tiles(word: str) -> None:
    """S0.05 "from 1 to 13 and there are four colours"."""
    with pytest.raises(NotationError):
        ruleset("tile-rummy").rack(word)


@each("preset", ONE_SET)
def test_two_of_each_tile_and_two_jokers_make_106(preset: str) -> None:
    """S0.06 "two tiles of each number and colour", S3.10, S4.09, S4.17, S4.18."""
    tiles = Counter(ruleset(preset).tiles)

    assert tiles.pop(JOKER) == 2
    assert set(tiles.values()) == {2}
    assert len(ruleset(preset).tiles) == 106


@each("preset", EVERY)
@each("seats", [2, 3, 4])
def test_two_to_four_play(preset: str, seats: int) -> None:
    """S0.07 "from two to four players", S3.08, S4.23, S4.111."""
    dealt, _ = opened_round(preset, seats=seats)

    assert len(dealt.state.seats) == seats
    assert all(seat.rack for seat in dealt.state.seats)


@each("preset", EVERY)
@each("seats", [0, 7])
def test_neither_none_nor_seven_can_play(preset: str, seats: int) -> None:
    """S0.07 "from two to four players", S3.08, S4.23, S4.111; RULES 5.1 adds one, five and six."""
    with pytest.raises(ValueError, match="players"):
        opened_round(preset, seats=seats)


@each("preset", EVERY)
def test_which_way_round_the_turn_passes(preset: str) -> None:
    """S0.07 "played clockwise", S3.17 and S4.116 "counter-clockwise", S4.23, S4.56, S4.57."""
    assert ruleset(preset).direction == ("ccw" if preset in COUNTER_CLOCKWISE else "cw")


def test_the_turn_passes_round_the_table() -> None:
    """S0.07 "the game is played clockwise"."""
    dealt, _ = opened_round("tile-rummy", seats=3)

    now, order = dealt, []
    for _ in range(5):
        order.append(now.state.to_move)
        now = now.then(Draw())

    assert order == [0, 1, 2, 0, 1]


@each("preset", [name for name in ONE_SET if name != "international"])
@each("seats", [2, 3, 4])
def test_each_player_takes_14_tiles(preset: str, seats: int) -> None:
    """S0.08 "each player takes 14 tiles", S3.18, S4.24, S4.113."""
    dealt, _ = opened_round(preset, seats=seats)

    assert [len(seat.rack) for seat in dealt.state.seats] == [14] * seats


@each("preset", EVERY)
def test_nobody_else_sees_a_rack(preset: str) -> None:
    """S0.08 "so that the other players cannot see them", S2.06, S4.24."""
    dealt, _ = opened_round(preset, seats=3)

    view = conceal(dealt.state, 1)

    assert view.seats[1].rack == dealt.state.seats[1].rack
    for seat in (0, 2):
        assert [t for t in view.seats[seat].rack if t not in (HIDDEN, JOKER)] == []
        assert len(view.seats[seat].rack) == len(dealt.state.seats[seat].rack)


@each("preset", EVERY)
def test_the_other_tiles_stay_face_down_as_the_pool(preset: str) -> None:
    """S0.09 "stay face-down on the table to form the pool", S2.04, S3.15, S4.25."""
    dealt, events = opened_round(preset, seats=4)
    state = dealt.state
    shown = fold((redact(event, 0) for event in events), State.before_deal(4))
    beside = [*state.free, *([state.trump] if state.trump else [])]

    assert set(conceal(state, 0).pool) == set(shown.pool) == {HIDDEN}
    assert rack("") + [t for s in state.seats for t in s.rack] + beside + state.pool == rack(
        ""
    ) + list(dealt.rules.tiles_for(4))


@each("preset", MANIPULATION)
def test_who_has_got_rid_of_all_tiles_first_wins(preset: str) -> None:
    """S0.10 "the first to get rid of all", S0.21, S1.23, S3.12, S4.26, S4.47."""
    end = position(preset, "k4 r4 b4", "o4", others=("r7 b9",)).then("k4 r4 b4 o4")

    assert end.state.phase is Phase.OVER
    assert (end.ended.ending, end.ended.winner) == (Ending.WENT_OUT, 0)


@each("preset", MANIPULATION)
def test_the_round_goes_on_while_a_tile_is_left(preset: str) -> None:
    """S0.21 "manages to play all their tiles", S4.47."""
    later = position(preset, "k4 r4 b4", "o4 r7").then("k4 r4 b4 o4")

    assert later.state.phase is Phase.MORE


@each("preset", EVERY)
@each("meld", ["k7 r7 o7", "k7 r7 b7 o7"])
def test_a_group_is_three_or_four_of_a_number_in_different_colours(preset: str, meld: str) -> None:
    """S0.11 "groups, consisting of three or four tiles", S2.33, S3.26, S4.28, S4.124."""
    assert str(ruleset(preset).read_table(meld)) == meld


@each("preset", EVERY)
@each("text", ["k7 r7", "k7 r7 r7", "k7 r7 b7 o7 k7", "k7 r7 b8"])
def test_nothing_else_is_a_group(preset: str, text: str) -> None:
    """S0.11 "the same number and different colours", S2.31–33, S2.35, S2.40, S3.26,
    S4.28, S4.124.
    """
    assert position(preset, rack=text).verdict(text) == "invalid_meld"


@each("preset", EVERY)
@each("meld", ["b3 b4 b5", "b1 b2 b3", "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13"])
def test_a_run_is_three_or_more_consecutive_of_a_colour(preset: str, meld: str) -> None:
    """S0.11 "three or more consecutive numbers", S2.34, S2.38, S2.39, S3.25, S4.29, S4.125."""
    assert str(ruleset(preset).read_table(meld)) == meld


@each("preset", EVERY)
@each("text", ["b3 b4", "b3 b4 r5", "b3 b4 b6", "b3 b4 b4 b5", "b13 b1 b2"])
def test_nothing_else_is_a_run(preset: str, text: str) -> None:
    """S0.11 "consecutive numbers of the same colour", S2.31, S2.32, S2.34, S2.36, S3.25,
    S4.29, S4.125.
    """
    assert position(preset, rack=text).verdict(text) == "invalid_meld"


@each("preset", MANIPULATION)
@each("number", range(1, 14))
def test_a_joker_stands_for_any_tile(preset: str, number: int) -> None:
    """S0.12 "substitutes for any numbered tile", S3.23, S3.37, S4.32."""
    start = min(number, 11)
    run = " ".join(f"*o{n}" if n == number else f"o{n}" for n in range(start, start + 3))
    now = position(preset, rack=f"k{number} b{number} o{start} o{start + 1} o{start + 2} * k1")

    assert now.verdict(f"k{number} b{number} *{number}") == LEGAL
    assert now.verdict(run) == LEGAL


def test_a_joker_does_not_stand_for_a_tile_that_makes_no_meld() -> None:
    """S0.12 "to make up a valid combination", S4.32."""
    for text in ("k7 r7 *k7", "k7 r7 *8", "b5 b6 *b8", "b5 b6 *r7", "k7 r7 b7 o7 *7"):
        assert position("tile-rummy", rack="k7 r7 b7 o7 b5 b6 *").verdict(text) == "invalid_meld"


@each("preset", MANIPULATION)
def test_a_draw_takes_from_the_pool_and_ends_the_turn(preset: str) -> None:
    """S0.13 "either drawing one tile from the pool", S1.05, S3.30, S3.31, S4.33."""
    later = position(preset, rack="k1", pool="r9 b9 o9 r10 b10 o10").then(Draw())
    drawn = "r9 r10 b9 o9" if preset == "mcgraw" else "r9"

    assert later.rack(0) == f"k1 {drawn}"
    assert (later.state.to_move, later.state.phase) == (1, Phase.ACT)


@each("preset", MANIPULATION)
def test_a_turn_is_drawing_or_melding_not_both(preset: str) -> None:
    """S0.13 "either drawing one tile … or melding", S3.32 "once they have pulled", S4.33."""
    played = position(preset, "k4 r4 b4", "o4 r7 k8").then("k4 r4 b4 o4")

    assert played.verdict(Draw()) == "cannot_draw"
    assert played.verdict(Pass()) == LEGAL


@each("preset", MANIPULATION)
def test_who_has_neither_drawn_nor_melded_cannot_pass(preset: str) -> None:
    """S0.13 "A turn consists of either", S1.05, S2.43, S3.30, S4.33."""
    assert position(preset, "k4 r4 b4", "o4 r7").verdict(Pass()) == "cannot_pass"


@each("preset", MANIPULATION)
def test_the_first_meld_is_worth_30_or_more(preset: str) -> None:
    """S0.14 "adding up to 30 or more", S1.02, S4.34, S4.105; 50 in S3.20, 60 in S2.41."""
    now = position(preset, rack="k10 r10 b10 k2 r5", opened=False)

    expected = LEGAL if preset in OPEN_WITH_30 else "initial_meld_too_low"
    assert now.verdict("k10 r10 b10") == expected


@each("preset", MANIPULATION)
def test_29_are_not_enough(preset: str) -> None:
    """S0.14 "30 or more", S1.02, S4.34."""
    now = position(preset, rack="k5 r5 b5 o5 r2 r3 r4 k9", opened=False)

    assert now.verdict("k5 r5 b5 o5 / r2 r3 r4") == "initial_meld_too_low"


@each("preset", sorted(OPEN_WITH_30))
def test_several_melds_open_together(preset: str) -> None:
    """S0.14 "one or more combinations … the total", S1.03, S4.34."""
    now = position(preset, rack="k5 r5 b5 o5 r1 r2 r3 r4 k9", opened=False)

    assert now.verdict("k5 r5 b5 o5 / r1 r2 r3 r4") == LEGAL


@each("preset", EVERY)
def test_the_first_meld_comes_from_the_rack_alone(preset: str) -> None:
    """S0.14 "formed entirely from that player's hand", S1.04, S3.21, S4.34, S4.130."""
    now = position(preset, "r10 r11 r12", "r13 k10 b10 k2 o13 k13 b13", opened=False, pool="o1")
    now = now if preset in MANIPULATION else now.then(Draw())

    assert now.verdict("r10 r11 r12 r13") == "table_closed"
    assert now.verdict("r10 r11 r12 r13 / k13 b13 o13") == "table_closed"


@each("preset", sorted(OPEN_WITH_30))
def test_a_joker_in_the_first_meld_counts_as_what_it_represents(preset: str) -> None:
    """S0.15 "counts as the number of the tile", S3.23, S4.35."""
    now = position(preset, rack="k11 * b11 r9 r10 o5", opened=False)

    assert now.verdict("k11 b11 *11") == LEGAL
    assert now.verdict("r9 r10 *r11") == LEGAL
    assert now.verdict("*r8 r9 r10") == "initial_meld_too_low"


@each("preset", MANIPULATION)
def test_later_the_table_is_rearranged_to_form_new_melds(preset: str) -> None:
    """S0.16 "rearranging the tiles on the table", S1.10, S2.37, S3.29, S4.36."""
    now = position(preset, "k4 r4 b4 o4 / b5 b6 b7 b8", "b3 k9")

    assert now.verdict("k4 r4 o4 / b3 b4 b5 b6 b7 b8") == LEGAL


@each("preset", MANIPULATION)
def test_at_least_one_tile_is_added_from_the_rack(preset: str) -> None:
    """S0.16 "at least one tile has been added from hand", S1.29, S4.37."""
    now = position(preset, "k4 r4 b4 o4 / b5 b6 b7 b8", "b3 k9")

    assert now.verdict("k4 r4 o4 / b4 b5 b6 b7 b8") == "no_tile_played"


@each("preset", MANIPULATION)
def test_every_meld_must_be_valid_at_the_end(preset: str) -> None:
    """S0.16 "all the combinations on the table are valid", S1.11, S2.31, S2.32, S4.37."""
    now = position(preset, "k4 r4 b4", "b3 b5 k9")
    run, pair = Run(rack("b3 b4 b5")), Group(rack("k4 r4"))

    with pytest.raises(IllegalActionError) as refused:
        now.then(Play(now.state.table, Table((run, pair))))
    assert refused.value.code == "invalid_meld"


@each("preset", MANIPULATION)
def test_no_tile_of_the_table_comes_back_to_a_rack(preset: str) -> None:
    """S0.16 "all the combinations on the table", S1.11 "loose tiles remainders", S4.37."""
    now = position(preset, "k4 r4 b4 o4", "b3 b5 k9")

    assert now.verdict("b3 b4 b5") == "table_tile_missing"


@each("preset", MANIPULATION)
def test_what_is_placed_must_be_on_the_rack(preset: str) -> None:
    """S0.13 "one or more tiles from hand", S4.33."""
    assert position(preset, "k4 r4 b4", "k9").verdict("k4 r4 b4 o4") == "not_on_rack"


@each("preset", MANIPULATION)
def test_a_meld_with_a_joker_can_be_added_to(preset: str) -> None:
    """S0.17 "can have further tiles added to it", S3.38, S4.38, S4.88, S4.94."""
    now = position(preset, "b5 b6 *b7 / k4 r4 *4", "b4 b8 b4 o4 k1")

    assert now.verdict("b4 b5 b6 *b7 / k4 r4 *4") == LEGAL
    assert now.verdict("b5 b6 *b7 b8 / k4 r4 *4") == LEGAL
    assert now.verdict("b5 b6 *b7 / k4 r4 b4 *4") == LEGAL


def test_nothing_is_taken_from_a_meld_with_a_joker() -> None:
    """S0.17 "nothing can be taken from it"."""
    now = position("tile-rummy", "b5 b6 *b7 b8", "k8 r8 k1")

    assert now.verdict("b5 b6 *b7 / k8 r8 b8") == "joker_locked"


def test_a_meld_with_a_joker_is_not_rearranged() -> None:
    """S0.17 "nor can it be rearranged into other melds"."""
    now = position("tile-rummy", "b5 b6 *b7 b8 b9 b10", "b11 k1")

    assert now.verdict("b5 b6 *b7 / b8 b9 b10 b11") == "joker_locked"


def test_a_joker_is_replaced_by_its_tile_from_the_rack() -> None:
    """S0.18 "substitute the real tile for the joker"."""
    now = position("tile-rummy", "b5 b6 *b7 / k9 r9 o9", "b7 k3 k4 k1")

    assert now.verdict("b5 b6 b7 / k9 r9 o9 / k3 k4 *k5") == LEGAL
    assert now.verdict("b5 b6 b7 / k9 r9 o9 *9") == LEGAL
    assert now.then("b5 b6 b7 / k9 r9 o9 *9").rack(0) == "k1 k3 k4"


def test_the_replacing_tile_is_in_hand_not_on_the_table() -> None:
    """S0.18 "who has in hand the tile which the joker represents"."""
    now = position("tile-rummy", "b5 b6 *b7 / k7 r7 b7 o7", "k3 k4 k1")

    assert now.verdict("b5 b6 b7 / k7 r7 o7 / k3 k4 *k5") == "joker_not_replaced"


def test_a_replaced_joker_stays_on_the_table() -> None:
    """S0.18 "use the joker in some other combination on the table"."""
    now = position("tile-rummy", "b5 b6 *b7", "b7 k3 k4 k1")

    assert now.verdict("b5 b6 b7") == "table_tile_missing"


def test_there_is_no_time_limit_but_one_can_be_set() -> None:
    """S0.19 "some players set a time limit", for example one minute."""
    assert ruleset("tile-rummy").seconds == 0
    house = ruleset("tile-rummy+turn.seconds=60")
    assert house.seconds == 60

    late = position(house, "k4 r4 b4", "o4", pool="r9 b9").then(TimeOut())

    assert (late.rack(0), late.table, late.state.to_move) == ("r9 o4", "k4 r4 b4", 1)


@each("preset", MANIPULATION)
def test_with_pass_the_next_person_plays(preset: str) -> None:
    """S0.20 "you say "pass", and the next person can play", S4.44."""
    later = position(preset, "k4 r4 b4", "o4 r7").then("k4 r4 b4 o4", Pass())

    assert (later.state.to_move, later.state.phase) == (1, Phase.ACT)


NO_SIMPLE_SUM = {"mcgraw", "dutch-1985", "dutch-sabra", "tournament"}
"""Presets with other points for jokers, or with penalties."""


@each("preset", sorted(set(MANIPULATION) - NO_SIMPLE_SUM))
def test_the_others_lose_what_is_on_their_racks_and_the_winner_gets_the_sum(preset: str) -> None:
    """S0.22, S0.23 "counting jokers as 30", S1.21, S1.24–26, S3.24, S3.45–48, S4.48, S4.49."""
    others = ("r1 k13 b7", "* o2", "k5")
    end = position(preset, "k4 r4 b4", "o4", others=others).then("k4 r4 b4 o4")

    assert end.ended.scores == (21 + 32 + 5, -21, -32, -5)
    assert sum(end.ended.scores) == 0


def test_a_draw_shows_its_tile_to_nobody_else() -> None:
    """S0.08 "so that the other players cannot see them"."""
    now = position("tile-rummy", rack="k1", pool="r9 b9")

    assert next(e for e in now.events(Draw()) if isinstance(e, Drew)).tiles == (tile("r9"),)
    assert conceal(now.then(Draw()).state, 1).seats[0].rack == (HIDDEN, HIDDEN)
