"""The example that learns by self-play: here it only has to play legally, and to learn at all."""

from __future__ import annotations

from random import Random

import numpy as np
from examples import learner

from tilerummy.env import VectorEnv
from tilerummy.players import Player, play_round, player
from tilerummy.rules import ruleset


def test_its_player_plays_whole_rounds() -> None:
    weights = np.array([1.0, 0.0, -0.1, 0.0, 0.2])
    players: list[Player] = [learner.Learnt(weights), player("beginner", Random(1))]

    events = play_round(ruleset("sabra"), players, seed=bytes(32))

    assert type(events[-1]).__name__ == "Ended"


def test_most_tiles_win_against_drawing() -> None:
    rng = np.random.default_rng(1)
    plays, draws = np.zeros(5), np.zeros(5)
    plays[0], draws[0] = 1.0, -1.0
    env = VectorEnv(rounds=2)

    assert learner.shares(env, np.array([plays]), np.array([draws]), rng)[0] == 1
