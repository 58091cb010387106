"""The Gymnasium environments pass Gymnasium's own checker, and behave as documented."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from tests.support.positions import each

from tilerummy.env import SinglePlayerEnv, SinglePlayerVectorEnv, VectorEnv, tilerummy_v0
from tilerummy.env.single_player import ILLEGAL_REWARD
from tilerummy.rules import PRESETS
from tilerummy.simulator import Policy, PolicyPlayer

NAME = "tilerummy/SinglePlayer-v0"


# Without a registered name, the checker cannot make a second environment to render.
pytestmark = pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")


def last_allowed(mask: np.ndarray[Any, Any]) -> int:
    return int(np.flatnonzero(mask)[-1])


@each("rules", ["sabra", "american"])
@each("encoding", ["candidates", "micro"])
def test_the_interface(rules: str, encoding: str) -> None:
    check_env(SinglePlayerEnv(rules, opponent="beginner", encoding=encoding))


def test_an_episode_is_a_round_from_the_seat_of_the_agent() -> None:
    env = SinglePlayerEnv(
        opponent=lambda rng: PolicyPlayer(Policy.RACK_ONLY, rng), rewards="points"
    )
    totals = []
    for seed in range(3):
        _, info = env.reset(seed=seed)
        ended, total = False, 0.0
        while not ended:
            assert env.episode.seat == env.seat
            allowed = np.flatnonzero(info["action_mask"])
            _, reward, ended, truncated, info = env.step(allowed[min(1, len(allowed) - 1)])
            total += reward
            assert not truncated
        result = env.episode.state.ended
        assert result is not None
        assert total == result.scores[env.seat]
        totals.append(total)
    assert len({*totals}) > 1


def test_the_same_seed_is_the_same_episode() -> None:
    first, second = (SinglePlayerEnv(opponent="club") for _ in range(2))
    for env in (first, second):
        env.reset(seed=5)
        for _ in range(4):
            env.step(0)

    assert first.episode.state == second.episode.state


def test_an_illegal_action_ends_the_episode() -> None:
    env = SinglePlayerEnv(opponent="beginner", render_mode="ansi")
    env.reset(seed=1)

    _, reward, ended, _, info = env.step(63)

    assert (reward, ended, info["illegal"]) == (ILLEGAL_REWARD, True, True)
    assert "(to move)" in str(env.render())


def test_gymnasium_makes_it_by_its_name() -> None:
    env = gymnasium.make(NAME, rules="american", opponent="beginner")
    seen, _ = env.reset(seed=1)

    assert isinstance(env.unwrapped, SinglePlayerEnv)
    assert env.observation_space.contains(seen)


@each("encoding", ["candidates", "micro"])
def test_the_masks_are_those_of_the_observation(encoding: str) -> None:
    env = SinglePlayerEnv(opponent="beginner", encoding=encoding)
    seen, _ = env.reset(seed=1)

    assert env.action_masks().dtype == np.bool_
    assert (env.action_masks() == seen["action_mask"]).all()


def test_without_a_round_a_reset_is_needed() -> None:
    env = SinglePlayerEnv(opponent="beginner")
    with pytest.raises(ResetNeeded, match="call reset first"):
        env.step(0)
    with pytest.raises(ResetNeeded, match="call reset first"):
        env.action_masks()
    env.reset(seed=1)
    env.step(63)  # a forbidden action ends the round
    with pytest.raises(ResetNeeded):
        env.step(0)
    with pytest.raises(ResetNeeded):
        VectorEnv(rounds=1).step([0])
    with pytest.raises(ResetNeeded):
        SinglePlayerVectorEnv(1).step(np.array([0]))
    with pytest.raises(ResetNeeded):
        tilerummy_v0.raw_env().step(0)


@pytest.mark.parametrize("action", [-1, 64, 0.5, "draw", None, np.array([0, 1])])
def test_what_is_no_action_is_refused_and_changes_nothing(action: object) -> None:
    env = SinglePlayerEnv(opponent="beginner")
    env.reset(seed=1)
    before = env.episode.state

    with pytest.raises(InvalidAction, match="a whole number below 64"):
        env.step(cast(Any, action))

    assert env.episode.state == before


@each("rules", ["sabra", "american"])
def test_a_copy_of_a_running_environment_is_independent(rules: str) -> None:
    env = SinglePlayerEnv(rules, opponent="club")
    _, info = env.reset(seed=3)
    for _ in range(3):
        _, _, ended, _, info = env.step(last_allowed(info["action_mask"]))
        assert not ended
    other = deepcopy(env)
    action = last_allowed(info["action_mask"])

    first = env.step(action)[0]
    assert other.episode.state != env.episode.state
    second = other.step(action)[0]

    assert env.episode.state == other.episode.state
    assert all((first[name] == second[name]).all() for name in first)


@each("rules", [*PRESETS])
@each("encoding", ["candidates", "micro"])
def test_the_bounds_of_observations_are_tight_and_never_left(rules: str, encoding: str) -> None:
    raw = tilerummy_v0.raw_env(rules, encoding=encoding)
    raw.reset(seed=5)
    rng = np.random.default_rng(5)
    space = raw.observation_space("player_0")
    observed = space["observation"]
    assert isinstance(observed, spaces.Box)
    assert (observed.low == 0).all()
    assert (observed.high[raw.observer.fields["rack"]] <= 8).all()
    for _ in range(60):
        agent = raw.agent_selection
        if raw.terminations[agent]:
            break
        seen = raw.observe(agent)
        assert space.contains(seen)
        raw.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))


def test_the_vector_environment_is_one_of_gymnasium() -> None:
    env = gymnasium.make_vec(NAME, num_envs=6, vectorization_mode="vector_entry_point")
    seen, info = env.reset(seed=2)

    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert env.single_observation_space.contains({k: v[0] for k, v in seen.items()})
    rng, rewards, before = np.random.default_rng(2), list[float](), np.zeros(6, dtype=bool)
    for _ in range(150):
        actions = (info["action_mask"] * rng.random(info["action_mask"].shape)).argmax(axis=1)
        seen, reward, over, cut, info = env.step(actions)
        assert env.observation_space.contains(seen)
        assert not cut.any()
        assert not (over & before).any()  # a finished round has been dealt again
        assert (reward[~over] == 0).all()
        rewards += reward[over].tolist()
        before = over
    assert {-1.0, 1.0} <= {*rewards} <= {-1.0, 0.0, 1.0}


def test_a_vector_step_that_is_forbidden_changes_nothing() -> None:
    env = SinglePlayerVectorEnv(2, "rummikub", opponents=(Policy.RACK_ONLY, Policy.RANDOM))
    seen, _ = env.reset(seed=1)

    with pytest.raises(InvalidAction, match="candidate 63"):
        env.step(np.array([0, 63]))

    assert (env.step(np.array([0, 0]))[0]["status"][:, 1] > seen["status"][:, 1]).all()
