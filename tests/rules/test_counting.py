"""Rounds with real tiles, scored from the counts at their end (RULES 2.3 to 3.2)."""

from __future__ import annotations

import pytest

from tilerummy import Count, ruleset, score_count, with_options
from tilerummy.rules import CountError
from tilerummy.rules.counting import Left, fields_needed, left_points
from tilerummy.state import Ending, Win


def count(out: int | None, *left: Left | None, **also: object) -> Count:
    return Count(out, left, **also)  # type: ignore[arg-type]


def test_the_winner_scores_what_everyone_else_loses() -> None:
    """S0: "They each score minus the total of their remaining tiles"."""
    ended = score_count("sabra", count(2, (13, 9, 9), (0, 5, 3), None, (12, 5, 8, 1)))
    assert ended.scores == (-31, -38, 95, -26)
    assert (ended.winner, ended.ending) == (2, Ending.WENT_OUT)


def test_a_sum_counts_like_tiles() -> None:
    assert score_count("sabra", count(1, 38, None)).scores == (-38, 38)
    assert score_count("sabra", count(1, (0, 5, 3), None)).scores == (-38, 38)


def test_a_joker_has_the_points_of_the_rules() -> None:
    """S4, the Dutch editions: 25 for a joker."""
    assert score_count("dutch-1985", count(0, None, (0, 1))).scores == (26, -26)


def test_if_no_one_went_out_the_lowest_rack_wins_the_differences() -> None:
    """S4: "The player with the lowest tile count wins"."""
    ended = score_count("sabra", count(None, (5,), (0, 1), 12))
    assert (ended.scores, ended.winner, ended.ending) == ((33, -26, -7), 0, Ending.POOL_EXHAUSTED)


def test_of_equally_low_racks_the_one_with_fewer_tiles_wins() -> None:
    assert score_count("sabra", count(None, (2, 3), (5,), 30)).winner == 1


def test_of_equally_low_racks_the_next_to_move_wins() -> None:
    with pytest.raises(CountError) as refused:
        score_count("sabra", count(None, (5,), (13,), (5,)))
    assert (refused.value.code, refused.value.seats) == ("tied", (0, 2))
    assert score_count("sabra", count(None, (5,), (13,), (5,), following=1)).winner == 2
    assert score_count("sabra", count(None, (5,), (13,), (5,), following=0)).winner == 0
    assert score_count("sabra", count(None, 5, 13, (5,), following=2)).winner == 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_can_be_scored(seats: int) -> None:
    left = [(10,)] * seats
    ended = score_count("sabra", count(0, None, *left[1:]))
    assert ended.scores == (10 * (seats - 1), *[-10] * (seats - 1))


@pytest.mark.parametrize("seats", [1, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    assert refusal("sabra", count(0, None, *[5] * (seats - 1))) == "players"


def refusal(rules: str, counted: Count) -> str:
    with pytest.raises(CountError) as refused:
        score_count(rules, counted)
    return refused.value.code


def test_an_impossible_count_is_refused() -> None:
    assert refusal("sabra", count(2, (1,), (1,))) == "no_such_seat"
    assert refusal("sabra", count(0, None, None)) == "not_counted"
    assert refusal("sabra", count(0, (3,), (3,))) == "has_tiles"
    assert refusal("sabra", count(0, None, (14,))) == "no_such_tile"
    assert refusal("sabra", count(0, None, -1)) == "too_many_points"
    assert refusal("sabra", count(0, None, (5,) * 9)) == "too_many_tiles"
    assert refusal("sabra", count(0, None, (0,), (0, 0))) == "too_many_tiles"
    assert refusal("sabra", count(0, None, (5,), handfuls=((14, 14), (13, 13)))) == "handfuls"


def test_five_and_six_may_have_two_sets() -> None:
    """A box is for four players, so five and six may use two boxes at their table."""
    many: tuple[Left, ...] = ((5,) * 9, (1,), (1,), (1,), (1,))
    assert score_count("sabra", count(0, None, *many)).scores[1] == -45


def test_international_scores_by_the_kind_of_win() -> None:
    """S4: Open 100, 200 if no other player has melded; Foot 200; losers who have not melded 100."""
    left = (None, (1, 11, 5, 0), 40)
    melded = {"opened": (True, True, False)}
    assert scores(count(0, *left, win=Win.OPEN, **melded)) == (100, -55, -100)
    assert scores(count(0, *left, win=Win.FOOT, **melded)) == (200, -55, -100)
    assert scores(count(0, *left, opened=(True, False, False))) == (200, -100, -100)
    assert scores(count(None, (5,), (6,), 40, opened=(True, True, False))) == (-5, -6, -100)


def scores(counted: Count, rules: str = "international") -> tuple[int, ...]:
    return score_count(rules, counted).scores


def test_a_closed_hand_costs_those_who_have_not_melded_as_much_as_it_won() -> None:
    """S4, the table of hands: Seven pairs with a joker are 1500."""
    ended = score_count(
        "international",
        count(
            0, None, (2, 3), 40, opened=(True, True, False), win=Win.CLOSED, hand=35, hand_jokers=1
        ),
    )
    assert (ended.scores, ended.win, ended.hand) == ((1500, -5, -1500), Win.CLOSED, 35)


def test_a_joker_as_the_last_discard_doubles_everything() -> None:
    assert scores(count(0, None, (2, 3), joker_discarded=True)) == (200, -10)


def test_a_foot_needs_another_meld_on_the_table() -> None:
    counted = count(0, None, (2, 3), opened=(True, False), win=Win.FOOT)
    assert refusal("international", counted) == "foot_alone"


def test_a_closed_win_needs_its_hand() -> None:
    assert refusal("international", count(0, None, (2,), win=Win.CLOSED)) == "no_such_hand"
    wrong = count(0, None, (2,), win=Win.CLOSED, hand=41)
    assert refusal("international", wrong) == "no_such_hand"


def test_the_trump_bonus_is_never_doubled() -> None:
    rules = with_options(ruleset("international"), {"trump_bonus": True})
    counted = count(0, None, (2, 3), joker_discarded=True, trump_holders=(1,))
    assert score_count(rules, counted).scores == (200, 40)
    assert "trump_holders" in fields_needed(rules)


def test_mcgraw_counts_racks_and_handfuls() -> None:
    """S2: "minus 5 points for each of those picks", and 3 for one tile more or less."""
    counted = count(0, None, (10, 0), 7, handfuls=((14, 13), (16, 12), ()))
    assert scores(counted, "mcgraw") == (-8, 40, 7)


def test_the_points_of_a_rack_follow_from_the_rules() -> None:
    assert left_points("international", (1, 2, 9, 10, 13, 0)) == 71
    assert left_points("sabra", (1, 2, 9, 10, 13, 0)) == 65


def test_a_penalty_decides_and_makes_ties() -> None:
    """RULES 5.2: penalties count in finding the lowest rack."""
    never = {"opened": (True, False)}
    hundred = "sabra+score.not_opened=100"
    assert score_count(hundred, count(None, (5,), (5,), **never)).scores == (100, -100)

    tied = count(None, (0,), (10,), (5,), opened=(True, True, False))
    assert score_count("sabra", tied).winner == 2
    five = "sabra+score.not_opened=5"
    assert refusal(five, tied) == "tied"
    decided = count(None, (0,), (10,), (5,), opened=(True, True, False), following=2)
    assert score_count(five, decided).winner == 2


def test_only_a_tie_that_changes_the_scores_needs_the_order() -> None:
    """RULES 2.4: in McGraw every rack counts against its owner, and no one wins."""
    assert score_count("mcgraw", count(None, (5,), (5,))).scores == (5, 5)
    with pytest.raises(CountError) as refused:
        score_count("sabra", count(None, (5,), 5, (2, 3)))
    assert refused.value.seats == (0, 1, 2)


def test_a_count_is_reduced_to_what_scored() -> None:
    said = count(1, (5,), None, win=Win.CLOSED, hand=35, hand_jokers=1, joker_discarded=True)
    assert said.as_scored(score_count("sabra", said)) == count(1, (5,), None)
    assert said.as_scored(score_count("international", said)) == said
    opened = count(1, (5,), None, hand=35, hand_jokers=1)
    assert opened.as_scored(score_count("international", opened)) == count(
        1, (5,), None, win=Win.OPEN
    )


def test_who_never_opened_pays_the_penalty_in_a_count() -> None:
    """RULES 5.2: a penalty is scored like tiles left on the rack."""
    rules = ruleset("sabra+score.not_opened=100")
    counted = Count(1, ((4, 8, 11), None, 41), opened=(True, True, False))

    assert fields_needed(rules) == {"opened"}
    assert score_count(rules, counted).scores == (-23, 164, -141)
    assert score_count("sabra", counted).scores == (-23, 64, -41)
