"""Measures the steps per second of the environments and of card games in other libraries.

``python -m benchmarks.environments`` plays at random in one thread, and counts processor time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

import numpy as np

from benchmarks.timing import loop_milliseconds
from tilerummy.env import VectorEnv, tilerummy_v0
from tilerummy.simulator import Policy

STEPS = 5_000
"""The number of steps per measurement."""

ROUNDS = 256
"""The number of parallel rounds in the vector environment."""

Row = tuple[str, Callable[[], float], str]


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    yield _calibration("before")
    yield ""
    yield "| environment | steps per second | goal |"
    yield "|---|---:|---|"
    for what, measure, goal in (*_own(), *_others()):
        yield f"| {what} | {measure():,.0f} | {goal} |"
    yield ""
    yield f"The random choice takes, per step, {_choosing():.1f} µs."
    yield _calibration("after")


def _calibration(when: str) -> str:
    return f"A loop of a million in Python took {loop_milliseconds():.1f} ms just {when}."


def _own() -> Iterator[Row]:
    for rules in ("sabra", "rummikub", "american"):
        for encoding in ("candidates", "micro"):
            goal = "≥ 5,000" if rules == "sabra" else ""
            env = tilerummy_v0.raw_env(rules, encoding=encoding)
            yield f"AEC, {rules}, {encoding}", _agents(env), goal
    yield "AEC with PettingZoo's wrappers, sabra, candidates", _agents(tilerummy_v0.env()), ""
    yield f"vector, sabra, {ROUNDS} rounds", _vector(()), "≥ 20,000"
    yield f"vector, sabra, {ROUNDS} rounds, against most tiles", _vector((Policy.MOST_TILES,)), ""


def _others() -> Iterator[Row]:
    """Yield OpenSpiel's gin rummy and PettingZoo's card games, which need RLCard."""
    try:
        import pyspiel
        from pettingzoo.classic import leduc_holdem_v4, texas_holdem_v4
    except ImportError as error:
        print(f"other libraries are left out: {error}", file=sys.stderr)
        return

    yield "OpenSpiel, gin rummy", _spiel(pyspiel.load_game("gin_rummy")), ""
    for name, module in (("Leduc hold'em", leduc_holdem_v4), ("Texas hold'em", texas_holdem_v4)):
        yield f"PettingZoo AEC, {name}", _agents(module.raw_env()), ""


def _agents(env: Any) -> Callable[[], float]:  # noqa: ANN401 - PettingZoo has no types
    def measure() -> float:
        rng, steps = Random(1), 0
        env.reset(seed=1)
        start = process_time()
        while steps < STEPS:
            seen, _, ended, cut, info = env.last()
            if ended or cut:
                env.reset()
                continue
            mask = seen.get("action_mask", info.get("action_mask"))
            env.step(_at_random(rng, mask))
            steps += 1
        return steps / (process_time() - start)

    return measure


def _at_random(rng: Random, mask: Any) -> int:  # noqa: ANN401 - the same
    chosen: int = rng.choice(np.flatnonzero(mask).tolist())
    return chosen


def _choosing() -> float:
    """Return the time that a random choice takes, in microseconds."""
    rng, mask = Random(1), np.arange(64) < 8
    start = process_time()
    for _ in range(STEPS):
        _at_random(rng, mask)
    return (process_time() - start) / STEPS * 1e6


def _vector(policies: tuple[Policy, ...]) -> Callable[[], float]:
    def measure() -> float:
        env = VectorEnv(rounds=ROUNDS, policies=(None, *policies) if policies else ())
        rng, steps = np.random.default_rng(1), 0
        env.reset(1)
        start = process_time()
        while steps < STEPS * 4:
            env.step((env.mask * rng.random(env.mask.shape)).argmax(axis=1))
            steps += ROUNDS
        return steps / (process_time() - start)

    return measure


def _spiel(game: Any) -> Callable[[], float]:  # noqa: ANN401 - OpenSpiel has no types
    def measure() -> float:
        rng, steps = Random(1), 0
        state = game.new_initial_state()
        start = process_time()
        while steps < STEPS:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps / (process_time() - start)

    return measure


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
