"""PettingZoo's own tests of the environment."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator

import pytest
from tests.support.examples import LONG, examples

from tilerummy.env import tilerummy_v0

with warnings.catch_warnings():  # with pygame it imports an environment that it calls old
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

RULESETS = ("sabra", "sabra+joker.melds=free", "rummikub", "mcgraw", "american", "international")
ENCODINGS = ("candidates", "micro")
SLOW = [
    ("international", "micro"),
    *((ruleset, encoding) for ruleset in ("rummikub", "mcgraw") for encoding in ENCODINGS),
]
GAMES = [
    (ruleset, encoding, 2)
    for ruleset, encoding in itertools.product(RULESETS, ENCODINGS)
    if LONG or (ruleset, encoding) not in SLOW
] + [("sabra", "candidates", 4)]

# It warns where a space is a Dict, which is what an action mask takes.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
)


@pytest.mark.parametrize(("ruleset", "encoding", "seats"), GAMES)
def test_the_interface(ruleset: str, encoding: str, seats: int) -> None:
    env = tilerummy_v0.env(ruleset=ruleset, encoding=encoding, seats=seats)

    api_test(env, num_cycles=examples(30, 1000))


@pytest.mark.parametrize(
    ("ruleset", "encoding", "seats"), [game for game in GAMES if LONG or game[0] != "international"]
)
def test_a_seed_decides_everything(ruleset: str, encoding: str, seats: int) -> None:
    seed_test(
        lambda: tilerummy_v0.env(ruleset=ruleset, encoding=encoding, seats=seats),
        num_cycles=examples(20, 500),
    )


def test_every_way_to_render(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: tilerummy_v0.env(render_mode=render_mode))

    assert "to move" in capsys.readouterr().out


def test_its_measure_of_speed_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock: Iterator[int] = itertools.count()
    if not LONG:  # PettingZoo's test waits five seconds by its own clock
        monkeypatch.setattr(performance_benchmark.__globals__["time"], "time", lambda: next(clock))

    performance_benchmark(tilerummy_v0.env())

    assert "turns per second" in capsys.readouterr().out


def test_an_illegal_action_ends_the_round_with_a_penalty() -> None:
    env = tilerummy_v0.env()
    env.reset(seed=1)
    agent = env.agent_selection

    env.step(63)

    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards[agent] == tilerummy_v0.ILLEGAL_REWARD


def test_without_the_wrappers_it_is_an_error() -> None:
    env = tilerummy_v0.raw_env()
    env.reset(seed=1)

    with pytest.raises(ValueError, match="action 63 is not legal now"):
        env.step(63)


@pytest.mark.parametrize("rewards", ["wins", "points"])
def test_rewards_come_at_the_end_and_sum_to_zero(rewards: str) -> None:
    env = tilerummy_v0.raw_env(rewards=rewards, seats=3)
    env.reset(seed=4)
    while not any(env.terminations.values()):
        assert not any(env.rewards.values())
        mask = env.infos[env.agent_selection]["action_mask"]
        env.step(int(mask.argmax() if mask.sum() == 1 else mask.nonzero()[0][1]))

    ended = env.episode.state.ended
    assert ended is not None
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert max(env.rewards.values()) == env.rewards[f"player_{ended.winner}"] > 0


def test_what_is_unknown_is_refused() -> None:
    for wrong, why in (
        ({"encoding": "words"}, "an encoding is"),
        ({"rewards": "money"}, "rewards are"),
        ({"seats": 7}, "is not for 7 players"),
        ({"ruleset": "chess"}, "chess"),
    ):
        with pytest.raises(ValueError, match=why):
            tilerummy_v0.raw_env(**wrong)
