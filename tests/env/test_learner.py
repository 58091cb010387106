"""The example of self-play training plays legally, and soon improves a little."""

from __future__ import annotations

from random import Random

import numpy as np
from examples import learner
from numpy.typing import NDArray

from tilerummy.env import VectorEnv
from tilerummy.players import Player, play_round, player
from tilerummy.rules import ruleset

SMALL = "sabra+tiles.numbers=6"
"""A game with short rounds."""


def weights(**named: float) -> NDArray[np.float64]:
    """Return weights for the features named; all other weights are 0."""
    assert {*named} <= {name.replace(" ", "_") for name in learner.FEATURES}
    return np.array([named.get(name.replace(" ", "_"), 0.0) for name in learner.FEATURES])


PLAYS, DRAWS = weights(share_of_the_rack=1), weights(share_of_the_rack=-1)
WAITS = weights(share_of_the_rack=1, goes_out=3, waits=2)


def share(some: NDArray[np.float64], other: NDArray[np.float64], *, rules: str = "sabra") -> float:
    """Return the share of twenty rounds that *some* weights win against *other* weights."""
    env, rng = VectorEnv(rules, rounds=20), np.random.default_rng(1)
    return float(learner.shares(env, np.array([some]), np.array([other]), rng)[0])


def test_its_player_plays_whole_rounds() -> None:
    players: list[Player] = [learner.Learnt(WAITS), player("beginner", Random(1))]

    events = play_round(ruleset("sabra"), players, seed=bytes(32))

    assert type(events[-1]).__name__ == "Ended"


def test_its_features_say_what_wins() -> None:
    assert share(PLAYS, DRAWS, rules=SMALL) == 1
    assert share(WAITS, PLAYS, rules="sabra+tiles.numbers=8") > 0.8


def test_it_learns_to_play_from_weights_that_only_draw() -> None:
    effort = learner.Effort(generations=2, population=16, rounds=2)

    learnt = learner.learn(rules=SMALL, start=DRAWS, effort=effort)

    assert share(learnt, DRAWS, rules=SMALL) > 0.9


def test_the_same_seed_learns_the_same() -> None:
    effort = learner.Effort(generations=1, population=8, rounds=1)

    first, again, other = (
        learner.learn(seed, rules=SMALL, effort=effort).tolist() for seed in (1, 1, 2)
    )

    assert first == again
    assert first != other
