"""The Gymnasium environment, by Gymnasium's own check and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.support.positions import each

from tilerummy.env.single_player import ILLEGAL_REWARD, SinglePlayerEnv
from tilerummy.simulator import Policy, PolicyPlayer

# Without a registered name it cannot make the environment anew to render it.
pytestmark = pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")


@each("rules", ["sabra", "american"])
@each("encoding", ["candidates", "micro"])
def test_the_interface(rules: str, encoding: str) -> None:
    check_env(SinglePlayerEnv(rules, opponent="beginner", encoding=encoding))


def test_an_episode_is_a_round_from_the_seat_of_the_agent() -> None:
    env = SinglePlayerEnv(
        opponent=lambda rng: PolicyPlayer(Policy.OWN_MELDS, rng), rewards="points"
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
