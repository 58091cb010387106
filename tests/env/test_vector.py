"""Many rounds that are stepped together."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.support.positions import each

from tilerummy.env.vector import VectorEnv
from tilerummy.simulator import Policy
from tilerummy.simulator.buffers import STATUS


def chosen(env: VectorEnv, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return a random legal choice for each round, mostly a play."""
    weights = env.mask * rng.random(env.mask.shape)
    weights[:, 0] *= 0.3
    return np.asarray(weights.argmax(axis=1))


def played(env: VectorEnv, seed: int, steps: int) -> list[int]:
    """Return a fingerprint of the rounds after *steps* random steps."""
    env.reset(seed)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        env.step(chosen(env, rng))
    return [*env.own.ravel().tolist(), *env.status.ravel().tolist()]


def test_the_arrays_fit_together() -> None:
    env = VectorEnv(rounds=4)
    env.reset(1)
    rng = np.random.default_rng(1)
    for _ in range(40):
        named = dict(zip(env.columns, env.status.T, strict=True))
        assert (env.own.sum(axis=1) == named["tiles_0"]).all()
        tiles = env.table.sum(axis=1) + named["pool"] + named["tiles_0"] + named["tiles_1"]
        assert (tiles == 106).all()
        assert (env.offered <= env.own[:, None, :]).all()
        assert (env.offered[:, 0] == 0).all()
        env.step(chosen(env, rng))


def test_a_seed_decides_everything() -> None:
    first, again, other = (played(VectorEnv(rounds=3), seed, 30) for seed in (1, 1, 2))

    assert first == again
    assert first != other


@each("rules", ["sabra", "sabra+joker.melds=free", "rummikub"])
def test_a_finished_round_is_reported_and_a_new_one_is_dealt(rules: str) -> None:
    env = VectorEnv(rules, rounds=4, policies=(None, Policy.MOST_TILES))
    env.reset(3)
    rng, reported = np.random.default_rng(3), 0
    for _ in range(60):
        finished = env.step(chosen(env, rng))
        reported += len(finished.rounds)
        assert (finished.scores.sum(axis=1) == 0).all()
        assert ((finished.winners >= -1) & (finished.winners < 2)).all()
        assert (env.status[:, 0] == 0).all()  # the other seat is played by its policy
        assert env.mask.any(axis=1).all()
    assert reported


@each("seats", [1, 5, 6])
@each("rules", ["sabra", "sabra-six", "mcgraw", "american", "international"])
def test_any_number_of_players_plays_rounds_to_their_end(rules: str, seats: int) -> None:
    env = VectorEnv(rules, rounds=2, seats=seats)
    rng, tiles, reported = Random(f"{rules} {seats}"), len([*env.rules.tiles_for(seats)]), 0
    env.reset(1)
    dealt = env.status[:, len(STATUS) :: 3]
    assert dealt.shape == (2, seats)
    assert (dealt > 10).all()
    for _ in range(500):
        named = dict(zip(env.columns, env.status.T, strict=True))
        racks = sum(named[f"tiles_{seat}"] for seat in range(seats))
        seen = racks + named["pool"] + env.table.sum(axis=1) + env.face_up.sum(axis=1)
        assert (named["to_move"] < seats).all()
        assert (seen <= tiles).all()
        if not env.rules.draws_and_discards:  # only the latest discards are face up
            assert (seen == tiles).all()
        choices = [rng.choice(np.flatnonzero(row)[-3:]) for row in env.mask]
        finished = env.step(choices)
        reported += len(finished.rounds)
        assert finished.scores.shape == (len(finished.rounds), seats)
        assert (finished.winners < seats).all()
        if reported:
            return
    raise AssertionError("no round ended")


def test_a_masked_choice_changes_nothing() -> None:
    env = VectorEnv(rounds=2)
    env.reset(1)
    before = env.status.copy()

    with pytest.raises(ValueError, match="candidate 63"):
        env.step([0, 63])

    assert (env.status == before).all()


@pytest.mark.parametrize("name", ["american", "international"])
def test_games_with_discards_have_a_choice_for_each_phase(name: str) -> None:
    env, rng = VectorEnv(name, rounds=8, policies=(None, Policy.MOST_TILES)), Random(name)
    env.reset(1)
    phases, reported = set[int](), 0

    while reported < 4:
        phases.update(env.phase.tolist())
        assert env.mask.any(axis=1).all()
        reported += len(env.step([rng.choice(np.flatnonzero(row)) for row in env.mask]).rounds)

    assert phases == {1, 2, 3}
