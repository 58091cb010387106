"""Positions that distinguish the levels."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.support.positions import Position, position

from tilerummy.melds import table
from tilerummy.players import PLAYERS, player
from tilerummy.players.decisions import Motive
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    GoOut,
    Pass,
    Play,
    Source,
    conceal,
)
from tilerummy.tiles import JOKER, Rack, tile


class Luck(Random):
    """A generator that always returns the same numbers."""

    def __init__(self, value: float) -> None:
        super().__init__(0)
        self.value = value

    def random(self) -> float:
        return self.value


SEES, OVERLOOKS = Luck(0.9), Luck(0.1)

PLAY_AT_ONCE = [name for name in PLAYERS if name != "master"]
"""The levels that choose the obvious move here; a master may find something better."""


def chosen(name: str, here: Position, rng: Random = SEES) -> tuple[Action, ...]:
    """Return a level's choice after checking that the referee accepts it."""
    view = conceal(here.state, here.state.to_move)
    mover = player(name, rng)
    actions = mover.choose(here.rules, view, here.state.to_move)
    here.events(*actions)
    return actions


def tables(here: Position, actions: tuple[Action, ...]) -> list[str]:
    """Return the table after each play."""
    now, shown = here, []
    for action in actions:
        now = now.then(action)
        if isinstance(action, Play):
            shown.append(now.table)
    return shown


def test_every_level_has_a_name_and_a_sentence() -> None:
    for name in PLAYERS:
        level = player(name, Random(1))

        assert level.name == name
        assert level.about.endswith(".")
    assert next(iter(PLAYERS)) == "beginner", "the weakest comes first"


def test_an_unknown_level_is_refused_with_the_known_ones() -> None:
    known = ", ".join(PLAYERS)
    with pytest.raises(ValueError, match=f"no computer player 'simple'; choose from {known}"):
        player("simple", Random(1))


def test_a_beginner_lays_what_it_spots_and_otherwise_draws() -> None:
    here = position("sabra", "k1 k2 k3", "k4 r7 b7 o7 b12")

    assert tables(here, chosen("beginner", here)) == ["k1 k2 k3 / r7 b7 o7"]
    assert chosen("beginner", here, OVERLOOKS) == (Draw(),)


def test_a_beginner_lays_off_one_tile_per_turn() -> None:
    here = position("sabra", "k1 k2 k3 / o5 o6 o7", "k4 o8 b12")

    assert tables(here, chosen("beginner", here)) == ["k1 k2 k3 k4 / o5 o6 o7"]


def test_a_beginner_takes_no_meld_apart_and_a_casual_player_does() -> None:
    """The end of the run moves to a group."""
    here = position("sabra", "k4 k5 k6 k7", "r7 b7 o12")

    assert chosen("beginner", here) == (Draw(),)
    assert tables(here, chosen("casual", here)) == ["k4 k5 k6 / k7 r7 b7"]


def test_a_casual_player_changes_at_most_two_melds_and_the_club_any_number() -> None:
    """The group that gives k5 to a run gets the end of another run."""
    here = position("sabra", "k5 r5 b5 / o5 o6 o7 o8 / k6 r6 b6 o6", "k4 r13")

    assert chosen("casual", here) == (Draw(),)
    assert tables(here, chosen("club", here)) == ["k4 k5 k6 / o6 o7 o8 / r5 b5 o5 / r6 b6 o6"]


def test_no_level_opens_with_too_few_points() -> None:
    for name in PLAY_AT_ONCE:
        low = position("sabra", "", "k9 r9 b9 k2", opened=False)
        enough = position("sabra", "", "k10 r10 b10 k2", opened=False)

        assert chosen(name, low) == (Draw(),)
        assert tables(enough, chosen(name, enough)) == ["k10 r10 b10"]


def test_nothing_follows_the_opening_if_the_rules_forbid_it() -> None:
    for name in PLAY_AT_ONCE:
        here = position("rummikub", "k1 k2 k3", "k4 k10 r10 b10 o2", opened=False)

        assert tables(here, chosen(name, here)) == ["k1 k2 k3 / k10 r10 b10"]


def test_a_strong_player_saves_its_joker_for_going_out() -> None:
    here = position("sabra", "", "k9 r9 b2 *", others=("r12 o13 k1 k5 b8",))

    assert chosen("casual", here) != (Draw(),)
    assert chosen("club", here) != (Draw(),)
    assert chosen("strong", here) == (Draw(),)


@pytest.mark.parametrize(
    "here",
    [
        position("sabra", "", "k9 r9 *", others=("r12 o13 k1 k5 b8",)),
        position("sabra", "", "k9 r9 b2 *", others=("r12 o13 k1 k5 b8",), pool=""),
    ],
    ids=["to go out", "before the round ends"],
)
def test_a_strong_player_plays_its_joker_in_time(here: Position) -> None:
    assert tables(here, chosen("strong", here)) == ["k9 r9 *9"]


FIVE, FOUR = "r12 o13 k1 k5 b8", "r12 o13 k1 k5"


@pytest.mark.parametrize(
    ("others", "lays"),
    [
        (("r12", FIVE), True),
        ((FIVE, FIVE, "r12"), True),
        (("r12 o13", FIVE), False),
        (("r12",), False),
    ],
    ids=["one tile of three", "one tile of four", "two tiles", "one tile of two"],
)
def test_against_several_a_strong_player_plays_its_joker_when_one_has_a_single_tile(
    others: tuple[str, ...], *, lays: bool
) -> None:
    here = position("sabra", "", "k9 r9 b2 *", others=others)

    for name in ("strong", "expert"):
        assert tables(here, chosen(name, here)) == (["k9 r9 *9"] if lays else [])


@pytest.mark.parametrize(
    ("rack", "others"),
    [
        ("k4 r1", (FIVE,)),
        ("k4 r1 r3 r5 r7 r9 b2 b4 b6", (FIVE,)),
        ("k4 r1 r3 r5 r7 r9 b2 b4 b6 b8", (FIVE, FOUR, FIVE)),
    ],
    ids=["few", "eight", "nine of four players"],
)
def test_an_expert_holds_its_last_tiles_back(rack: str, others: tuple[str, ...]) -> None:
    here = position("sabra", "k1 k2 k3", rack, others=others)

    assert chosen("strong", here) != (Draw(),)
    assert chosen("expert", here) == (Draw(),)


@pytest.mark.parametrize(
    ("rack", "others"),
    [
        ("k4 r1", (FOUR,)),
        ("k4 r1 r3 r5 r7 r9 b2 b4 b6 b8", (FIVE,)),
        ("k4 r1", (FIVE, "k1 k5 b8", FIVE)),
    ],
    ids=["near the end", "nine", "near the end of four players"],
)
def test_an_expert_stops_holding_tiles_back_in_time(rack: str, others: tuple[str, ...]) -> None:
    here = position("sabra", "k1 k2 k3", rack, others=others)

    assert chosen("expert", here) == chosen("strong", here) != (Draw(),)


def test_an_expert_that_holds_back_goes_out_when_it_can() -> None:
    here = position("sabra", "k1 k2 k3", "k4 k5", others=(FIVE,))

    assert tables(here, chosen("expert", here)) == ["k1 k2 k3 k4 k5"]


def test_strong_players_of_mcgraw_wait_with_the_opening_for_their_jokers() -> None:
    """S2: plays after the opening may not leave a joker on the rack."""
    rack = "k13 r13 b13 k12 r12 b12 o1 *"
    nobody = position("mcgraw", "", rack, others=(14 * "k1 ",), opened=False, others_opened=False)
    somebody = position("mcgraw", "", rack, others=(14 * "k1 ",), opened=False)
    late = position("mcgraw", "", rack, others=(12 * "k1 ",), opened=False)

    assert [bool(tables(at, chosen("strong", at))) for at in (nobody, somebody)] == [False, True]
    assert [bool(tables(at, chosen("expert", at))) for at in (somebody, late)] == [False, True]


def test_a_player_explains_its_choice() -> None:
    here = position("sabra", "k1 k2 k3", "k4 r1 b9 *", others=(FIVE,))
    view = conceal(here.state, here.state.to_move)
    motives = {
        name: player(name, SEES).decide(here.rules, view, here.state.to_move).motive
        for name in ("beginner", "casual", "club", "strong", "expert")
    }

    assert motives["beginner"] == Motive.of("noticed", n=1)
    assert motives["club"] == Motive.of("most", n=3)
    assert motives["strong"] == Motive.of("saved_jokers", n=1)
    assert motives["expert"] == Motive.of("held", n=1)


def test_with_an_empty_pool_a_player_that_cannot_play_passes() -> None:
    for name in PLAYERS:
        assert chosen(name, position("sabra", "", "k9 r2", pool="")) == (Pass(),)


def test_mcgraw_jokers_are_played_as_soon_as_a_play_is_made() -> None:
    """S2: after the opening turn, a play leaves no joker on the rack."""
    here = position("mcgraw", "k1 k2 k3", "k4 b9 b10 r2 *", since=4)
    for name in PLAY_AT_ONCE:
        (shown,) = tables(here, chosen(name, here))

        assert shown.count("*") == 1


def test_mcgraw_face_up_tiles_are_used_with_rack_tiles() -> None:
    """S2: everyone may use the free tiles once all jokers are played."""
    here = position("mcgraw", "k1 k2 k3", "b9 b10 r2", free="b11 o5", released=True)
    for name in PLAY_AT_ONCE:
        assert tables(here, chosen(name, here)) == ["k1 k2 k3 / b9 b10 b11"]


def test_all_but_a_beginner_go_out_with_the_trump_if_they_can() -> None:
    """S4: the trump may be drawn by a player who thereby wins."""
    here = position("american", "k1 k2 k3", "b9 b10 r2", trump="b11")
    out = GoOut((Play.between(table("k1 k2 k3"), table("k1 k2 k3 / b9 b10 b11")),), tile("r2"))

    assert chosen("club", here) == chosen("casual", here) == (out,)
    assert chosen("beginner", here) == (Draw(),)


def test_a_discard_is_taken_if_it_helps() -> None:
    wanted = position("american", "k1 k2 k3", "b9 b10 r2 r13", discarded="b11", trump="o1")
    useless = position("american", "k1 k2 k3", "b9 b10 r2 r13", discarded="o5", trump="o1")
    for name in PLAYERS:
        rng = Random(1) if name == "master" else SEES
        assert chosen(name, wanted, rng) == (Draw(Source.DISCARD),)
        assert chosen(name, useless, rng) == (Draw(),)


def test_from_casual_to_expert_tiles_that_go_together_are_not_discarded() -> None:
    here = position("american", "", "b9 b10 o13 r2 r3", trump="o1").then(Draw())
    for name in PLAY_AT_ONCE[1:]:
        (discard,) = chosen(name, here)

        assert discard in (Discard(tile("o13")), Discard(tile("k13")))


def test_the_club_discards_a_tile_that_the_next_player_cannot_lay_off() -> None:
    """Both tiles are equally useful; it saves the one that fits the table."""
    melds = "r9 r10 r11 / b3 b4 b5"
    here = position("international", melds, "k1 k5 o12 r12", opened=False, trump="o1")
    here = here.then(Draw())
    (discard,) = chosen("club", here)

    assert discard != Discard(tile("r12"))


def test_the_club_discards_a_tile_that_the_next_player_does_not_need() -> None:
    """The rack does not need these tiles; the next player has discarded a neighbour of one."""
    here = position("american", "", "k5 b9", discarded="k6", trump="o1", pool="o2 o3").then(Draw())

    assert chosen("club", here) == (Discard(tile("k5")),)
    assert chosen("casual", here) == (Discard(tile("b9")),)


@pytest.mark.parametrize("seen", ["taken", "discarded", "trump"])
def test_the_club_does_not_count_on_tiles_seen_elsewhere(seen: str) -> None:
    """k5 and k6 wait for k4 and k7, b9 and b10 for b8 and b11, until some of these are seen."""
    others = ("r12 o13", "k4 k4 k7 k7")
    trump = "k4" if seen == "trump" else "o1"
    here = position("american", "", "k5 k6 b9 b10", others=others, trump="o1", pool="k5 o3")
    there = position("american", "", "k5 k6 b9 b10", others=others, trump=trump, pool="k5 o3")
    seat = there.state.seats[2]
    if seen == "taken":
        seat = replace(seat, known=seat.rack)
    elif seen == "discarded":
        seat = replace(seat, discards=tuple(seat.rack))
    there = Position(there.rules, there.state.with_seat(2, seat))

    assert chosen("club", here.then(Draw())) == (Discard(tile("b10")),)
    assert chosen("club", there.then(Draw())) in ((Discard(tile("k5")),), (Discard(tile("k6")),))


def test_the_club_counts_a_tile_that_it_took_itself_once() -> None:
    """It discards k4, which waits for two k3 and the other k6, before b13 if that k6 is out of
    play.
    """
    here = position(
        "american", "", "k4 k5 k6 r6 b6 b12", opened=False, trump="o1", pool="b13 o3"
    ).then(Draw())
    took = replace(here.state.mover, known=Rack((tile("k6"),)))
    seen = Position(here.rules, here.state.with_seat(here.state.to_move, took))

    assert chosen("club", here) == chosen("club", seen) == (Discard(tile("b13")),)


def test_a_beginner_discards_a_joker_last() -> None:
    here = position("american", "", "b9 b10 b11 *", opened=False, trump="o1", pool="b12 o3")

    assert chosen("beginner", here.then(Draw()), OVERLOOKS) == (Discard(tile("b12")),)


def test_a_beginner_plays_its_joker_near_the_end() -> None:
    few, many = (position("sabra", "", f"k9 r9 * b2 r12 o4{more}") for more in ("", " k6"))

    assert tables(few, chosen("beginner", few)) == ["k9 r9 *9"]
    assert chosen("beginner", many) == (Draw(),)


def test_a_beginner_opens_with_melds_without_jokers_first() -> None:
    """r4 r5 r6 *r7 has the most points, but too few; it leaves k5 and k6 without a joker."""
    here = position("sabra", "", "r4 r5 r6 k5 k6 * b1 o9", opened=False)

    assert tables(here, chosen("beginner", here)) == ["k5 k6 *k7 / r4 r5 r6"]


def test_a_casual_player_takes_tiles_of_two_melds() -> None:
    here = position("sabra", "k4 k5 k6 k7 / r4 r5 r6 r7", "o7 o12")

    assert tables(here, chosen("casual", here)) == ["k4 k5 k6 / r4 r5 r6 / k7 r7 o7"]


def test_a_casual_player_lays_all_it_can_in_games_with_discards() -> None:
    melds, rack = "k1 k2 k3 / r5 r6 r7 / b1 b2 b3", "k4 r8 b4 o12 o9"
    here = position("american", melds, rack, trump="o1").then(Draw())

    assert tables(here, chosen("casual", here)) == ["k1 k2 k3 k4 / r5 r6 r7 r8 / b1 b2 b3 b4"]


def test_the_club_waits_for_a_closed_hand_unless_it_can_go_out() -> None:
    others = ("r1 r2 r3 b1 b2 b3 o5 o7",)
    melds = "k10 k11 k12 r10 r11 r12"
    pool = "o9 b13 b12 b11 o2 o4 o6 o8"
    for more, plays in (("", True), (" o3", False)):
        rack = melds + more
        here = position("international", "", rack, others=others, opened=False, pool=pool)
        here = here.then(Draw())

        assert bool(tables(here, chosen("club", here))) is plays
        assert tables(here, chosen("casual", here))


THIRTEEN = "k2 k3 k4 r5 r6 r7 b8 b9 b10 o1 o2 o3 o4"


def test_a_closed_hand_is_declared() -> None:
    """S4: fourteen tiles in melds, and the fifteenth is discarded."""
    here = position(
        "international", "", f"{THIRTEEN} o5 k12", opened=False, turn=0, others_opened=False
    )
    for name in PLAYERS:
        assert chosen(name, here) == (Declare(tile("k12")),)


def test_a_closed_hand_scores_more_with_a_joker_to_discard() -> None:
    """S4: a joker discarded at the end doubles the hand."""
    here = position(
        "international", "", f"{THIRTEEN} o5 *", opened=False, turn=0, others_opened=False
    )
    for name in PLAYERS:
        assert chosen(name, here) == (Declare(JOKER),)


def test_a_closed_hand_with_the_trump_wins_immediately() -> None:
    here = position(
        "international", "", f"{THIRTEEN} k12", opened=False, others_opened=False, trump="o5"
    )

    assert chosen("club", here) == (GoOut((), tile("k12")),)
