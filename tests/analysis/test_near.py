"""The missing tiles of near closed hands agree with the referee's table of types."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from tests.support.examples import examples

from tilerummy.analysis import NearHand, closed_hand, nearest_hands
from tilerummy.analysis.hints.discards import unseen
from tilerummy.deadline import Deadline
from tilerummy.rules import ruleset
from tilerummy.rules.closed_hands.hands import CLOSED_HANDS, ClosedHand, When, read_as
from tilerummy.rules_text.closed_hands import example_of
from tilerummy.state import Phase, State
from tilerummy.state.notation import read_state
from tilerummy.tiles import JOKER, STANDARD, Rack, rack

INTERNATIONAL = ruleset("international")
ANY_TURN = [row for row in CLOSED_HANDS if row.when is When.ANY_TURN]


def view(tiles: Rack | str, more: str = "") -> State:
    """Return the view of the player to move in a turn after the first, before the draw."""
    opened = "" if "opened" in more else "| opened no "
    text = f"players 2 | rack {tiles} | turn 9 | phase draw {opened}{more}"
    return read_state(text, INTERNATIONAL.tiles)


def near(position: State, *, most: int = 14) -> dict[int, NearHand]:
    """Return the nearest hands that lack at most *most* tiles, by type number."""
    found = nearest_hands(INTERNATIONAL, position, count=None, most=most)
    assert found.proven
    return {each.hand.number: each for each in found.hands}


def brute(tiles: Rack, position: State, missing: int) -> set[int]:
    """Return the numbers of the types that any *missing* other tiles complete, by trying all."""
    left = unseen(INTERNATIONAL, position)
    found = set()
    for kept in {*combinations(tiles, 14 - missing)}:
        for drawn in {*combinations(sorted(left.elements()), missing)} if missing else {()}:
            hand = Rack((*kept, *drawn))
            if hand.count(JOKER) <= 2:
                found |= {row.number for row in ANY_TURN if read_as(row.number, hand)}
    return found


def changed(row: ClosedHand, swaps: int, jokers: int, rng: Random) -> Rack:
    """Return a hand of the type with some tiles replaced by jokers and some by other tiles."""
    tiles = [*rack(example_of(row).replace("*", "").replace("/", ""))]
    rng.shuffle(tiles)
    rest = Rack(STANDARD) - tiles
    numbered = [tile for tile in rest if tile != JOKER]
    return Rack([*tiles[swaps + jokers :], *[JOKER] * jokers, *rng.sample(numbered, swaps)])


@pytest.mark.parametrize("row", ANY_TURN, ids=lambda row: row.name)
def test_s4_no_tile_is_missing_exactly_if_the_referee_recognises_the_hand(row: ClosedHand) -> None:
    rng = Random(row.number)
    for jokers in (0, 1, 2):
        tiles = changed(row, 0, jokers, rng)

        found = {number for number, each in near(view(tiles), most=0).items() if not each.missing}

        assert row.number in found
        assert found == {each.number for each in ANY_TURN if read_as(each.number, tiles)}


@pytest.mark.parametrize("seed", range(examples(6, 200)))
def test_no_hand_is_nearer_than_the_one_found(seed: int) -> None:
    """All sets of one missing tile are tried, so a hand that lacks two cannot lack one."""
    rng = Random(seed)
    row = rng.choice(ANY_TURN)
    tiles = changed(row, rng.choice((1, 1, 2)), rng.choice((0, 0, 1, 2)), rng)
    position = view(tiles)

    found = near(position, most=1)

    assert {n for n, each in found.items() if not each.missing} == brute(tiles, position, 0)
    assert {*found} == brute(tiles, position, 1)


@pytest.mark.parametrize("seed", range(examples(6, 300)))
def test_the_missing_tiles_complete_the_hand(seed: int) -> None:
    """The shown hand uses rack tiles and unseen ones, and the referee recognises it."""
    rng = Random(seed)
    tiles = Rack(rng.sample([*STANDARD], 14))
    gone = " ".join(map(str, rng.sample([t for t in Rack(STANDARD) - tiles if t != JOKER], 30)))
    position = view(tiles, f"| seat 1 discards {gone}")
    left = unseen(INTERNATIONAL, position)

    for number, each in near(position, most=9).items():
        faces = each.shown.replace("/", " ").split()
        hand = Rack(rack(" ".join("*" if face[0] == "*" else face for face in faces)))
        assert hand & tiles + each.missing == hand
        assert len(hand - each.missing) == 14 - len(each.missing)
        assert hand.count(JOKER) == each.jokers
        assert each.points == each.hand.points[each.jokers]
        read = read_as(number, hand)
        assert read is not None
        assert read.points == each.points
        assert each.copies == tuple(left[tile] for tile in dict.fromkeys(each.missing))


def test_a_tile_that_is_gone_is_not_missing() -> None:
    """The other blue 7 is under a later discard, so the other single tile needs its pair."""
    tiles = "k1 k1 r2 r2 b3 b3 o4 o4 k5 k5 r6 r6 b7 o13"

    found = near(view(tiles, "| seat 1 discards b7 k13"))[35]

    assert found.missing == rack("o13")  # instead of the blue 7
    assert found.copies == (1,)


def test_the_trump_and_the_discard_can_be_drawn() -> None:
    tiles = "k3 k4 k5 k6 r7 r8 r9 r10 b1 b2 o10 o11 o4 k13"
    position = view(tiles, "| table k11 r11 o11 | trump o12 | seat 1 discards b3")

    found = nearest_hands(INTERNATIONAL, position).hands[0]

    assert (found.hand.name, found.points) == ("Four colours", 900)
    assert (found.missing, found.copies) == (rack("b3 o12"), (1, 1))
    assert found.trump
    assert found.discard


def test_a_farther_hand_is_listed_if_it_is_worth_more_or_different() -> None:
    tiles = "k3 k4 k5 k6 r7 r8 r9 r10 b1 b2 o10 o11 o4 k13"

    found = nearest_hands(INTERNATIONAL, view(tiles)).hands

    assert len(found) == 3
    assert [len(each.missing) for each in found] == sorted(len(each.missing) for each in found)
    assert 1 not in [each.hand.number for each in found]  # Basic: the same tiles, fewer points


def test_a_complete_hand_is_the_one_to_declare() -> None:
    tiles = "k3 k4 k5 k6 r7 r8 r9 r10 b1 b2 b3 o10 o11 o12 k13"
    position = replace(view(tiles), phase=Phase.MELD)
    declared = closed_hand(INTERNATIONAL, position)

    found = nearest_hands(INTERNATIONAL, position, count=1).hands[0]

    assert declared is not None
    assert found.hand == declared.hand.hand
    assert found.missing == Rack()


@pytest.mark.parametrize(
    ("tiles", "turn", "phase", "listed"),
    [
        ("k1 k2 k3 k4 r4 r5 r6 b7 b8 b9 o9 o10 o11 k13", 1, Phase.DRAW, True),
        ("k1 k2 k3 k4 r4 r5 r6 b7 b8 b9 o9 o10 o11 k13", 2, Phase.DRAW, False),
        ("k1 k2 k3 k4 r4 r5 r6 b7 b8 b9 o9 o10 r13 k13", 1, Phase.DRAW, False),
        ("k1 k2 k3 k4 r4 r5 r6 b7 b8 b9 o9 o10 o11 k13 r13", 1, Phase.MELD, False),
        ("k1 k2 k3 k4 r4 r5 r6 r7 b7 b8 b9 o9 o10 o11 r13", 1, Phase.MELD, True),
    ],
)
def test_s4_a_little_blitz_is_near_only_in_the_first_turn(
    tiles: str, turn: int, phase: Phase, listed: object
) -> None:
    """S4 "Little Blitz": a single draw is left before it must be complete."""
    found = near(replace(view(tiles), turn=turn, phase=phase), most=3)

    assert (39 in found) == listed


def test_other_games_and_opened_seats_have_no_near_hands() -> None:
    tiles = "k3 k4 k5 k6 r7 r8 r9 r10 b1 b2 o10 o11 o4 k13"

    assert not nearest_hands("sabra", view(tiles)).hands
    assert not nearest_hands(INTERNATIONAL, view(tiles, "| opened 3")).hands


def test_in_american_all_tiles_in_melds_are_near() -> None:
    tiles = "k3 k4 k5 k6 r7 r8 r9 r10 b1 b2 o10 o11 o12 k13"

    [found] = nearest_hands("american", view(tiles)).hands

    assert (found.hand.number, found.missing) == (0, rack("b3"))


def test_out_of_time_the_result_is_not_proven() -> None:
    found = nearest_hands(INTERNATIONAL, view(Rack([*STANDARD][::8])), deadline=Deadline(1e-6))

    assert not found.proven
