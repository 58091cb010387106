"""S3, "Playing Rummikub the Sabra way": fifty to open, jokers with two tiles of the rack."""

from __future__ import annotations

from tests.support.positions import LEGAL, MANIPULATION, each, opened_round, position

from tilerummy.melds import Pile
from tilerummy.rules import ruleset
from tilerummy.state import Draw, Ending, Foul, Pass, Penalised, Phase, Play, TimeOut
from tilerummy.state.notation import read_action
from tilerummy.tiles import JOKER

WAYS = ("sabra-way", "sabra-way-tournament")
FIFTY = {"pressman-1987", *WAYS}
ONE_TILE = [name for name in MANIPULATION if name != "mcgraw"]
FIRST_PASS = [name for name in MANIPULATION if name not in ("rummikub", "mcgraw", "tournament")]


@each("preset", MANIPULATION)
def test_the_starting_meld_is_worth_fifty(preset: str) -> None:
    """S3.20 "a starting meld of 50 points", S4.104, S4.105."""
    now = position(preset, rack="k12 r12 b12 o3 o4 o5 k3 r3 b3 k1", opened=False)

    expected = "initial_meld_too_low" if preset in {*FIFTY, "mcgraw"} else LEGAL
    assert now.verdict("k12 r12 b12 / o3 o4 o5") == expected  # 48
    with_three = "initial_meld_too_low" if preset == "mcgraw" else LEGAL
    assert now.verdict("k12 r12 b12 / o3 o4 o5 / k3 r3 b3") == with_three  # 57


@each("preset", sorted(FIFTY))
def test_exactly_fifty_in_one_set_or_more(preset: str) -> None:
    """S3.20 "in at least one set", S4.105, S3.22 "the number of points as valued on the tile"."""
    one = position(preset, rack="k8 k9 k10 k11 k12 k1", opened=False)
    two = position(preset, rack="k10 k11 k12 r4 b4 o4 r13 k4 r5", opened=False)

    assert one.verdict("k8 k9 k10 k11 k12") == LEGAL  # 50
    assert one.verdict("k8 k9 k10 k11") == "initial_meld_too_low"  # 38
    assert two.verdict("k10 k11 k12 / k4 r4 b4 o4") == "initial_meld_too_low"  # 49


@each("preset", WAYS)
def test_a_joker_has_the_points_of_the_tile_it_represents(preset: str) -> None:
    """S3.23 "the same as the tile it represented"."""
    now = position(preset, rack="k8 k9 k11 k12 * k1", opened=False)

    assert now.verdict("k8 k9 *k10 k11 k12") == LEGAL
    low = position(preset, rack="k8 k9 k10 k11 * k1", opened=False)
    assert low.verdict("*k7 k8 k9 k10 k11") == "initial_meld_too_low"
    assert low.verdict("k8 k9 k10 k11 *k12") == LEGAL


@each("preset", WAYS)
def test_after_the_fifty_points_they_are_free_to_rearrange(preset: str) -> None:
    """S3.29 "free to play on the table, manipulate, and rearrange"."""
    now = position(preset, "k4 r4 b4 o4", "b8 b9 b10 b11 b12 b5 b6 k1", opened=False)
    now = now.then("k4 r4 b4 o4 / b8 b9 b10 b11 b12")

    assert now.verdict("k4 r4 o4 / b4 b5 b6 / b8 b9 b10 b11 b12") == LEGAL


@each("preset", WAYS)
def test_who_cannot_play_draws_and_waits_for_the_next_turn(preset: str) -> None:
    """S3.30 "must select a tile", S3.31 "must wait until his/her next turn", S3.32."""
    now = position(preset, "k4 r4 b4", "k9", pool="o4 b13").then(Draw())

    assert now.state.to_move == 1
    later = now.then(Draw())
    assert later.verdict("k4 r4 b4 o4") == LEGAL


@each("preset", ONE_TILE)
def test_exceeding_the_time_costs_one_tile(preset: str) -> None:
    """S3.34 "required to draw one tile from the pool"."""
    now = position(preset, "k4 r4 b4", "o4 k9", pool="r9 b9 o9 k10")
    late = now.then(TimeOut())

    assert (late.table, late.rack(0)) == ("k4 r4 b4", "k9 r9 o4")
    assert (late.state.to_move, late.state.phase) == (1, Phase.ACT)


@each("preset", ONE_TILE)
def test_a_table_in_order_at_the_end_of_the_time_stands(preset: str) -> None:
    """S3.35, S4.45 "have not managed to arrange": a player who has managed is not punished."""
    now = position(preset, "k4 r4 b4", "o4 k9", pool="r9 b9 o9 k10")
    whole = Play.between(now.state.table, now.rules.read_table("k4 r4 b4 o4"))

    for late in (now.then(TimeOut(pending=(whole,))), now.then("k4 r4 b4 o4", TimeOut())):
        assert (late.table, late.rack(0)) == ("k4 r4 b4 o4", "k9")
        assert late.state.to_move == 1


@each("preset", ONE_TILE)
def test_lacking_melds_at_the_end_of_the_time_cost_three_tiles(preset: str) -> None:
    """S3.35 "draw three additional tiles", 3 in all: RULES 2.3."""
    now = position(preset, "k4 r4 b4 / b5 b6 b7", "o4 k9", pool="r9 b9 o9 k10")
    illegal = Play.between(now.state.table, now.rules.read_table("k4 r4 b4 o4"))
    events = now.events(TimeOut(pending=(illegal,)))
    late = now.then(TimeOut(pending=(illegal,)))

    assert [len(e.tiles) for e in events if isinstance(e, Penalised)] == [3]
    assert (late.table, late.rack(0)) == ("b5 b6 b7 / k4 r4 b4", "k9 r9 b9 o4 o9")


@each("preset", ONE_TILE)
def test_a_mistake_declared_finished_is_refused_or_at_a_strict_table_costs_three(
    preset: str,
) -> None:
    """S3.35 "leaves lacking melds on the table", S1.07, S4.45: the option invalid_play."""
    start = ("k4 r4 b4 / b5 b6 b7 b8", "o4 o5 k9")
    usual = position(preset, *start, pool="r9 b9 o9 k10").then("k4 r4 b4 o4 / b5 b6 b7 b8")
    strict = position(f"{preset}+invalid_play=penalty", *start, pool="r9 b9 o9 k10")
    strict = strict.then("k4 r4 b4 o4 / b5 b6 b7 b8")
    wrong = Play.between(usual.state.table, usual.rules.read_table("k4 r4 b4 o4 / b5 b6 b7"))

    assert usual.verdict(wrong) == "table_tile_missing"
    assert usual.verdict(Foul(wrong)) == "cannot_pass"
    late = strict.then(Foul(wrong))
    assert (late.table, late.rack(0)) == ("b5 b6 b7 b8 / k4 r4 b4", "k9 r9 b9 o4 o5 o9")
    assert late.state.to_move == 1


@each("preset", ONE_TILE)
@each("foul", ["=> k9", "=> o4 o5", "k4 r4 b4 => k4 r4 b4 o5", "=> k9 o4 o5", "=> b5 b6 / k9 o4"])
def test_lacking_melds_cost_three_at_a_strict_table_as_any_illegal_table(
    preset: str, foul: str
) -> None:
    """S3.35 "leaves lacking melds on the table": RULES 2.3, the list begins at ``invalid_meld``."""
    start = ("k4 r4 b4 / b5 b6 b7 b8", "o4 o5 k9")
    strict = position(f"{preset}+invalid_play=penalty", *start, pool="r9 b9 o9 k10")
    wish = read_action(f"foul {foul}")

    assert position(preset, *start).verdict(wish) == "cannot_pass"
    assert strict.verdict(wish) == LEGAL
    late = strict.then(wish)
    assert (late.table, late.rack(0)) == ("b5 b6 b7 b8 / k4 r4 b4", "k9 r9 b9 o4 o5 o9")


@each(
    ("pile", "verdict"),
    [
        ("k4 r4 k5", LEGAL),
        ("k4 r4 b4", "cannot_pass"),
        ("b5 * *", "ambiguous_joker"),
        ("k14 k15 k17", "bad_notation"),
    ],
)
def test_a_foul_has_tiles_that_are_no_meld(pile: str, verdict: str) -> None:
    """S3.35 "leaves lacking melds on the table"; what may be melds, or no tiles, costs nothing."""
    strict = position("sabra+invalid_play=penalty", "k4 r4 b4 / b5 b6 b7", "o5 * * k9")
    wide = ruleset("sabra+tiles.numbers=17").tiles
    nothing = Play.between(strict.state.table, strict.state.table)

    assert strict.verdict(Foul(nothing, (Pile.of(pile.split(), wide),))) == verdict


@each("preset", WAYS)
def test_no_tile_is_subtracted_from_a_meld_with_a_joker(preset: str) -> None:
    """S3.39 "may not subtract a tile away"."""
    now = position(preset, "b5 b6 *b7 b8 / k4 r4 b4 *4", "k8 r8 k1")

    assert now.verdict("b5 b6 *b7 / k8 r8 b8 / k4 r4 b4 *4") == "joker_locked"
    assert now.verdict("*b4 b5 b6 / k8 r8 b8 / k4 r4 b4 *4") == "joker_changed"


@each("preset", WAYS)
def test_a_joker_is_exchanged_for_its_tile_from_their_hand(preset: str) -> None:
    """S3.40 "a tile that has the same value from their hand"."""
    run = position(preset, "b5 b6 *b7 / k7 r7 b7 o7", "b7 k3 k4 k1")
    assert run.verdict("b5 b6 b7 / k7 r7 b7 o7 / k3 k4 *k5") == LEGAL

    other = position(preset, "b5 b6 *b7 / k7 r7 b7 o7", "k3 k4 k1")
    assert other.verdict("b5 b6 b7 / k7 r7 o7 / k3 k4 *k5") == "joker_not_replaced"


@each("preset", WAYS)
def test_the_joker_goes_with_two_tiles_from_the_hand_into_another_meld(preset: str) -> None:
    """S3.41 "with 2 more tiles from his/her hand to produce another meld"."""
    now = position(preset, "b5 b6 *b7 / k2 r2 b2 o2", "b7 k3 k4 k1")

    assert now.verdict("b5 b6 b7 / k2 r2 b2 o2 / k3 k4 *k5") == LEGAL
    assert now.verdict("b5 b6 b7 / r2 b2 o2 / k2 k3 *k4") == "joker_reuse"
    assert now.verdict("b5 b6 b7 *b8 / k2 r2 b2 o2") == "joker_reuse"


@each("preset", WAYS)
def test_the_joker_is_not_held_for_a_later_time(preset: str) -> None:
    """S3.42 "may not hold the Joker"."""
    now = position(preset, "b5 b6 *b7", "b7 k3 k4 k1")

    assert now.verdict("b5 b6 b7") == "table_tile_missing"
    assert JOKER not in now.then("b5 b6 b7 / k3 k4 *k5").state.mover.rack


def test_in_a_tournament_both_missing_tiles_replace_the_joker() -> None:
    """S3.43 "must be replaced with both missing tiles"."""
    one, both = "b5 k1 k2 k9", "b5 o5 k1 k2 k9"
    group = "k5 r5 *5"

    assert position("sabra-way", group, one).verdict("k5 r5 b5 / k1 k2 *k3") == LEGAL
    strict = position("sabra-way-tournament", group, one)
    assert strict.verdict("k5 r5 b5 / k1 k2 *k3") == "joker_not_replaced"
    full = position("sabra-way-tournament", group, both)
    assert full.verdict("k5 r5 b5 o5 / k1 k2 *k3") == LEGAL


@each("preset", FIRST_PASS)
def test_when_all_tiles_are_used_up_the_lowest_count_wins(preset: str) -> None:
    """S3.49–51 "the lowest count on his/her rack", S4.50–54."""
    now = position(preset, rack="k9 k2", others=("o4 o2", "r13 r1"), pool="")
    end = now.then(Pass())

    assert (end.ended.ending, end.ended.winner) == (Ending.POOL_EXHAUSTED, 1)
    assert end.ended.scores == (-5, 5 + 8, -8)


@each("preset", FIRST_PASS)
def test_the_round_goes_on_while_each_plays_without_a_pool(preset: str) -> None:
    """S3.49 "all the tiles are used up", S4.50 "cannot or does not wish to lay down"."""
    now = position(preset, "k4 r4 b4", "o4 k2", others=("r9 o4",), pool="")
    later = now.then("k4 r4 b4 o4", Pass())

    assert later.state.phase is Phase.ACT
    assert later.verdict(Draw()) == "cannot_draw"
    assert later.then(Pass()).ended.winner == 0


@each("preset", MANIPULATION)
def test_the_last_tile_of_the_pool_does_not_end_the_round(preset: str) -> None:
    """S4.51 "Since this player cannot draw", S3.49."""
    later = position(preset, rack="k9", others=("o4",), pool="r9").then(Draw())

    assert (later.state.pool, later.state.phase) == ((), Phase.ACT)


@each("preset", WAYS)
def test_the_tiles_are_shuffled(preset: str) -> None:
    """S3.15 "shuffling them thoroughly", S2.04, S4.24."""
    pools = {opened_round(preset, seats=2, chosen=n)[0].state.pool for n in range(20)}

    assert len(pools) == 20
    assert ruleset(preset).deal.tiles == 14
