"""S4, "International Rummikub": three ways of winning."""

from __future__ import annotations

import pytest
from tests.support.positions import LEGAL, Position, each, opened_round, position

from tilerummy.match import Match, Payment
from tilerummy.rules import ruleset
from tilerummy.state import (
    Announced,
    Declare,
    Declared,
    Discard,
    Draw,
    Ended,
    Ending,
    GoOut,
    Phase,
    Play,
    Source,
    Win,
)
from tilerummy.tiles import Rack, tile

MELDED = "k4 r4 b4"
FOOT = "o4 r5 r6 r7 b8 b9 b10 k11 r11 b11 o11 o1 o2 o3"
FOOT_LAID = "o1 o2 o3 / r5 r6 r7 / b8 b9 b10 / k4 r4 b4 o4 / k11 r11 b11 o11"
BASIC = "k3 r3 b3 r5 r6 r7 b9 b10 b11 b12 k13 r13 b13 o13"
BASIC_LAID = "r5 r6 r7 / b9 b10 b11 b12 / k3 r3 b3 / k13 r13 b13 o13"


def drew(
    table: str,
    held: str,
    *,
    draws: str = "k9",
    others: tuple[str, ...] = ("r12 o13",),
    opened: bool = True,
    others_opened: bool = True,
    options: str = "",
    trump: str = "b2",
) -> Position:
    """Return a position whose mover had the rack *held* and has just drawn *draws*."""
    return position(
        f"international{options}",
        table,
        held,
        others=others,
        opened=opened,
        others_opened=others_opened,
        pool=f"{draws} k13 r13 b13",
        trump=trump,
    ).then(Draw())


def shy(table: str, held: str, *, opened: bool = True) -> Position:
    """Return the same position with two other players who have not melded."""
    return drew(table, held, others=("r2 r9", "k10"), opened=opened, others_opened=False)


def discard(text: str) -> Discard:
    return Discard(tile(text))


def declare(text: str) -> Declare:
    return Declare(tile(text))


@each("seats", [2, 3, 4])
@each("starter", [0, 1])
def test_the_starting_player_begins_with_15_tiles(seats: int, starter: int) -> None:
    """S4.154 "this player begins with 15 tiles": and does not draw in the first turn."""
    dealt, _ = opened_round("international", seats=seats, starter=starter)

    sizes = [len(seat.rack) for seat in dealt.state.seats]
    assert sizes == [15 if seat == starter else 14 for seat in range(seats)]
    assert (dealt.state.to_move, dealt.state.phase) == (starter, Phase.MELD)
    assert dealt.verdict(Draw()) == "cannot_draw"
    assert dealt.verdict(Discard(dealt.state.mover.rack[0])) == LEGAL


@each("seats", [2, 3, 4])
def test_a_tile_of_the_remaining_stacks_is_the_trump(seats: int) -> None:
    """S4.155 "The top tile of one of the remaining 7-tile stacks"."""
    dealt, _ = opened_round("international", seats=seats)

    assert dealt.state.trump is not None
    assert len(dealt.state.pool) == (15 - 2 * seats) * 7 - 1


def test_an_open_win_takes_50_points_to_meld() -> None:
    """S4.160 "at least 50 points for your initial meld", S4.152."""
    now = drew("", "k12 r12 b12 o3 o4 o5 o6 o7 k10 k11 k4 r4 b4", opened=False)

    assert now.verdict("k12 r12 b12 / o3 o4 o5") == "initial_meld_too_low"  # 48
    assert now.verdict("k10 k11 k12 / k4 r4 b4 o4") == "initial_meld_too_low"  # 49
    assert now.verdict("k12 r12 b12 / o3 o4 o5 o6") == LEGAL  # 54


def test_a_joker_counts_as_what_it_represents() -> None:
    """S4.160 "as usual counting any joker used as the value"."""
    now = drew("", "k8 k9 k11 k12 * k1", draws="r1", opened=False)

    assert now.verdict("k8 k9 *k10 k11 k12") == LEGAL  # 50
    low = drew("", "k8 k9 k10 k11 * k1", draws="r1", opened=False)
    assert low.verdict("*k7 k8 k9 k10 k11") == "initial_meld_too_low"  # 45


def test_an_open_win_melds_in_stages_and_discards_the_last_tile() -> None:
    """S4.157, S4.159 "having melded them in stages", S4.153, S4.156."""
    end = drew(MELDED, "o4").then("k4 r4 b4 o4", discard("k9"))

    assert (end.ended.ending, end.ended.winner, end.ended.win) == (Ending.WENT_OUT, 0, Win.OPEN)


@pytest.mark.parametrize(
    ("held", "announced"),
    [("o4 k1 r2 b3", []), ("o4 k1 r2", [3]), ("o4 k1", []), ("b4 b5 b6 o4 k1", [2])],
)
def test_three_or_fewer_tiles_are_announced_to_all(held: str, announced: list[int]) -> None:
    """S4.161 "three or fewer tiles left on your rack": done by the game, once."""
    run = "b4 b5 b6 / " if "b5" in held else ""
    events = drew(MELDED, held).events(f"{run}k4 r4 b4 o4")

    assert [e.tiles for e in events if isinstance(e, Announced)] == announced


def going_out(now: Position, after: str, last: str) -> GoOut:
    """Return the wish to win with the trump by one play to that table and a discard."""
    play = Play.between(now.state.table, now.rules.read_table(after))
    return GoOut((play,), tile(last))


def test_an_open_win_may_not_take_the_trump() -> None:
    """S4.162 "not allowed to take the "trump" as your final draw"."""
    now = position("international", MELDED, "k9", trump="o4")

    assert now.verdict(going_out(now, "k4 r4 b4 o4", "k9")) == "trump_not_winning"


def test_a_foot_and_a_closed_win_may_take_the_trump() -> None:
    """S4.162 speaks of the Open win alone; S4.140 "instead of a face-down tile"."""
    foot = position("international", MELDED, FOOT, trump="k9", opened=False)
    assert foot.then(going_out(foot, FOOT_LAID, "k9")).ended.win is Win.FOOT

    hand = position("international", MELDED, BASIC, trump="k9", opened=False)
    assert hand.then(GoOut((), tile("k9"))).ended.win is Win.CLOSED
    assert hand.verdict(GoOut((), tile("k3"))) == "trump_not_winning"


def test_a_foot_melds_14_tiles_at_once_and_adds_to_others_melds() -> None:
    """S4.164 "meld 14 tiles at once", S4.165 "added to other players' melds"."""
    now = drew(MELDED, FOOT, opened=False)
    end = now.then(FOOT_LAID, discard("k9"))

    assert (end.ended.winner, end.ended.win) == (0, Win.FOOT)


def test_fewer_than_14_tiles_do_not_touch_others_melds_before_the_initial_meld() -> None:
    """S4.164 "14 tiles at once", S4.130 "from your hand"."""
    now = drew(MELDED, FOOT, opened=False)

    part = "r5 r6 r7 / b8 b9 b10 / k4 r4 b4 o4 / k11 r11 b11 o11"
    assert now.verdict(part) == "table_closed"


def test_the_14_tiles_of_a_foot_add_up_to_50() -> None:
    """S4.166 "must add up to at least 50"."""
    held = "o4 k1 r1 b1 k2 r2 b2 o1 o2 o3 r1 r2 r3 r4"
    now = drew(MELDED, held, opened=False)
    laid = "r1 r2 r3 r4 / o1 o2 o3 / k1 r1 b1 / k2 r2 b2 / k4 r4 b4 o4"

    assert now.verdict(laid) == "initial_meld_too_low"


def test_14_tiles_laid_at_once_beside_others_melds_are_a_closed_win() -> None:
    """S4.167 "a more valuable closed win", S4.169 "without adding anything"."""
    now = drew(MELDED, BASIC, opened=False)
    end = now.then(f"{BASIC_LAID} / {MELDED}", discard("k9"))

    assert (end.ended.win, end.ended.hand) == (Win.CLOSED, 1)
    assert end.ended.scores[0] == 500


def test_going_out_by_two_plays_is_open_even_in_one_turn() -> None:
    """S4.164, S4.169 "all 14 tiles at once"."""
    now = drew(MELDED, BASIC, opened=False)
    first = f"b9 b10 b11 b12 / {MELDED} / k13 r13 b13 o13"
    end = now.then(first, f"{BASIC_LAID} / {MELDED}", discard("k9"))

    assert end.ended.win is Win.OPEN


def test_a_closed_hand_is_declared_and_shown() -> None:
    """S4.169 "all 14 tiles at once", S4.170, S4.173."""
    events = drew(MELDED, BASIC, opened=False).events(declare("k9"))

    assert isinstance(events[0], Declared)
    assert events[0].hand == 1
    ended = events[-1]
    assert isinstance(ended, Ended)
    assert (ended.winner, ended.win, ended.hand) == (0, Win.CLOSED, 1)


def test_what_is_no_closed_hand_is_not_declared() -> None:
    """S4.169, S4.170 "according to the type of hand"."""
    assert drew("", BASIC, opened=False).verdict(declare("k3")) == "no_such_hand"
    assert drew(MELDED, BASIC).verdict(declare("k9")) == "no_such_hand"
    assert drew("", BASIC[3:], opened=False).verdict(declare("k9")) == "no_such_hand"


def test_without_a_win_in_the_turn_of_the_last_tile_nobody_wins() -> None:
    """S4.171 "the play ends with no winner"."""
    now = position("international", MELDED, "k9 k10", others=("r1 r9", "k3"), pool="o3", trump="b2")
    end = now.then(Draw(), discard("k9"))

    assert (end.ended.ending, end.ended.winner) == (Ending.POOL_EXHAUSTED, None)
    assert end.ended.scores == (-13, -19, -3)


def test_a_win_in_the_turn_of_the_last_tile_counts() -> None:
    """S4.171 "If no one has claimed a win by the end of the turn"."""
    now = position("international", MELDED, "o4", pool="k9", trump="b2")

    assert now.then(Draw(), "k4 r4 b4 o4", discard("k9")).ended.winner == 0


def test_who_has_melded_loses_the_tiles_left_at_ten_for_high_ones() -> None:
    """S4.174, S4.175 "tiles 10, 11, 12, 13 and 1 as 10 points each"; ruling: a joker 30."""
    others = ("r2 r9", "k10 k11 k12", "r13 b1 *")
    end = drew(MELDED, "o4", others=others).then("k4 r4 b4 o4", discard("k9"))

    assert end.ended.scores == (100, -11, -30, -50)


def test_who_has_not_melded_loses_100_but_as_much_as_was_won_after_a_closed_hand() -> None:
    """S4.176 "loses 100 … but loses the same amount that the winner won"."""
    others = ("r2 r9", "k10")
    last = position(
        "international", MELDED, "k9 k10", others=others, others_opened=False, pool="o3"
    )
    opened = shy(MELDED, "o4").then("k4 r4 b4 o4", discard("k9"))
    foot = shy(MELDED, FOOT, opened=False).then(FOOT_LAID, discard("k9"))
    closed = shy("", BASIC, opened=False).then(declare("k9"))
    none = last.then(Draw(), discard("k9"))

    assert opened.ended.scores == (200, -100, -100)
    assert foot.ended.scores == (200, -100, -100)
    assert closed.ended.scores == (500, -500, -500)
    assert none.ended.scores == (-13, -100, -100)


def test_a_joker_as_the_final_discard_doubles_all_scores() -> None:
    """S4.177 "all scores for that hand are doubled"."""
    others = ("r2 r9",)
    opened = drew(MELDED, "o4", draws="*", others=others).then("k4 r4 b4 o4", discard("*"))
    foot = drew(MELDED, FOOT, draws="*", others=others, opened=False)
    closed = drew(MELDED, BASIC, draws="*", others=others, opened=False)

    assert opened.ended.scores == (200, -22)
    assert foot.then(FOOT_LAID, discard("*")).ended.scores == (400, -22)
    assert closed.then(declare("*")).ended.scores == (1000, -22)


@pytest.mark.parametrize(("others_opened", "points"), [(True, 100), (False, 200)])
def test_what_an_open_win_scores(others_opened: bool, points: int) -> None:  # noqa: FBT001
    """S4.178 "100 points, or 200 if no other player has melded"."""
    now = drew(MELDED, "o4", others_opened=others_opened)

    assert now.then("k4 r4 b4 o4", discard("k9")).ended.scores[0] == points


def test_what_a_foot_scores() -> None:
    """S4.179 "The winner of a Foot scores 200"."""
    for others_opened in (True, False):
        now = drew(MELDED, FOOT, opened=False, others_opened=others_opened)
        assert now.then(FOOT_LAID, discard("k9")).ended.scores[0] == 200


@each("rack", ["k1 b2", "k1 k4"])
def test_the_tile_identical_to_the_trump_scores_50_where_that_is_played(rack: str) -> None:
    """S4.225 "you score an extra 50 points": an option, off."""
    others = (rack,)
    finish = ("k4 r4 b4 o4", discard("k9"))
    usual = drew(MELDED, "o4", others=others).then(*finish).ended.scores
    house = drew(MELDED, "o4", others=others, options="+trump_bonus=true").then(*finish)

    bonus = 50 if "b2" in rack else 0
    assert house.ended.scores == (usual[0], usual[1] + bonus)
    assert ruleset("international+trump_bonus=true").scoring != ruleset("international").scoring


def test_the_trump_bonus_counts_for_a_tile_that_was_drawn_and_is_not_doubled() -> None:
    """S4.225 "or by drawing it later"; ruling of RULES 3.2: never doubled."""
    house = drew(MELDED, "o4 b2", draws="*", options="+trump_bonus=true", trump="b2")
    end = house.then("k4 r4 b4 o4", discard("b2"))
    assert end.state.phase is Phase.DRAW  # the joker is left

    won = drew(MELDED, "o4", draws="*", others=("b2 r9",), options="+trump_bonus=true")
    assert won.then("k4 r4 b4 o4", discard("*")).ended.scores == (200, -22 + 50)


def test_the_first_players_discard_may_be_taken_by_who_has_not_melded() -> None:
    """S4.156 "always permitted to draw the previous player's discard"."""
    dealt, _ = opened_round("international", seats=2)
    given = dealt.state.mover.rack[0]
    later = dealt.then(Discard(given))

    assert later.verdict(Draw(Source.DISCARD)) == LEGAL
    assert given in later.then(Draw(Source.DISCARD)).state.mover.rack


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        (((200, -100, -30),), [(1, 0, 300), (2, 0, 230), (1, 2, 70)]),
        (((200, -100), (-100, 100)), [(1, 0, 100)]),
        (((100, -100), (-100, 100)), []),
        (
            ((-100, 400, -100, 50),),
            [(0, 1, 500), (2, 1, 500), (3, 1, 350), (0, 3, 150), (2, 3, 150)],
        ),
    ],
)
def test_in_the_end_each_pays_each_other_the_difference(
    scores: tuple[tuple[int, ...], ...], expected: list[tuple[int, int, int]]
) -> None:
    """S4.226 "pays each other player in proportion to the difference between their scores"."""
    seats = len(scores[0])
    match = Match(rules=ruleset("international"), seats=seats)
    for one in scores:
        match = match.after(Ended(Ending.WENT_OUT, one, (Rack(),) * seats, 0), 0)

    assert sorted(match.settlement, key=repr) == sorted(
        (Payment(*paid) for paid in expected), key=repr
    )
    got = [
        sum(p.points * ((p.payee == seat) - (p.payer == seat)) for p in match.settlement)
        for seat in range(seats)
    ]
    assert sum(got) == 0
    assert got == [seats * total - sum(match.totals) for total in match.totals]


def test_other_games_are_settled_by_their_scores() -> None:
    """S4.226 "At the end of the session" applies only to International."""
    ended = Ended(Ending.WENT_OUT, (30, -30), (Rack(), Rack()), 0)

    assert Match(rules=ruleset("american"), seats=2).after(ended, 0).settlement == ()
