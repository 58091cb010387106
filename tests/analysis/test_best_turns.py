"""The best turn is found in every family of games: RULES 2.2, 2.4 and 3."""

from __future__ import annotations

import re

import pytest
from tests.analysis.test_turns import cases, position_of
from tests.support.positions import Position, position

from tilerummy.analysis import Best, best_play, best_turn, closed_hand, going_out, turn_for
from tilerummy.rules import decide_all
from tilerummy.solver import Objective
from tilerummy.state import Action, Declare, Discard, Draw, Phase, Play, fold
from tilerummy.tiles import JOKER, Rack, rack

OVER_TWO = "b5 b6 *b7 / k5 r5 b5 o5"


def accepted(at: Position, best: Best) -> Best:
    """Return *best* after checking that the referee accepts its plays in order."""
    after = fold(decide_all(at.rules, at.state, best.plays), at.state)
    assert after.table == (best.tables[-1] if best else at.state.table)
    assert after.mover.rack == at.state.mover.rack - best.placed or not after.mover.rack
    return best


def drawn(preset: str, table: str, held: str, *, opened: bool = False) -> Position:
    """Return the position after the mover has drawn k13."""
    return position(preset, table, held, opened=opened, pool="k13 r13").then(Draw())


def left(at: Position, best: Best) -> Rack:
    return at.state.mover.rack - accepted(at, best).placed


LEFT = f"""
sabra-strict: a freed joker moves again in a second play
{OVER_TWO} | b7 r2 r4 r6 k1 => r2 k1 => k1 in 2
sabra-strict closed: an opening comes first
{OVER_TWO} | o10 o11 o12 b7 r2 r4 r6 k1 => ... => k1 in 3
sabra: without the limit one play does it
{OVER_TWO} | b7 r2 r4 r6 k1 => k1 => k1 in 1
sabra+initial_meld.points=0 closed: an opening without points may be anything
k1 k2 k3 | k4 r1 r2 r3 => nothing => nothing in 2
rummikub closed: nothing follows the opening if it must end the turn
k1 k2 k3 | k4 r10 r11 r12 o1 => k4 o1 => k4 o1 in 1
mcgraw: face-up tiles help to lay rack tiles
k1 r1 b1 | r9 o9 k12 k3 | b9 o13 k13 k11 => k3 => k3 in 1
mcgraw: a play cannot use only face-up tiles
k1 r1 b1 | k3 r12 | b9 o9 k9 => k3 r12 => k3 r12 in 0
mcgraw first: a play after the opening cannot use only face-up tiles: RULES 2.4
b1 b2 b3 | r11 r12 r13 k11 k12 o4 | k13 b4 => o4 => o4 in 1
mcgraw: only useful face-up tiles are used
k1 r1 b1 | r4 r5 k9 | r6 b9 o9 r9 => nothing => nothing in 1
mcgraw: face-up tiles with an equal on the table are not used
b9 b10 b11 | r9 o9 k3 | b9 => k3 r9 o9 => k3 r9 o9 in 0
mcgraw first: a face-up tile is laid before its equal bars it
k1 k2 k3 | k10 r10 b10 b11 b12 b13 r8 r9 k4 o1 | r10 => o1 => o1 in 2
mcgraw: the last jokers are played before face-up tiles
k1 r1 b1 | r5 r6 * k9 o11 | b9 o9 => ... => o11 in 2
"""
"""Two lines per case. The title is the preset, a word if the mover has not opened yet, and a name.
The second line is the table, the rack and any face-up tiles; the rack after the best play; and the
rack after the best turn, with the number of plays in that turn.
"""


@pytest.mark.parametrize(("preset", "case"), cases(LEFT))
def test_the_racks_after_the_best_play_and_the_best_turn(preset: str, case: re.Match[str]) -> None:
    at = position_of(preset, case)
    play, turn = best_play(at.rules, at.state), best_turn(at.rules, at.state)
    after_turn, plays = case["end"].split(" in ")

    for best, expected in ((play, case["after"]), (turn, after_turn)):
        if expected != "...":
            assert left(at, best) == rack(expected.replace("nothing", ""))
    assert len(turn.plays) == int(plays)
    assert turn.proven
    assert not turn or turn_for(at.rules, at.state, turn.tables[-1])


def test_after_an_opening_that_is_all_nothing_follows() -> None:
    at = position("rummikub", "k1 k2 k3", "k4 r10 r11 r12 o1", opened=False)
    opened = at.then("k1 k2 k3 / r10 r11 r12")

    assert not best_turn(opened.rules, opened.state)


@pytest.mark.parametrize("preset", ["american", "international"])
def test_nothing_is_best_before_a_tile_is_drawn(preset: str) -> None:
    at = position(preset, "k1 k2 k3", "k4 r9")

    assert not best_play(at.rules, at.state)
    assert not best_turn(at.rules, at.state)


@pytest.mark.parametrize("preset", ["american", "international"])
def test_a_tile_is_left_to_be_discarded(preset: str) -> None:
    at = drawn(preset, "r1 r2 r3", "r4 k11 k12 k10 o13 b13 r13")

    assert left(at, best_play(at.rules, at.state)) == rack("r4")


def test_a_foot_lays_fourteen_tiles_in_one_play() -> None:
    at = drawn("international", "r1 r2 r3", "r4 r5 k11 k12 k10 b13 o13 o1 o2 o3 b4 b5 b6 k8")

    best = best_play(at.rules, at.state)

    assert left(at, best) == rack("k8")
    assert len(best.plays) == 1
    assert going_out(at.rules, at.state)[-1] == Discard(rack("k8")[0])


def test_face_up_tiles_count_for_nothing() -> None:
    at = position("mcgraw", "k1 r1 b1", "r9 o9 k12 k3", free="b9 o13 k13 k11")

    best = best_play(at.rules, at.state)

    assert best.placed & at.state.mover.rack == rack("r9 o9 k12")
    assert best.points == 30


def test_most_points_are_another_aim() -> None:
    at = position("sabra", "k1 k2 k3", "r1 r2 r3 r4 *")

    most = best_turn(at.rules, at.state, Objective.POINTS)

    assert most.points == 40
    assert accepted(at, most)


ROYAL = "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k1 o4"


def test_a_closed_hand_can_be_declared() -> None:
    at = drawn("international", "", ROYAL)

    found = closed_hand(at.rules, at.state)

    assert found
    assert found.action == Declare(rack("o4")[0])
    assert found.hand.hand.name == "Royal"
    assert going_out(at.rules, at.state) == (found.action,)


def test_a_joker_left_to_be_discarded_doubles_a_closed_hand() -> None:
    """S4: Basic without a joker, doubled, beats Hand minor with one joker."""
    held = "k2 r2 b2 k4 r4 o4 b8 b9 o1 o2 o3 o4 o5 *"
    at = position("international", "", held, opened=False, pool="b10 r13").then(Draw())

    found = closed_hand(at.rules, at.state)

    assert found
    assert (found.action, found.hand.hand.name) == (Declare(JOKER), "Basic")


def test_a_closed_hand_requires_a_player_without_melds() -> None:
    at = drawn("international", "", ROYAL, opened=True)

    assert closed_hand(at.rules, at.state) is None

    at = drawn("american", "", ROYAL)

    assert closed_hand(at.rules, at.state) is None


def ends(at: Position) -> tuple[Action, ...]:
    """Return the actions that end the round after checking that the referee accepts them."""
    actions = going_out(at.rules, at.state)
    if actions:
        assert fold(decide_all(at.rules, at.state, actions), at.state).phase is Phase.OVER
    return actions


def test_a_rack_is_emptied_by_two_plays() -> None:
    at = position("sabra-strict", OVER_TWO, "b7 r2 r4 r6")

    assert [type(action) for action in ends(at)] == [Play, Play]
    assert not ends(position("sabra-strict", OVER_TWO, "b7 r2 r4 r6 k13"))


def test_going_out_ends_with_a_discard() -> None:
    at = drawn("american", "r1 r2 r3", "r4 r5", opened=True)

    assert [type(action) for action in ends(at)] == [Play, Discard]
    assert not ends(drawn("american", "r1 r2 r3", "r4 b9", opened=True))
