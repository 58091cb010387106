"""The arena plays the same deals from every seat, and higher levels beat lower ones."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from tests.cli.arena.idle import Idle

from tilerummy.players import PLAYERS, player
from tilerummy.players.arena import Estimate, against
from tilerummy.players.interface import Player
from tilerummy.rules import PRESETS


def test_an_estimate_is_a_mean_and_half_of_its_interval() -> None:
    estimate = Estimate.of([0.0, 1.0, 0.0, 1.0])

    assert estimate.mean == 0.5
    assert estimate.margin == pytest.approx(1.96 * (1 / 3) ** 0.5 / 2)


def test_one_deal_has_an_infinite_margin() -> None:
    assert Estimate.of([1.0]).margin == float("inf")


def test_equal_players_win_equal_shares() -> None:
    """With a fixed seed the same players play the same round from every seat.

    They have no time limit, because results under one depend on the machine.
    """
    club = partial(player, "club")
    outcome = against(PRESETS["american"], club, club, seats=2, deals=3)

    assert outcome.wins == Estimate(0.5, 0.0)
    assert outcome.points == Estimate(0.0, 0.0)
    assert "50.0 ± 0.0 %" in str(outcome)


def test_fewer_points_are_better_if_low_totals_win() -> None:
    outcome = against(PRESETS["mcgraw"], PLAYERS["beginner"], Idle, deals=2)

    assert outcome.points.mean > 0


def test_a_candidate_may_be_any_player() -> None:
    asked = []

    def level(rng: Random) -> Player:
        asked.append(rng.random())
        return PLAYERS["beginner"](rng)

    against(PRESETS["american"], level, PLAYERS["beginner"], seats=3, deals=2)

    assert len(asked) == 6
