"""A small self-play learner that beats the club level after 90 s of training on one core.

    python examples/learner.py                                learns, and writes learner.json
    tilerummy arena sabra examples.learner:learnt club        measures what it has learnt

It chooses among candidates by a weighted sum of features, whose weights are learnt by the
cross-entropy method: in each generation, a population of weights plays many parallel rounds against
the current weights in the vector environment, and the best ones form the next generation. It starts
by always playing the most tiles and discovers that waiting can be better. The same seed gives the
same weights.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilerummy.env import Candidates, VectorEnv
from tilerummy.rules import Ruleset
from tilerummy.state import Action, State

Array = NDArray[np.float64]

WEIGHTS = Path("learner.json")
FEATURES = ("share of the rack", "goes out", "jokers", "opens", "waits", "waits too long")
MOST_TILES = np.eye(len(FEATURES))[0]
"""The weights that always play the most tiles."""

NEARLY_OUT = 2
"""With this many tiles or fewer, another player is nearly out, so waiting is risky."""


@dataclass(frozen=True)
class Effort:
    """The numbers of generations, of weights per generation, and of rounds per weights."""

    generations: int = 8
    population: int = 24
    rounds: int = 10


@dataclass(frozen=True)
class Situation:
    """The features other than the mover's tiles, as arrays with one row per round."""

    opened: NDArray[np.bool_]
    pool: NDArray[Any]
    others: NDArray[Any]  # the smallest number of tiles on another rack


def features(offered: NDArray[Any], own: NDArray[Any], now: Situation) -> Array:
    """Return the features of each candidate, ... x K x len(FEATURES).

    *offered* are the counts of tiles placed by each, ... x K x T, *own* the counts on the rack.
    """
    tiles, rack = offered.sum(axis=-1), own.sum(axis=-1)[..., None]
    places = tiles > 0
    waits = ~places & (now.opened & (now.pool > 0))[..., None]
    return np.stack(
        (
            tiles / rack,
            tiles == rack,
            offered[..., -1],
            places & ~now.opened[..., None],
            waits,
            waits & (now.others <= NEARLY_OUT)[..., None],
        ),
        axis=-1,
    ).astype(np.float64)


def best(values: Array, mask: NDArray[Any]) -> NDArray[np.intp]:
    """Return the allowed candidate with the highest value."""
    return np.asarray(np.where(mask, values, -np.inf).argmax(axis=-1))


def shares(env: VectorEnv, weights: Array, champions: Array, rng: np.random.Generator) -> Array:
    """Return the share of rounds won by each of the *weights* against the *champions*."""
    each = env.rounds // len(weights)
    candidate = np.repeat(np.arange(len(weights)), each)
    seat = np.tile(np.arange(each) % 2, len(weights))
    against = champions[rng.integers(len(champions), size=env.rounds)]
    env.reset(int(rng.integers(2**31)))
    wins, left = np.zeros(len(weights)), np.ones(env.rounds, dtype=bool)
    while left.any():
        mover = env.status[:, 0]
        playing = np.where((mover == seat)[:, None], weights[candidate], against)
        now = Situation(env.status[:, 5] > 0, env.status[:, 2], env.status[:, 7])
        seen = features(env.offered, env.own, now)
        chosen = best(np.einsum("nkf,nf->nk", seen, playing), env.mask)
        # later rounds do not count, so they quickly make the first play
        finished = env.step(np.where(left, chosen, env.mask[:, 1]))
        for number, winner in zip(finished.rounds, finished.winners, strict=True):
            if left[number]:
                wins[candidate[number]] += winner == seat[number]
                left[number] = False
    return wins / each


def learn(
    seed: int = 1,
    *,
    rules: str = "sabra",
    start: Array = MOST_TILES,
    effort: Effort = Effort(),
) -> Array:
    """Return weights learnt by self-play from *start*; prints the progress."""
    rng = np.random.default_rng(seed)
    env = VectorEnv(rules, rounds=effort.population * effort.rounds)
    mean, spread = start, np.full(len(FEATURES), 2.0)
    champions = [mean]
    for generation in range(1, effort.generations + 1):
        weights = mean + spread * rng.standard_normal((effort.population, len(FEATURES)))
        won = shares(env, weights, np.array([*champions[:1], *champions[-3:]]), rng)
        elite = weights[np.argsort(-won, kind="stable")[: effort.population // 8]]
        mean, spread = elite.mean(axis=0), elite.std(axis=0) + 0.2
        champions.append(mean)
        print(f"generation {generation}: the best wins {100 * won.max():.0f} %", flush=True)
    return np.asarray(mean)


class Learnt:
    """The player for the arena, which values candidates in the same way."""

    name, about = "learnt", "Weighs candidates with the weights learnt in self-play."

    def __init__(self, weights: Array) -> None:
        self.weights = weights

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Return the action with the highest value."""
        assert seat == view.to_move
        encoding = candidates(rules)
        decision = encoding.decision(view)
        now = Situation(
            np.array(view.mover.opened is not None),
            np.array(len(view.pool)),
            np.array(min(len(s.rack) for i, s in enumerate(view.seats) if i != seat)),
        )
        kinds = encoding.kinds
        seen = features(decision.candidates[:, : len(kinds)], kinds.counts(view.mover.rack), now)
        return (decision.take(int(best(seen @ self.weights, decision.mask))),)


@cache
def candidates(rules: Ruleset) -> Candidates:
    """Return the candidate encoding for these rules."""
    return Candidates(rules)


@cache
def written(file: Path) -> Array:
    """Return the weights in a *file*."""
    return np.array([*json.loads(file.read_text()).values()])


def learnt(_rng: Random) -> Learnt:
    """Return the player with the saved weights."""
    return Learnt(written(WEIGHTS))


if __name__ == "__main__":
    found = dict(zip(FEATURES, learn(*map(int, sys.argv[1:])).round(2).tolist(), strict=True))
    WEIGHTS.write_text(json.dumps(found, indent=2) + "\n")
    print(json.dumps(found, indent=2))
