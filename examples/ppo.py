"""Trains MaskablePPO of sb3-contrib against a beginner, and says how often it wins.

pip install "tilerummy[env]" sb3-contrib
python examples/ppo.py 20000
"""

from __future__ import annotations

import sys

import numpy as np
from sb3_contrib import MaskablePPO  # pyright: ignore[reportMissingImports]

from tilerummy.env import SinglePlayerEnv


def wins(model: MaskablePPO, env: SinglePlayerEnv, rounds: int) -> float:
    """Return the share of its rounds that the *model* wins."""
    won = 0
    for seed in range(rounds):
        seen, _ = env.reset(seed=seed)
        ended, reward = False, 0.0
        while not ended:
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, reward, ended, _, _ = env.step(np.int64(action))
        won += reward > 0
    return won / rounds


def main(steps: int) -> None:
    env = SinglePlayerEnv("sabra", opponent="beginner")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=512, batch_size=128, seed=1)
    before = wins(model, env, 50)
    model.learn(steps)
    after = wins(model, env, 50)
    print(f"won {before:.0%} of the rounds before training and {after:.0%} after {steps} steps")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or ["20000"]))
