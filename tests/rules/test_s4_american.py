"""S4, "American Rummikub": draw, meld and discard."""

from __future__ import annotations

import itertools

import pytest
from tests.support.positions import (
    DISCARDING,
    LEGAL,
    Position,
    each,
    opened_round,
    position,
)

from tilerummy.analysis import best_play
from tilerummy.match import Match
from tilerummy.rules import ruleset
from tilerummy.state import (
    Discard,
    Discarded,
    Draw,
    Ended,
    Ending,
    GoOut,
    Pass,
    Phase,
    Play,
    Source,
    TimeOut,
    conceal,
)
from tilerummy.tiles import HIDDEN, rack, tile

TAKE = Draw(Source.DISCARD)


def drew(
    table: str = "",
    held: str = "",
    *,
    tile: str = "o13",
    preset: str = "american",
    others: tuple[str, ...] = ("r12 o13",),
    opened: bool = True,
    trump: str = "",
) -> Position:
    """Return a position whose mover had the rack *held* and has just drawn *tile*."""
    pool = f"{tile} k13 r13 b13"
    now = position(preset, table, held, others=others, opened=opened, pool=pool, trump=trump)
    return now.then(Draw())


@each("seats", [2, 3, 4])
def test_the_tiles_that_are_not_dealt_lie_face_down(seats: int) -> None:
    """S4.112 "15 stacks of 7 face-down tiles, with one tile left over", S4.113."""
    dealt, _ = opened_round("american", seats=seats)

    assert len(dealt.state.pool) == (15 - 2 * seats) * 7
    assert set(conceal(dealt.state, 0).pool) == {HIDDEN}


@each("viewer", [0, 1, None])
def test_the_left_over_tile_lies_face_up(viewer: int | None) -> None:
    """S4.114 "placed face up in the centre", S4.115 "trump"."""
    dealt, _ = opened_round("american", seats=2)

    assert dealt.state.trump is not None
    assert conceal(dealt.state, viewer).trump == dealt.state.trump


@each("preset", ["sabra", *DISCARDING])
def test_the_start_passes_to_the_next_player_after_each_round(preset: str) -> None:
    """S4.117 "turn to start passes to the right", in playing order."""
    ended = Ended(Ending.WENT_OUT, (10, -4, -6), (rack(""),) * 3, 0)
    match = Match(rules=ruleset(preset), seats=3)
    assert match.next_starter() is None

    match = match.after(ended, 1)
    assert match.next_starter() == 2
    assert match.after(ended, 2).next_starter() == 0


@each("preset", DISCARDING)
def test_a_turn_begins_with_drawing_a_tile(preset: str) -> None:
    """S4.118, S4.119 "drawing one tile from the face-down stacks"."""
    now = position(preset, "k4 r4 b4", "o4 k9", pool="o13 k13")

    for wish in ("k4 r4 b4 o4", Discard(tile("k9")), Pass()):
        assert now.verdict(wish) == "must_draw"
    assert now.then(Draw()).rack(0) == "k9 o4 o13"
    assert now.then(Draw()).verdict(Draw()) == "cannot_draw"


@each("preset", DISCARDING)
def test_melding_is_optional(preset: str) -> None:
    """S4.120 "optionally melding valid groups and runs"."""
    now = drew("k4 r4 b4", "o4 k9", preset=preset)

    assert now.verdict("k4 r4 b4 o4") == LEGAL
    assert now.verdict(Discard(tile("k9"))) == LEGAL


@each("preset", DISCARDING)
def test_a_turn_ends_with_a_discard(preset: str) -> None:
    """S4.121 "discarding one tile face up"."""
    now = drew("k4 r4 b4", "o4 k9", preset=preset)
    later = now.then(Discard(tile("o13")))

    assert now.verdict(Pass()) == "must_discard"
    assert now.verdict(Discard(tile("k1"))) == "not_on_rack"
    assert (later.state.to_move, later.state.phase) == (1, Phase.DRAW)
    assert conceal(later.state, 1).seats[0].discards == (tile("o13"),)


@each("preset", DISCARDING)
def test_out_of_time_a_tile_is_drawn_and_discarded(preset: str) -> None:
    """S4.119, S4.121 "discarding one tile": the drawn one or the highest, ruling of RULES 3."""
    before = position(preset, "k4 r4 b4", "k1 o11 *", pool="o13 k13").then(TimeOut())
    drawn = drew("k4 r4 b4", "k1 o11 *", preset=preset).then(TimeOut())
    melded = drew("k4 r4 b4", "k1 o11 *", tile="o4", preset=preset)

    for late in (before, drawn):
        assert late.state.seats[0].discards == (tile("o13"),)
        assert (late.rack(0), late.state.to_move) == ("k1 o11 *", 1)
    late = melded.then("k4 r4 b4 o4", TimeOut())
    assert (late.rack(0), late.table) == ("k1 *", "k4 r4 b4 o4")


@each("preset", DISCARDING)
def test_only_the_latest_discard_of_the_previous_player_is_there(preset: str) -> None:
    """S4.122 "only the most recent discard", S4.136 "just discarded by the previous player"."""
    now = position(preset, rack="k1 k3", others=("r1", "b1"), discarded="o5 o6")
    taken = now.then(TAKE)

    assert taken.rack(0) == "k1 k3 o6"
    later = taken.then(Discard(tile("k3")))
    assert later.then(TAKE).rack(1) == "k3 r1"


def test_the_initial_meld_is_worth_21() -> None:
    """S4.130 "a total value of 21 points or more"."""
    now = drew(held="k6 k7 k8 r6 b6 o5 o6 o7 r1 b1 o1 k1 k5 r5 b5 r9", opened=False)

    assert now.verdict("k6 k7 k8") == LEGAL  # 21
    assert now.verdict("o5 o6 o7") == "initial_meld_too_low"  # 18
    assert now.verdict("k5 r5 b5 o5") == "initial_meld_too_low"  # 20
    assert now.verdict("o5 o6 o7 / r1 b1 o1") == LEGAL  # 21
    assert now.verdict("r6 b6 o6 / k1 r1") == "invalid_meld"


def test_jokers_of_the_initial_meld_count_as_what_they_represent() -> None:
    """S4.131 "the value of the tile they represent"."""
    now = drew(held="k7 k8 * r9", opened=False)

    assert now.verdict("*k6 k7 k8") == LEGAL
    low = drew(held="k6 k7 * r9", opened=False)
    assert low.verdict("*k5 k6 k7") == "initial_meld_too_low"


@each("preset", DISCARDING)
def test_jokers_stand_for_any_tile(preset: str) -> None:
    """S4.129 "substitutes for any numbered tile of any colour", S4.60–62."""
    now = drew("k9 r9 b9", "k7 r7 * * o3 b2", preset=preset)

    assert now.verdict("k9 r9 b9 / k7 r7 *7") == LEGAL
    assert now.verdict("k9 r9 b9 / r7 *r8 *r9") == LEGAL
    assert now.verdict("k9 r9 b9 *9") == LEGAL


@each("preset", DISCARDING)
def test_after_the_initial_meld_more_is_possible_at_once(preset: str) -> None:
    """S4.132 "additional options are available to you", S4.133, S4.134."""
    held = "k12 r12 b12 o12 k13 r13 b13 r1 r2 r3 b8 k2"
    now = drew("b5 b6 b7", held, preset=preset, opened=False)
    opened = now.then("b5 b6 b7 / k12 r12 b12 o12 / k13 r13 b13")

    table = "b5 b6 b7 b8 / k12 r12 b12 o12 / k13 r13 b13"
    assert opened.verdict(table) == LEGAL
    assert opened.then(table).verdict(f"{table} / r1 r2 r3") == LEGAL


@each("preset", DISCARDING)
def test_later_melds_have_any_value(preset: str) -> None:
    """S4.133 "irrespective of value"."""
    now = drew("k4 r4 b4", "r1 r2 r3 k9", preset=preset)

    assert now.verdict("k4 r4 b4 / r1 r2 r3") == LEGAL


@each("preset", DISCARDING)
def test_own_and_others_melds_are_extended(preset: str) -> None:
    """S4.134 "your own or other players' melded groups or runs"."""
    now = drew("b5 b6 b7", "k4 r4 b4 o4 b8 k9", preset=preset)
    now = now.then("b5 b6 b7 / k4 r4 b4")

    assert now.verdict("b5 b6 b7 / k4 r4 b4 o4") == LEGAL
    assert now.verdict("b5 b6 b7 b8 / k4 r4 b4") == LEGAL


@each("preset", DISCARDING)
def test_melds_are_extended_and_never_rearranged(preset: str) -> None:
    """S4.134 "extend … by adding tiles to them"; ruling of RULES 3."""
    now = drew("k4 r4 b4 o4 / b5 b6 b7 / b9 b10 b11", "b3 b8 k9", preset=preset)

    assert now.verdict("k4 r4 o4 / b3 b4 b5 b6 b7 / b9 b10 b11") == "table_closed"
    joined = "k4 r4 b4 o4 / b5 b6 b7 b8 b9 b10 b11"
    assert now.verdict(joined) == "table_closed"


@each("preset", DISCARDING)
@each("one", ["*r1", "r1"])
def test_a_high_one_does_not_come_to_stand_at_the_low_end(preset: str, one: str) -> None:
    """S4.39 "cannot be moved to the other end"; S4.134, RULES 2.2.3: a run's order is fixed."""
    long = " ".join(f"r{n}" for n in range(3, 14))
    now = drew(f"{long} {one}", "r2 k9", preset=preset)
    high = now.rules.read_table(f"r2 {long} {one}")
    assert now.verdict(f"{one} r2 {long}") == "table_closed"
    assert now.verdict(str(high)) == LEGAL
    assert best_play(now.rules, now.state).tables[-1:] == (high,)


@each("more", ["tiles.copies=4", "tiles.copies=4+joker.reuse=any"])
def test_many_equal_melds_are_extended_at_once(more: str) -> None:
    """S4.134: the judge does not match old melds to new ones, so their number is unlimited."""
    numbers = [n for n in range(1, 11) for _ in range(4)]
    table = " / ".join(f"k{n} r{n} b{n}" for n in numbers)
    held = " ".join(f"o{n}" for n in numbers)
    now = drew(table, f"{held} k12", preset=f"american+{more}")

    assert now.verdict(" / ".join(f"k{n} r{n} b{n} o{n}" for n in numbers)) == LEGAL
    joined = " / ".join(f"k{n} r{n} b{n} o{n}" for n in numbers[:-1])
    assert now.verdict(f"{joined} / k10 r10 b10 / o8 o9 o10") == "not_on_rack"


@each("preset", DISCARDING)
def test_a_joker_is_replaced_from_the_rack_and_used_in_a_new_meld(preset: str) -> None:
    """S4.135 "provided that you immediately use the joker in a "new" meld"."""
    now = drew("b5 b6 *b7 / k2 k3 k4", "b7 k8 k9 r1", preset=preset)

    assert now.verdict("b5 b6 b7 / k2 k3 k4 / k8 k9 *k10") == LEGAL
    assert now.verdict("b5 b6 b7 / k2 k3 k4 *k5") == "joker_reuse"
    assert now.verdict("b5 b6 b7 / k2 k3 k4") == "table_tile_missing"
    held = drew("b5 b6 *b7 / k2 k3 k4", "k8 k9 r1", preset=preset)
    assert held.verdict("b5 b6 *b7 *b8 / k2 k3 k4") == "not_on_rack"


@each("preset", DISCARDING)
def test_the_joker_of_a_group_of_three_is_replaced_by_either_colour(preset: str) -> None:
    """S4.135 "the tile represented by a melded joker", S4.42."""
    now = drew("k5 r5 *5", "b5 k8 k9 r1", preset=preset)

    assert now.verdict("k5 r5 b5 / k8 k9 *k10") == LEGAL


@each("preset", DISCARDING)
def test_two_replaced_jokers_need_two_tiles_beside_them(preset: str) -> None:
    """S4.135 "the joker with two or more tiles from your rack"."""
    now = drew("b5 b6 *b7 / r5 r6 *r7", "b7 r7 k9 k10 r1", preset=preset)

    assert now.verdict("b5 b6 b7 / r5 r6 r7 / k9 *9 *9") == "joker_reuse"
    assert now.verdict("b5 b6 b7 / r5 r6 r7 / k9 k10 *k11 *k12") == LEGAL


def test_the_other_reading_lets_the_joker_extend_a_meld() -> None:
    """S4.135 "It is not quite clear from the book": the option joker.reuse."""
    now = drew("b5 b6 *b7 / k2 k3 k4", "b7 k8 k9 r1", preset="american+joker.reuse=any")

    assert now.verdict("b5 b6 b7 / k2 k3 k4 *k5") == LEGAL


@each("preset", DISCARDING)
def test_from_when_on_discards_may_be_taken(preset: str) -> None:
    """S4.136 "From your next turn onwards", S4.156 "always permitted"."""
    before = position(preset, rack="k1", discarded="o6", opened=False)
    after = position(preset, rack="k1", discarded="o6")

    early = LEGAL if preset == "international" else "discard_not_available"
    assert before.verdict(TAKE) == early
    assert after.verdict(TAKE) == LEGAL


@each("preset", DISCARDING)
def test_there_is_no_discard_to_take_in_the_first_turn(preset: str) -> None:
    """S4.136 "the tile just discarded by the previous player"."""
    now = position(preset, rack="k1", discarded="")

    assert now.verdict(TAKE) == "discard_not_available"


@each("preset", DISCARDING)
def test_a_taken_discard_does_not_go_back_at_once(preset: str) -> None:
    """S4.136 "you may take the tile"; ruling of RULES 3 against endless rounds."""
    now = position(preset, rack="k1", discarded="o6").then(TAKE)

    assert now.verdict(Discard(tile("o6"))) == "discard_not_available"
    assert now.verdict(Discard(tile("k1"))) == LEGAL


def test_the_round_ends_with_the_last_discard() -> None:
    """S4.137 "except for one, which is the final discard", S4.138."""
    now = drew("k4 r4 b4", "o4", tile="k9").then("k4 r4 b4 o4")
    assert now.state.phase is Phase.MELD

    events = now.events(Discard(tile("k9")))

    assert events[0] == Discarded(0, tile("k9"))
    assert isinstance(events[1], Ended)
    assert (events[1].ending, events[1].winner) == (Ending.WENT_OUT, 0)


@each("preset", DISCARDING)
def test_nobody_melds_all_tiles_without_a_discard(preset: str) -> None:
    """S4.139 "leaving yourself with no discard"."""
    now = drew("k4 r4 b4 / b5 b6 b7", "o4", tile="b8", preset=preset)

    assert now.verdict("k4 r4 b4 o4 / b5 b6 b7 b8") == "nothing_to_discard"
    assert now.verdict("k4 r4 b4 o4 / b5 b6 b7") == LEGAL


def going_out(table: str, *plays: str, discard: str) -> GoOut:
    """Return the wish to draw the trump, make the plays and discard."""
    rules = ruleset("american")
    tables = [rules.read_table(text) for text in (table, *plays)]
    steps = itertools.pairwise(tables)
    return GoOut(tuple(Play.between(one, two) for one, two in steps), tile(discard))


def test_the_trump_is_drawn_by_who_thereby_wins() -> None:
    """S4.140 "if the player who draws it can thereby win the game"."""
    now = position("american", "k4 r4 b4", "k9 b8", trump="o4")
    wins = going_out("k4 r4 b4", "k4 r4 b4 o4", discard="k9")
    only_k9 = position("american", "k4 r4 b4", "k9", trump="o4")

    assert now.verdict(wins) == "trump_not_winning"
    assert only_k9.verdict(wins) == LEGAL
    assert only_k9.then(wins).ended.winner == 0
    assert only_k9.verdict(Draw(Source.TRUMP)) == "trump_not_winning"


def test_the_trump_wins_by_several_plays_too() -> None:
    """S4.140 "can thereby win the game"."""
    now = position("american", "k4 r4 b4", "b5 b6 b7 k9", trump="o4")
    wins = going_out("k4 r4 b4", "k4 r4 b4 o4", "k4 r4 b4 o4 / b5 b6 b7", discard="k9")

    assert now.then(wins).ended.winner == 0


def test_who_opens_in_this_turn_may_win_with_the_trump() -> None:
    """S4.140 "instead of a face-down tile or the previous player's discard"."""
    now = position("american", "", "k7 k8 k9", trump="k6", opened=False)

    assert now.verdict(going_out("", "k6 k7 k8", discard="k9")) == LEGAL


@pytest.mark.parametrize(("preset", "joker"), [("american", 30), ("american+25", 25)])
def test_the_score_of_a_round(preset: str, joker: int) -> None:
    """S4.141–144 "A joker remaining … counts 30", S4.150 "as 25 points"."""
    name = preset.replace("+25", "+joker.rack_value=25")
    others = ("r1 k13 b7", "* o2")
    now = drew("k4 r4 b4", "o4", tile="k9", others=others, preset=name)
    end = now.then("k4 r4 b4 o4", Discard(tile("k9")))

    assert end.ended.scores == (21 + joker + 2, -21, -(joker + 2))
    assert sum(end.ended.scores) == 0


def test_a_one_counts_one_point_even_high() -> None:
    """S4.144 "'1' tiles count 1 point"."""
    end = drew("k4 r4 b4", "o4", tile="k9", others=("k1 r1",)).then(
        "k4 r4 b4 o4", Discard(tile("k9"))
    )
    assert end.ended.scores == (2, -2)

    opening = drew(held="k12 k13 k1 r1", opened=False)
    assert opening.rules.read_table("k12 k13 k1").points == 26


def test_when_the_stacks_are_exhausted_the_lowest_count_wins() -> None:
    """S4.145–148 "the same rule is used as in Sabra"."""
    now = position("american", rack="k9 k2", others=("o4 o2", "r13 r1"), pool="o3")
    end = now.then(Draw(), Discard(tile("k9")))

    assert (end.ended.ending, end.ended.winner) == (Ending.POOL_EXHAUSTED, 0)
    assert end.ended.scores == (1 + 9, -1, -9)


def test_turns_without_a_play_or_a_tile_from_the_stacks_do_not_go_on_for_ever() -> None:
    """S4.136 "take the tile just discarded"; ruling of RULES 3: ten turns of every seat."""
    now = position("american", rack="k9 k2", others=("o4 o2",), discarded="r5 r6")
    swaps = 0
    while now.state.phase is not Phase.OVER:
        now = now.then(TAKE)
        held = next(t for t in now.state.mover.rack if now.verdict(Discard(t)) == LEGAL)
        now = now.then(Discard(held))
        swaps += 1

    assert swaps == 20
    assert now.ended.ending is Ending.NO_PROGRESS
