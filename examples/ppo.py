"""Trains sb3-contrib's MaskablePPO against a beginner, with win rates before and after.

It demonstrates the interface, not a strong player: with 4096 steps it won 84 % of 50 rounds before
and 78 % after, which is within the noise. For a learner with measured strength, see
examples/learner.py.

pip install "tilerummy[env]" sb3-contrib
python examples/ppo.py 20000
"""

from __future__ import annotations

import sys
from math import sqrt

import numpy as np
from sb3_contrib import MaskablePPO  # pyright: ignore[reportMissingImports]

from tilerummy.env import SinglePlayerEnv

ROUNDS = 50
"""The number of rounds to play before and after training."""


def wins(model: MaskablePPO, env: SinglePlayerEnv) -> float:
    """Return the share of rounds won by the *model*."""
    won = 0
    for seed in range(ROUNDS):
        seen, _ = env.reset(seed=seed)
        ended, reward = False, 0.0
        while not ended:
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, reward, ended, _, _ = env.step(np.int64(action))
        won += reward > 0
    return won / ROUNDS


def shown(share: float) -> str:
    """Return a share of rounds with half of its 95 % interval."""
    return f"{share:.0%} ± {1.96 * sqrt(share * (1 - share) / ROUNDS):.0%}"


def main(steps: int) -> None:
    env = SinglePlayerEnv("sabra", opponent="beginner")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=512, batch_size=128, seed=1)
    before = wins(model, env)
    model.learn(steps)
    after = wins(model, env)
    print(f"won {shown(before)} of the rounds before training, {shown(after)} after {steps} steps")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or ["20000"]))
