"""S2, Vivian A. McGraw's variation: handfuls, wild tiles for all, free tiles, low scores."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from tests.support.positions import (
    EVERY,
    LEGAL,
    Position,
    each,
    opened_round,
    position,
    seed,
)

from tilerummy.match import Match
from tilerummy.players import play_round, player
from tilerummy.rules import Result, ruleset, ruleset_text
from tilerummy.state import (
    Dealt,
    Draw,
    Drew,
    Ended,
    Ending,
    Foul,
    Lots,
    Pass,
    Play,
    Source,
    TimeOut,
    conceal,
)
from tilerummy.tiles import JOKER, Rack, rack

MCGRAW = ruleset("mcgraw")
SEEDS = range(120)


def scores(*racks: str, handfuls: tuple[tuple[int, int], ...] = ()) -> tuple[int, ...]:
    """Return the scores of a round that ended with those racks."""
    result = Result(racks=tuple(rack(text) for text in racks), winner=0, handfuls=handfuls)
    return MCGRAW.scoring.score(result).scores


@each(("seats", "copies"), [(2, 2), (3, 4), (4, 4)])
def test_two_play_with_104_tiles_and_4_wild_tiles_more_with_twice_as_many(
    seats: int, copies: int
) -> None:
    """S2.02 "a total of 104 tiles plus 4 wild card tiles"; ruling: two full sets for more."""
    dealt, _ = opened_round("mcgraw", seats=seats, starter=None)
    tiles = Counter(t for seat in dealt.state.seats for t in seat.rack)
    tiles += Counter((*dealt.state.free, *dealt.state.pool))

    assert tiles == Counter(MCGRAW.tiles_for(seats))
    assert tiles.pop(JOKER) == 4
    assert set(tiles.values()) == {copies}


def test_two_decks_of_cards_without_pictures() -> None:
    """S2.03 "equivalent to 2 decks of cards": two of each of 13 numbers in four colours."""
    tiles = Counter(MCGRAW.tiles_for(2)) - Counter({JOKER: 4})

    assert tiles.total() == 2 * 52
    assert {(t.colour, t.number) for t in tiles} == {(c, n) for c in "krbo" for n in range(1, 14)}


def test_the_copies_can_be_said_whoever_plays() -> None:
    """S2.02 "We bought 2 sets"; RULES 2.3: tiles.copies=4 is what older records have."""
    old = ruleset("mcgraw+tiles.copies=4")

    assert [len(old.tiles_for(seats)) for seats in (2, 3, 4)] == [212, 212, 212]
    assert ruleset_text(old) == "mcgraw+tiles.copies=4"
    assert ruleset("mcgraw", {"tiles.copies": "by_players"}) == MCGRAW
    assert ruleset(ruleset_text(ruleset("sabra+tiles.copies=by_players"))) == ruleset(
        "sabra", {"tiles.copies": "by_players"}
    )


@each("seats", [2, 3, 4])
def test_a_hand_is_two_handfuls(seats: int) -> None:
    """S2.05 "2 handfuls of tiles, trying to get exactly 14", S2.06."""
    sizes: Counter[int] = Counter()
    for chosen in SEEDS:
        dealt, events = opened_round("mcgraw", seats=seats, chosen=chosen)
        handfuls = next(e.handfuls for e in events if isinstance(e, Dealt))
        held = [[t for t in seat.rack if t != JOKER] for seat in dealt.state.seats]
        sizes.update(size for pair in handfuls for size in pair)

        assert list(map(len, held)) == list(map(sum, handfuls))

    assert set(sizes) == {12, 13, 14, 15, 16}
    assert sizes[14] == max(sizes.values())


@pytest.mark.parametrize(
    ("handfuls", "bonus"),
    [
        ((14, 14), 10),
        ((14, 13), 8),
        ((14, 15), 8),
        ((13, 15), 6),
        ((14, 16), 5),
        ((13, 12), 3),
        ((12, 16), 0),
    ],
)
def test_what_a_handful_is_worth(handfuls: tuple[int, int], bonus: int) -> None:
    """S2.07 "minus 5 points", S2.08 "minus 3 points", S2.09–12."""
    assert scores("", "k13", handfuls=((12, 12), handfuls)) == (0, 13 - bonus)
    assert scores("", "k13", handfuls=(handfuls, (12, 12))) == (-bonus, 13)


def test_the_handfuls_of_the_deal_are_what_is_scored() -> None:
    """S2.07, S2.23 "their Pick at the beginning of the hand"."""
    events = play_round(MCGRAW, [player("beginner", Random(1))] * 3, seed=seed(5))
    dealt = next(e for e in events if isinstance(e, Dealt))
    ended = events[-1]
    assert isinstance(ended, Ended)

    for handfuls, left, score in zip(dealt.handfuls, ended.racks, ended.scores, strict=True):
        counted = sum(30 if t == JOKER else t.number for t in left)
        assert score == counted - sum({14: 5, 13: 3, 15: 3}.get(size, 0) for size in handfuls)
    assert any(size in (13, 14, 15) for pair in dealt.handfuls for size in pair)


@pytest.mark.parametrize(
    ("seats", "number", "jokers"),
    [
        (4, 0, [1, 1, 1, 1]),
        (4, 1, [1, 1, 1, 1]),
        (2, 0, [2, 2]),
        (2, 1, [2, 2]),
        (3, 0, [1, 1, 2]),
        (3, 1, [2, 1, 1]),
        (3, 2, [1, 2, 1]),
        (3, 3, [1, 1, 2]),
    ],
)
def test_the_wild_tiles_are_shared_and_the_pair_moves_round(
    seats: int, number: int, jokers: list[int]
) -> None:
    """S2.13–18 "distributed as evenly as possible", "every 3rd hand"."""
    dealt, events = opened_round("mcgraw", seats=seats, number=number)

    assert [seat.rack.count(JOKER) for seat in dealt.state.seats] == jokers
    assert all(e.source is Source.ASIDE for e in events if isinstance(e, Drew))
    assert JOKER not in dealt.state.pool
    assert JOKER not in dealt.state.free


def test_who_goes_out_gets_no_score_and_the_others_add_their_tiles() -> None:
    """S2.19–22 "A seven, a three, and 2 ones. = 12"."""
    now = position("mcgraw", "k4 r4 b4", "o4", others=("k7 r3 b1 b1", "k13 *"))

    assert now.then("k4 r4 b4 o4").ended.scores == (0, 12, 43)


def test_the_bonus_is_taken_off() -> None:
    """S2.23 "would be only 4"."""
    assert scores("", "k7 r3 b1 b1", handfuls=((12, 12), (14, 13))) == (0, 4)


@each("preset", EVERY)
def test_each_draws_a_tile_and_the_highest_starts(preset: str) -> None:
    """S2.24, S2.25 "Highest tile goes first", S3.16, S3.17, S4.116."""
    again = jokers = 0
    for chosen in SEEDS:
        dealt, events = opened_round(preset, seats=4, starter=None, chosen=chosen)
        lots = events[0]
        assert isinstance(lots, Lots)
        tied = [0, 1, 2, 3]
        for row in lots.drawn:
            assert [seat for seat, t in enumerate(row) if t is not None] == tied
            heights = [-1 if t is None else 99 if t == JOKER else t.number for t in row]
            tied = [seat for seat, height in enumerate(heights) if height == max(heights)]
            jokers += JOKER in row
        again += len(lots.drawn) - 1

        assert tied == [dealt.state.to_move]
    assert again > 0
    assert jokers > 0


def test_the_drawn_tiles_go_back_before_the_deal() -> None:
    """S2.24 "take one tile from the bucket": RULES 2.3, all tiles are dealt from."""
    dealt, _ = opened_round("sabra", seats=4, starter=None)
    held = Rack(t for s in dealt.state.seats for t in s.rack)

    assert held + dealt.state.pool == Rack(dealt.rules.tiles)


@each("last", [(0, 12, 43), (30, 5, 0), (0, 20, 20), (20, 0, 20), (0, -4), (-6, 1, -4), (9, 8)])
def test_the_loser_of_a_round_starts_the_next(last: tuple[int, ...]) -> None:
    """S2.26 "the person who loses each hand always goes first": RULES 2.4."""
    seats = range(len(last))
    match = Match(rules=MCGRAW, seats=len(last))
    assert match.next_starter() is None

    for winner, starter in product((None, *seats), seats):
        ended = Ended(Ending.WENT_OUT, last, (rack(""),) * len(last), winner)
        most = max(last[s] for s in seats if s != winner)
        order = (*seats[starter:], *seats[:starter])
        loser = next(s for s in order if s != winner and last[s] == most)
        assert match.after(ended, starter).next_starter() == loser


def test_the_lowest_total_wins() -> None:
    """S2.19 "is out, and gets no score", S2.20: points added count against their owner."""
    ended = Ended(Ending.WENT_OUT, (0, 12, 43), (rack(""),) * 3, 0)

    assert Match(rules=MCGRAW, seats=3, target=40).after(ended, 0).leaders == (0,)


@each("seats", [2, 3, 4])
def test_four_free_tiles_for_each_player_lie_in_sight_of_all(seats: int) -> None:
    """S2.27 "where everyone can see each tile", S2.48, S2.49."""
    dealt, _ = opened_round("mcgraw", seats=seats)

    assert len(dealt.state.free) == 4 * seats
    assert conceal(dealt.state, None).free == dealt.state.free


def with_free_tile(
    table: str = "k9 r9 b9",
    held: str = "b5 b6 o13",
    *,
    others: str = "r12",
    released: bool = True,
    since: int = 0,
) -> Position:
    """Return a position with a free b7 and k1 beside the table; seat 1 opened in turn 1."""
    return position(
        MCGRAW, table, held, others=(others,), free="k1 b7", released=released, since=since
    )


def test_a_free_tile_is_used_as_if_from_the_rack() -> None:
    """S2.28 "can be used by any player who needs them", S2.50, S2.51."""
    now = with_free_tile()
    later = now.then("k9 r9 b9 / b5 b6 b7")

    assert later.rack(0) == "o13"
    assert str(later.state.free) == "k1"


def test_a_free_tile_is_played_with_a_tile_of_ones_own() -> None:
    """S2.28 "used by any player who needs them"; ruling: with a tile of one's own."""
    now = with_free_tile("b4 b5 b6 / k9 r9 b9")

    assert now.verdict("b4 b5 b6 b7 / k9 r9 b9") == "free_tile_unavailable"
    assert now.verdict("b4 b5 b6 / k9 r9 b9") == "no_tile_played"


def test_no_free_tile_while_an_equal_one_lies_on_the_table() -> None:
    """S2.28 "not if the same tile is available on the board"."""
    now = with_free_tile("k7 r7 b7 o7 / k9 r9 b9")

    assert now.verdict("k7 r7 b7 o7 / k9 r9 b9 / b5 b6 b7") == "free_tile_unavailable"
    assert now.verdict("k7 r7 o7 / k9 r9 b9 / b5 b6 b7") == LEGAL


def test_no_free_tile_until_every_player_has_played_the_wild_tiles() -> None:
    """S2.28 "not until each player has played his wild tiles"."""
    now = with_free_tile(others="r12 *")

    assert now.verdict("k9 r9 b9 / b5 b6 b7") == "free_tile_unavailable"


def test_the_first_to_meld_has_the_first_choice_of_the_free_tiles() -> None:
    """S2.47 "right to first choice", "(not necessarily first player)"."""
    first = with_free_tile(released=False)
    later = with_free_tile(released=False, since=8)

    assert first.verdict("k9 r9 b9 / b5 b6 b7") == LEGAL
    assert later.verdict("k9 r9 b9 / b5 b6 b7") == "free_tile_unavailable"


def test_after_the_turn_of_first_choice_the_free_tiles_are_for_all() -> None:
    """S2.47 "right to first choice"; ruling: for one turn, when they could be used."""
    now = with_free_tile(released=False, since=8, others="r12 k13").then(Draw())
    assert not now.state.released
    then = now.then(Draw())

    assert then.state.released
    assert then.verdict("k9 r9 b9 / b5 b6 b7") == LEGAL


def test_the_first_choice_waits_for_the_wild_tiles() -> None:
    """S2.28 "not until each player has played his wild tiles", S2.47."""
    now = with_free_tile(released=False, since=8, others="r12 *").then(Draw(), Draw())

    assert not now.state.released


@each("taken", ["b7 k3 k4 k1", "k3 k4 k1"])
def test_a_wild_tile_is_exchanged_for_its_tile_from_the_hand_or_the_board(taken: str) -> None:
    """S2.37 "in their hand or they can free one up on the board"."""
    table = "b5 b6 *b7" if "b7" in taken else "b5 b6 *b7 / k7 r7 b7 o7"
    rest = "" if "b7" in taken else "k7 r7 o7 / "

    assert position("mcgraw", table, taken).verdict(f"{rest}b5 b6 b7 / k3 k4 *k5") == LEGAL


def test_a_wild_tile_is_exchanged_over_and_over_again() -> None:
    """S2.37 "over and over again"."""
    now = position("mcgraw", "b5 b6 *b7", "b7 k3 k4 k5 r1 r2 o13")
    later = now.then("b5 b6 b7 / k3 k4 *k5", "b5 b6 b7 / k3 k4 k5 / r1 r2 *r3")

    assert later.rack(0) == "o13"


def test_the_first_meld_is_worth_60() -> None:
    """S2.41 "no less than 60 points", S2.42 "add up to 72"."""
    now = position("mcgraw", rack="k13 r13 b13 o10 o11 o12 k6 k7 k8 k1", opened=False)

    assert now.verdict("k13 r13 b13 / o10 o11 o12") == LEGAL
    assert now.verdict("k13 r13 b13 / k6 k7 k8") == LEGAL
    now = position("mcgraw", rack="k13 r13 b13 k5 r5 b5 o5 o1", opened=False)
    assert now.verdict("k13 r13 b13 / k5 r5 b5 o5") == "initial_meld_too_low"


def test_who_cannot_meld_draws_four() -> None:
    """S2.43 "must pick from the bucket", S2.44 "they must pick 4 tiles"."""
    now = position("mcgraw", rack="k1", pool="r9 b9 o9 r10 b10")

    assert now.verdict(Pass()) == "cannot_pass"
    assert now.then(Draw()).rack(0) == "k1 r9 r10 b9 o9"
    assert len(now.then(Draw()).state.pool) == 1


def test_the_last_draw_takes_what_is_left() -> None:
    """S2.44 "they must pick 4 tiles"; ruling: the remaining tiles if there are fewer."""
    assert position("mcgraw", rack="k1", pool="r9").then(Draw()).rack(0) == "k1 r9"


@each("preset", EVERY)
def test_where_wild_tiles_may_be_in_the_initial_meld(preset: str) -> None:
    """S2.45 "may NOT be used in the initial meld"; S0.15 and S4.131 count them."""
    now = position(preset, rack="k13 r13 * o11 o12 o13 b1 b2", opened=False)
    now = now if preset not in ("american", "international") else now.then(Draw())

    expected = "initial_meld_joker" if preset == "mcgraw" else LEGAL
    assert now.verdict("k13 r13 *13 / o11 o12 o13") == expected


def test_wild_tiles_must_be_used_in_the_second_turn() -> None:
    """S2.46 "MUST be used on all players second turn"."""
    now = position("mcgraw", "k4 r4 b4", "o4 r1 r2 r3 * k9 k10 o13")

    assert now.verdict("k4 r4 b4 o4") == "jokers_must_be_played"
    assert now.verdict("k4 r4 b4 *4") == LEGAL
    assert now.verdict("k4 r4 b4 o4 / k9 k10 *k11") == LEGAL
    assert now.verdict(Draw()) == LEGAL


def test_wild_tiles_may_wait_in_the_turn_of_the_initial_meld() -> None:
    """S2.45, S2.46 "second turn"."""
    now = position("mcgraw", rack="k13 r13 b13 o10 o11 o12 o13 * k1", opened=False)

    opened = now.then("k13 r13 b13 / o10 o11 o12")
    assert opened.rack(0) == "k1 o13 *"

    assert opened.verdict("k13 r13 b13 / o10 o11 o12 o13") == LEGAL


def test_there_is_no_time_limit_but_penalties_could_be_set() -> None:
    """S2.52 "time limit penalties could be set"."""
    assert MCGRAW.seconds == 0
    late = position("mcgraw", rack="k1", pool="r9 b9").then(TimeOut())
    assert late.rack(0) == "k1"
    played = position("mcgraw", "k4 r4 b4", "o4 k1").then("k4 r4 b4 o4")
    undone = played.then(TimeOut(pending=None))
    assert (undone.rack(0), undone.table) == ("k1 o4", "k4 r4 b4")
    wrong = Play.between(played.state.table, played.rules.read_table(""))
    assert played.verdict(Foul(wrong)) == "cannot_pass"

    house = ruleset("mcgraw+turn.seconds=90+penalty.timeout=2")
    assert position(house, rack="k1", pool="r9 b9 o9").then(TimeOut()).rack(0) == "k1 r9 b9"


def test_a_meld_never_leaves_two_tiles_behind() -> None:
    """S2.31 "no less than 3 tiles, ever", S2.32 "two tiles on the board alone"."""
    now = position("mcgraw", "k4 r4 b4", "b5 b6 o13")
    run = now.rules.read_table("b4 b5 b6")

    assert now.verdict(Play(now.state.table, run)) == "table_tile_missing"
    assert now.verdict("b4 b5 b6 / k4 r4") == "invalid_meld"


def test_when_the_bucket_is_empty_and_all_have_passed_everybody_adds() -> None:
    """S2.20 "whatever count they have still in their hands"; ruling: RULES 2.4."""
    now = position("mcgraw", rack="k9", others=("o4 o2", "r9 r1"), pool="")
    end = now.then(Pass(), Pass(), Pass())

    assert (end.ended.winner, end.ended.scores) == (None, (9, 6, 10))
