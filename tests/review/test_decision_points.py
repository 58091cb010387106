"""A seat's decision points contain its view and its choice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.review.games import DISCARDING, SMALL, game

from tilerummy.records import Record
from tilerummy.review.decision_points import DecisionPoint, rounds_of
from tilerummy.round import Round
from tilerummy.rules import faults
from tilerummy.state import Action, Declare, GoOut, Phase, TimeOut


def decision_points(record: Record, seat: int) -> list[DecisionPoint]:
    """Return a seat's decision points in all rounds."""
    return [each for played in rounds_of(record, seat) for each in played.decision_points]


def actions_of(record: Record, seat: int) -> list[Action]:
    """Return a seat's actions according to its commands."""
    steps = (step for played in record.rounds for step in played.steps)
    return [
        action for step in steps if step.command.seat == seat for action in step.command.actions
    ]


@pytest.mark.parametrize(
    ("rules", "names", "seed"),
    [
        (SMALL, ("casual", "club", "strong"), 2),
        (DISCARDING, ("club", "casual"), 10),
        ("international", ("club", "casual"), 3),
    ],
)
def test_decision_points_have_all_actions_of_a_seat_and_each_is_legal_in_its_view(
    rules: str, names: tuple[str, ...], seed: int
) -> None:
    record = game(rules, names, seed)
    for seat in range(len(names)):
        found = decision_points(record, seat)

        assert [action for each in found for action in each.chosen] == actions_of(record, seat)
        for each in found:
            assert each.seat == seat
            assert not each.clock
            assert not [*faults(record.rules, each.view, each.chosen[0])]


def test_a_win_with_the_trump_and_a_closed_hand_are_one_action_each() -> None:
    trump = decision_points(game(DISCARDING, ("club", "casual"), 10), 0)[-1]
    closed = decision_points(game("international", ("club", "casual"), 3), 0)[-1]

    assert [type(action) for action in trump.chosen] == [GoOut]
    assert [type(action) for action in closed.chosen] == [Declare]


def test_a_moment_ends_when_the_seat_sees_something_new() -> None:
    first, second, *_ = decision_points(game(DISCARDING, ("club", "casual"), 10), 0)

    assert (first.view.phase, second.view.phase) == (Phase.DRAW, Phase.MELD)
    assert len(first.chosen) == 1
    assert second.view.turn == first.view.turn


def test_a_turn_that_the_clock_ended_is_not_the_seats() -> None:
    played = Round(SMALL, seats=2, seed=1)
    seat = played.to_move
    played.push(TimeOut())
    played.push("draw")
    played.push("draw")
    late, usual, *_ = decision_points(played.record(), seat)

    assert (late.clock, usual.clock) == (True, False)


def test_the_seed_depends_only_on_what_the_seat_saw() -> None:
    record = game()
    other = replace(record, rounds=(replace(record.rounds[0], seed=bytes(32), label="x"),))
    mine, same = (decision_points(each, 0) for each in (record, other))

    assert [each.seed for each in mine] == [each.seed for each in same]
    assert len({each.seed for each in mine}) == len(mine)


def test_an_unfinished_turn_is_not_a_decision_point() -> None:
    assert decision_points(Round(SMALL, seats=2, seed=1).record(), 0) == []


def test_there_is_no_other_seat() -> None:
    with pytest.raises(ValueError, match="a seat is from 0 to 1, not 2"):
        rounds_of(game(), 2)
