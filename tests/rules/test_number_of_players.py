"""RULES 5.1: one, five and six players."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.support.positions import EVERY, each, opened_round, position, seed

from tilerummy.match import Match
from tilerummy.rules import PRESETS, begin, chance, for_seats, ruleset, ruleset_text
from tilerummy.rules.rounds.scoring import Result
from tilerummy.state import (
    Discard,
    Draw,
    Drew,
    Ended,
    Ending,
    Event,
    Pass,
    Source,
    State,
    Win,
    fold,
)
from tilerummy.tiles import JOKER, rack

STANDARD_SET = [name for name in EVERY if name not in ("sabra-six", "tournament", "mcgraw")]


def jokers_dealt(events: tuple[Event, ...], seats: int) -> list[int]:
    """Return the number of jokers that each seat got on top of its handfuls."""
    given = Counter[int]()
    for event in events:
        if isinstance(event, Drew):
            given[event.seat] += len(event.tiles)
    return [given[seat] for seat in range(seats)]


@each("preset", EVERY)
@each("seats", [1, 5, 6])
def test_one_five_and_six_can_play(preset: str, seats: int) -> None:
    dealt, _ = opened_round(preset, seats=seats)

    assert len(dealt.state.seats) == seats
    assert all(seat.rack for seat in dealt.state.seats)
    assert len(dealt.state.pool) >= seats


def test_a_deal_that_leaves_too_few_tiles_in_the_pool_is_refused() -> None:
    """106 tiles are enough for six racks of 16, but only for five of 17, with a tile per seat."""
    assert ruleset("sabra+deal.tiles=16").seats_allowed() == (1, 2, 3, 4, 5, 6)
    assert ruleset("sabra+deal.tiles=17").seats_allowed() == (1, 2, 3, 4, 5)
    with pytest.raises(ValueError, match="for 1, 2, 3, 4, 5 players, not 6"):
        Match(rules=ruleset("sabra+deal.tiles=17"), seats=6)


def test_the_set_for_six_has_three_of_each_and_four_jokers() -> None:
    tiles = Counter(ruleset("sabra-six").tiles)

    assert tiles.total() == 160
    assert tiles.pop(JOKER) == 4
    assert set(tiles.values()) == {3}


@each("preset", STANDARD_SET)
def test_a_table_for_five_or_six_takes_the_set_for_six(preset: str) -> None:
    jokers = 2 if preset == "international" else 4

    assert [len(for_seats(preset, seats).tiles) for seats in range(1, 5)] == [106] * 4
    for seats in (5, 6):
        tiles = Counter(for_seats(preset, seats).tiles)
        assert tiles.pop(JOKER) == jokers
        assert set(tiles.values()) == {3}
    written = ruleset_text(for_seats(preset, 6)).split("+")
    assert written == [preset, "tiles.copies=3", *(["tiles.jokers=4"] if jokers == 4 else [])]


@each("text", ["mcgraw", "sabra-six", "sabra+tiles.copies=4", "sabra+tiles.jokers=3"])
def test_any_other_set_stays_as_it_is(text: str) -> None:
    assert for_seats(text, 6) == ruleset(text)


@each("preset", EVERY)
def test_the_turn_passes_to_all_six(preset: str) -> None:
    now, _ = opened_round(preset, seats=6)

    order = []
    for _ in range(7):
        order.append(now.state.to_move)
        if ruleset(preset).draws_and_discards:
            drawn = now if now.state.phase.value == "meld" else now.then(Draw())
            now = drawn.then(Discard(drawn.state.mover.rack[0]))
        else:
            now = now.then(Draw())

    assert order == [0, 1, 2, 3, 4, 5, 0]


def test_all_six_must_pass() -> None:
    others = ("r9", "b9", "o9", "k13", "r13")
    now = position("rummikub", "k1 k2 k3", "k9", others=others, pool="")
    for _ in range(5):
        now = now.then(Pass())
        assert now.state.ended is None

    ended = now.then(Pass()).state.ended
    assert ended is not None
    assert ended.ending is Ending.POOL_EXHAUSTED


def test_the_winner_of_six_gets_what_five_lose() -> None:
    racks = tuple(map(rack, ("", "k1", "k2 r2", "k13", "*", "r10")))
    scored = PRESETS["sabra"].scoring.score(Result(racks=racks, winner=0))

    assert scored.scores == (58, -1, -4, -13, -30, -10)


@each(("seats", "pairs"), [(5, 10), (6, 15)])
def test_each_pays_each_in_international(seats: int, pairs: int) -> None:
    scores = tuple(range(seats))
    ended = Ended(Ending.POOL_EXHAUSTED, scores, ((),) * seats)  # type: ignore[arg-type]
    match = Match(rules=ruleset("international"), seats=seats, results=(ended,), starters=(0,))

    assert len(match.settlement) == pairs
    assert all(p.points == p.payee - p.payer > 0 for p in match.settlement)


@each(("seats", "copies"), [(1, 2), (2, 2), (3, 4), (4, 4), (5, 6), (6, 6)])
def test_mcgraw_has_a_set_for_each_pair_of_players(seats: int, copies: int) -> None:
    tiles = Counter(ruleset("mcgraw").tiles_for(seats))

    assert tiles.pop(JOKER) == 4
    assert set(tiles.values()) == {copies}
    dealt, _ = opened_round("mcgraw", seats=seats)
    assert len(dealt.state.free) == 4 * seats


@each(
    ("seats", "rounds"),
    [
        (1, [[4], [4]]),
        (5, [[1, 1, 1, 0, 1], [1, 1, 1, 1, 0], [0, 1, 1, 1, 1]]),
        (6, [[1, 1, 1, 0, 0, 1], [1, 1, 1, 1, 0, 0], [0, 1, 1, 1, 1, 0]]),
    ],
)
def test_the_wild_tiles_move_on_by_a_seat_each_round(seats: int, rounds: list[list[int]]) -> None:
    for number, given in enumerate(rounds):
        _, events = opened_round("mcgraw", seats=seats, number=number)
        assert jokers_dealt(events, seats) == given, number


def test_the_only_player_moves_again_and_again() -> None:
    now, _ = opened_round("sabra", seats=1)
    for turn in range(3):
        assert (now.state.to_move, now.state.turn) == (0, turn)
        now = now.then(Draw())

    assert now.state.start.seat == now.state.mover


def test_who_goes_out_alone_has_won_nothing_but_the_round() -> None:
    ended = position("sabra", "k1 k2 k3", "k4 k5", others=()).then("k1 k2 k3 k4 k5").state.ended

    assert ended is not None
    assert (ended.winner, ended.scores) == (0, (0,))


@each("preset", ["sabra", "rummikub"])
def test_one_pass_ends_the_round_of_one_player(preset: str) -> None:
    ended = position(preset, "k1 k2 k3", "k13 r12", others=(), pool="").then(Pass()).state.ended

    assert ended is not None
    assert (ended.ending, ended.winner) == (Ending.POOL_EXHAUSTED, None)
    assert ended.scores == (-25,)


@each("preset", ["american", "international"])
def test_ones_own_discard_is_not_the_previous_players(preset: str) -> None:
    dealt, _ = opened_round(preset, seats=1)
    drawn = dealt if dealt.state.phase.value == "meld" else dealt.then(Draw())
    now = drawn.then(Discard(drawn.state.mover.rack[0]))

    assert now.state.seats[0].discards
    assert now.verdict(Draw(Source.DISCARD)) == "discard_not_available"


def test_an_open_win_alone_is_worth_200() -> None:
    alone = Result(racks=(rack(""),), winner=0, opened=(True,), win=Win.OPEN)
    left = Result(racks=(rack("k13 r2"),), opened=(True,))

    assert PRESETS["international"].scoring.score(alone).scores == (200,)
    assert PRESETS["international"].scoring.score(left).scores == (-12,)


def test_a_match_of_one_player_has_no_target_that_nobody_reaches() -> None:
    with pytest.raises(ValueError, match="give a number of rounds"):
        Match(rules=ruleset("sabra"), seats=1, target=100)
    assert Match(rules=ruleset("mcgraw"), seats=1, target=100).target == 100
    assert Match(rules=ruleset("sabra"), seats=1, rounds=2).rounds == 2


def test_one_player_draws_lots_once() -> None:
    rules = ruleset("sabra")
    drawn = chance(rules.deal, rules.tiles, seats=1, seed=seed(1))

    assert len(drawn.lots) == 1
    assert fold(begin(rules, drawn, seats=1), State.before_deal(1)).to_move == 0
