"""The Gymnasium environment: one agent against computer players."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from tilerummy.env.episode import Episode
from tilerummy.env.episode import encoding as encoding_named
from tilerummy.env.episode import reward as reward_named
from tilerummy.env.observation import (
    Observation,
    Observer,
    action_space,
    observation,
    observation_space,
)
from tilerummy.players import Player, player
from tilerummy.round import Round
from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.state import conceal

Opponent = Callable[[Random], Player]
"""A function that creates a player which uses the given random number generator."""

ILLEGAL_REWARD = -1.0
"""The reward for choosing an action that the mask forbids, which ends the episode."""


class SinglePlayerEnv(gymnasium.Env[Observation, np.int64]):
    """A round against computer players. Each step runs until the agent's next decision.

    *opponent* is either a level such as ``club`` or a factory that takes a ``Random``. A level
    plays without a time limit, so that its play depends only on the seed. The agent's seat changes
    every round. All other options are the same as for :class:`~tilerummy.env.tilerummy_v0.raw_env`.

    The mask is in both the observation and the info. An action that the mask forbids ends the
    episode with a reward of -1. An invalid action raises InvalidAction, and a step without a round
    raises ResetNeeded. A running environment can be copied with ``copy.deepcopy``. Importing
    :mod:`tilerummy.env` registers this class in Gymnasium as ``tilerummy/SinglePlayer-v0``.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 2}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        rules: Ruleset | str = "sabra",
        *,
        opponent: Opponent | str = "club",
        seats: int = 2,
        encoding: str = "candidates",
        rewards: str = "wins",
        render_mode: str | None = None,
    ) -> None:
        self.rules = as_ruleset(rules)
        self.encoding, self.reward = encoding_named(encoding, self.rules), reward_named(rewards)
        self.opponent = partial(player, opponent) if isinstance(opponent, str) else opponent
        self.seats, self.render_mode = seats, render_mode
        self.observer = Observer(self.rules, seats)
        self.observation_space: Any = observation_space(self.observer, self.encoding)
        self.action_space = action_space(self.encoding)
        self._ready = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a round and play until the agent's first decision."""
        super().reset(seed=seed, options=options)
        rng = Random(int(self.np_random.integers(2**63)))
        while True:
            self.episode = Episode.dealt(self.rules, self.encoding, seats=self.seats, rng=rng)
            self.seat = rng.randrange(self.seats)
            self._opponents = [self.opponent(Random(rng.random())) for _ in range(self.seats)]
            self._play_opponents()
            if not self.episode.over:
                self._ready = True
                return self._seen()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Apply *action*, then play until the agent's next decision or the end of the round."""
        if not self._ready:
            raise ResetNeeded("the round is over, or none has been dealt: call reset first")
        if not self.action_space.contains(action):
            raise InvalidAction(
                f"an action is a whole number below {self.encoding.size}, not {action!r}"
            )
        number = int(action)
        if not self.episode.decision.mask[number]:
            self._ready = False
            observed, info = self._seen()
            return observed, ILLEGAL_REWARD, True, False, {**info, "illegal": True}
        self.episode.take(number)
        self._play_opponents()
        if self.render_mode == "human":
            self.render()
        ended = self.episode.state.ended
        self._ready = ended is None
        reward = 0.0 if ended is None else self.reward(self.rules, ended)[self.seat]
        observed, info = self._seen()
        return observed, reward, ended is not None, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a mask of the legal actions, as expected by MaskablePPO in sb3-contrib.

        Raises ResetNeeded if there is no decision to make.
        """
        if not self._ready:
            raise ResetNeeded("the round is over, or none has been dealt: call reset first")
        return self.episode.decision.mask.astype(np.bool_)

    def render(self) -> str | None:
        """Print the position as the agent sees it (``human``), or return it as text (``ansi``)."""
        text = str(Round.from_state(self.rules, conceal(self.episode.state, self.seat)))
        if self.render_mode == "human":
            print(text, end="\n\n")
            return None
        return text

    def _play_opponents(self) -> None:
        """Play for the computer players until it is the agent's turn or the round ends."""
        while not self.episode.over and (mover := self.episode.seat) != self.seat:
            view = conceal(self.episode.state, mover)
            self.episode.act(self._opponents[mover].choose(self.rules, view, mover))

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = observation(self.observer, self.episode, self.seat)
        overflow = not self.episode.over and self.episode.decision.overflow
        return seen, {"action_mask": seen["action_mask"].copy(), "overflow": overflow}
