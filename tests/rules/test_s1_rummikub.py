"""S1, "Rummikub Gameplay": a minute a turn, jokers from the table, playing on without a pool."""

from __future__ import annotations

import pytest
from tests.support.positions import EVERY, LEGAL, MANIPULATION, each, position

from tilerummy.match import Match
from tilerummy.rules import Result, ruleset
from tilerummy.state import Draw, Ended, Ending, Pass, Penalised, Phase, TimedOut, TimeOut
from tilerummy.tiles import rack

MINUTE = {"rummikub", "lemada-1999", "lemada-2014"}
NO_LIMIT = {"tournament", "tile-rummy", "mcgraw", "american", "international"}
PLAY_ON = {"rummikub", "tournament", "mcgraw"}
PENALISING = [name for name in MANIPULATION if name != "mcgraw"]


def test_an_able_player_may_postpone_the_initial_meld() -> None:
    """S1.05 "or when the player makes a decision to postpone it"."""
    now = position("rummikub", rack="k10 r10 b10 k2", opened=False, pool="o10 o1")
    later = now.then(Draw())

    assert now.verdict("k10 r10 b10") == LEGAL
    assert later.rack(0) == "k2 k10 r10 b10 o10"
    assert later.state.seats[0].opened is None


def test_the_initial_meld_is_not_built_upon_at_once() -> None:
    """S1.04 "not allowed to build upon or manipulate"."""
    now = position("rummikub", "r1 r2 r3", "k10 r10 b10 o10 r4 k1", opened=False)
    opened = now.then("r1 r2 r3 / k10 r10 b10")

    assert opened.verdict("r1 r2 r3 / k10 r10 b10 o10") == "table_closed"
    assert opened.verdict("r1 r2 r3 r4 / k10 r10 b10") == "table_closed"
    assert opened.then(Pass()).state.to_move == 1


@each("preset", EVERY)
def test_how_long_a_turn_is(preset: str) -> None:
    """S1.06 "Just one minute", S2.52 "no time limits", S3.28 and S4.43 "two minutes"."""
    seconds = 60 if preset in MINUTE else 0 if preset in NO_LIMIT else 120

    assert ruleset(preset).seconds == seconds


@each("preset", PENALISING)
def test_disorder_at_the_end_of_the_time_costs_three_tiles(preset: str) -> None:
    """S1.07 "punished by taking 3 tiles", S3.35, S4.45."""
    now = position(preset, "k4 r4 b4 / b5 b6 b7", "o4 k9", pool="r9 b9 o9 k10")

    events = now.events(TimeOut(pending=None))
    later = now.then(TimeOut(pending=None))

    assert isinstance(events[0], TimedOut)
    assert [len(e.tiles) for e in events if isinstance(e, Penalised)] == [3]
    assert (later.table, later.rack(0)) == ("b5 b6 b7 / k4 r4 b4", "k9 r9 b9 o4 o9")
    assert later.state.to_move == 1


@each("preset", PENALISING)
def test_tiles_go_back_where_they_were(preset: str) -> None:
    """S1.07 "all tiles get back to their first positions", S1.08, S3.35, S4.45."""
    now = position(preset, "k4 r4 b4", "o4 o5 k9", pool="r9 b9 o9 k10")
    later = now.then("k4 r4 b4 o4", TimeOut(pending=None))

    assert (later.table, later.rack(0)) == ("k4 r4 b4", "k9 r9 b9 o4 o5 o9")


def test_the_penalty_is_what_is_left_of_a_short_pool() -> None:
    """S1.07 "taking 3 tiles from the tile pool"; ruling of RULES 2.3: the remaining tiles."""
    late = position("rummikub", rack="k9", pool="r9 b9").then(TimeOut(pending=None))

    assert late.rack(0) == "k9 r9 b9"


@each("preset", MANIPULATION)
def test_the_sample_of_manipulation(preset: str) -> None:
    """S1.13–16 "the blue 5 tile from the group", S1.10."""
    now = position(preset, "k5 r5 b5 o5", "b4 b6 b7 k1")
    later = now.then("k5 r5 o5 / b4 b5 b6 b7")

    assert later.table == "b4 b5 b6 b7 / k5 r5 o5"
    assert later.rack(0) == "k1"


def test_a_joker_is_taken_by_its_tile_from_the_rack() -> None:
    """S1.17 "displace it … with a tile of the equal value and color"."""
    now = position("rummikub", "b5 b6 *b7", "b7 r7 k3 k4 k1")

    assert now.verdict("b5 b6 b7 / k3 k4 *k5") == LEGAL
    assert now.verdict("b5 b6 *b7 / k3 k4 *k5") == "not_on_rack"


def test_a_joker_is_taken_by_its_tile_from_the_table() -> None:
    """S1.18 "taken from the table or from the player's rack"."""
    now = position("rummikub", "b5 b6 *b7 / k7 r7 b7 o7", "k3 k4 k1")

    assert now.verdict("b5 b6 b7 / k7 r7 o7 / k3 k4 *k5") == LEGAL


@each("colour", "bo")
def test_either_missing_colour_takes_the_joker_of_a_group_of_three(colour: str) -> None:
    """S1.19 "by either of the failing colored tile"."""
    now = position("rummikub", "k5 r5 *5", f"{colour}5 k3 k4 k1")

    assert now.verdict(f"k5 r5 {colour}5 / k3 k4 *k5") == LEGAL


@each("preset", MANIPULATION)
def test_no_joker_is_taken_before_the_initial_meld(preset: str) -> None:
    """S1.20 "shouldn't take out the joker before the initial meld"."""
    now = position(preset, "b11 b12 *b13", "b13 k11 k12 k13 r13 o13 k1", opened=False)

    assert now.verdict("b11 b12 b13 / k11 k12 *k13") == "table_closed"


@each("preset", MANIPULATION)
def test_a_taken_joker_is_used_in_the_same_turn(preset: str) -> None:
    """S1.20 "use a displaced joker during your turn", S3.42, S4.41, S4.68, S4.70."""
    assert position(preset, "b5 b6 *b7", "b7 k3 k4 k1").verdict("b5 b6 b7") == "table_tile_missing"


def test_a_taken_joker_becomes_part_of_a_new_meld() -> None:
    """S1.20 "a part of a new set", read as must: RULES 2.3."""
    now = position("rummikub", "b5 b6 *b7 / k2 k3 k4", "b7 k6 r4 k1")

    assert now.verdict("b5 b6 b7 / k2 k3 k4 *k5") == "joker_reuse"
    assert now.verdict("b5 b6 b7 / k2 k3 k4 *k5 k6") == "joker_reuse"


@each("preset", MANIPULATION)
def test_a_joker_left_on_the_rack_counts_against_its_owner(preset: str) -> None:
    """S1.21 "30 points punishment", S0.22, S3.24, S4.48; 25 in S4.107."""
    end = position(preset, "k4 r4 b4", "o4", others=("*",)).then("k4 r4 b4 o4")
    worth = 25 if preset in ("dutch-1985", "dutch-sabra") else 30
    worth = 50 if preset == "tournament" else worth  # RULES 5.3

    assert end.ended.scores == ((0, worth) if preset == "mcgraw" else (worth, -worth))


def ended(*scores: int) -> Ended:
    return Ended(Ending.WENT_OUT, scores, (rack(""),) * len(scores), scores.index(max(scores)))


def test_minus_and_plus_scores_are_summed_over_the_rounds() -> None:
    """S1.27 "sum up his or her combined minus and plus scores", S3.47."""
    match = Match(rules=ruleset("rummikub"), seats=3, rounds=2)
    match = match.after(ended(40, -10, -30), 0).after(ended(-5, 20, -15), 1)

    assert match.totals == (35, 10, -45)
    assert match.over


def test_the_highest_total_wins_the_match() -> None:
    """S1.28 "the highest score is the overall winner"."""
    match = Match(rules=ruleset("rummikub"), seats=3, rounds=2)

    assert match.after(ended(40, -10, -30), 0).after(ended(-50, 80, -30), 1).leaders == (1,)
    assert match.after(ended(40, -10, -30), 0).after(ended(-10, 40, -30), 1).leaders == (0, 1)


@each("preset", sorted(PLAY_ON))
def test_without_a_pool_all_play_on(preset: str) -> None:
    """S1.29 "each player 'plays the table' in turn"."""
    now = position(preset, "k4 r4 b4 / b5 b6 b7", "k9 k1", others=("o4 o1", "r9 r1"), pool="").then(
        Pass()
    )
    assert now.state.to_move == 1
    assert now.verdict(Draw()) == "cannot_draw"

    now = now.then("k4 r4 b4 o4 / b5 b6 b7", Pass(), Pass(), Pass())

    assert (now.state.to_move, now.state.phase) == (1, Phase.ACT)


@each("preset", sorted(PLAY_ON))
def test_playing_on_ends_when_a_player_finishes(preset: str) -> None:
    """S1.29 "till a player finishes"."""
    now = position(preset, "k4 r4 b4", "k9", others=("o4", "r9 r1"), pool="")
    end = now.then(Pass(), "k4 r4 b4 o4")

    assert (end.ended.ending, end.ended.winner) == (Ending.WENT_OUT, 1)


@each("preset", MANIPULATION)
def test_when_a_round_without_a_pool_ends(preset: str) -> None:
    """S1.30 "If no player is able to go on", S4.50, S4.51 "the play ends"."""
    now = position(preset, "k4 r4 b4", "k9", others=("o4", "r9 r1"), pool="").then(Pass())

    if preset in PLAY_ON:
        assert now.state.phase is Phase.ACT
        now = now.then(Pass()).then(Pass())
    assert now.ended.ending is Ending.POOL_EXHAUSTED


def test_then_the_lowest_rack_wins() -> None:
    """S1.31 "the player with the lowest count on his rack"."""
    now = position("rummikub", rack="k9", others=("o4 o2", "r9 r1"), pool="")
    end = now.then(Pass(), Pass(), Pass())

    assert end.ended.winner == 1
    assert end.ended.scores == (-3, 3 + 4, -4)


@pytest.mark.parametrize(
    ("racks", "to_move", "winner"),
    [
        (("k9", "o4 o5", "r13"), 1, 0),
        (("k4 k5", "o4 o5", "r13"), 1, 1),
        (("k4 k5", "o4 o5", "r13"), 2, 0),
    ],
)
def test_equal_lowest_racks(racks: tuple[str, ...], to_move: int, winner: int) -> None:
    """S1.31, S3.49, S4.52, S4.146 are silent on ties: fewer tiles, then who would move next."""
    scored = ruleset("rummikub").scoring.score(
        Result(racks=tuple(rack(text) for text in racks), to_move=to_move)
    )

    assert scored.winner == winner
    assert sum(scored.scores) == 0
