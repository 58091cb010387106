"""A play that a review did not compare can be compared later, in the same worlds."""

from __future__ import annotations

from typing import Any

import pytest
from tests.review.games import DISCARDING, SMALL, game

from tilerummy.deadline import Deadline
from tilerummy.melds import Table
from tilerummy.review import DecisionPoint
from tilerummy.review.decision_points import rounds_of
from tilerummy.review.proven_errors import plays_of
from tilerummy.review.tries import Try, compare_try
from tilerummy.state import Discard, Phase
from tilerummy.state.events import tables_after


def decisions(rules: str) -> list[DecisionPoint]:
    points = rounds_of(game(rules), 0)[0].decision_points
    return [each for each in points if each.view.phase is not Phase.DRAW and not each.clock]


def test_the_play_from_the_game_is_as_good_as_itself() -> None:
    record = game()
    for point in decisions(SMALL)[:4]:
        *_, after = point.view.table, *tables_after(point.view.table, plays_of(point.chosen))
        found = compare_try(record, 0, Try(round=0, turn=point.view.turn, after=Table(after)))

        assert found.win == found.chosen
        assert found.worlds == 96


def test_a_try_without_time_is_not_called_illegal() -> None:
    over = Deadline(1).share(0)
    for point in decisions(SMALL)[:4]:
        *_, after = point.view.table, *tables_after(point.view.table, plays_of(point.chosen))
        tried = Try(round=0, turn=point.view.turn, after=Table(after))

        assert compare_try(game(), 0, tried, deadline=over).worlds == 0


def test_laying_nothing_is_a_try_too() -> None:
    point = next(each for each in decisions(SMALL) if [*plays_of(each.chosen)])
    found = compare_try(game(), 0, Try(round=0, turn=point.view.turn, after=point.view.table))

    assert [str(action) for action in found.actions] == ["draw"]
    assert found.worlds


def test_a_discard_is_compared_in_a_game_with_discards() -> None:
    record = game(DISCARDING)
    point = decisions(DISCARDING)[0]
    tile = point.view.mover.rack[0]
    place: dict[str, Any] = {"round": 0, "turn": point.view.turn, "after": point.view.table}

    assert compare_try(record, 0, Try(discard=tile, **place)).actions == (Discard(tile),)
    assert isinstance(compare_try(record, 0, Try(**place)).actions[-1], Discard)


def test_only_decisions_of_the_seat_can_be_tried() -> None:
    table = decisions(SMALL)[0].view.table
    for number, turn in ((0, decisions(SMALL)[0].view.turn + 1), (7, 0)):
        with pytest.raises(ValueError, match="made no decision"):
            compare_try(game(), 0, Try(round=number, turn=turn, after=table))
