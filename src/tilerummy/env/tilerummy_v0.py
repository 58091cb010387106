"""The PettingZoo environment, version 0, for agents that act in turn (AEC)."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

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
from tilerummy.round import Round
from tilerummy.rules import Ruleset, ruleset
from tilerummy.state import conceal

ILLEGAL_REWARD = -1
"""The reward for choosing an action that the mask forbids, which ends the round."""


def env(
    ruleset: Ruleset | str = "sabra",
    **options: Any,  # noqa: ANN401 - passed to raw_env
) -> AECEnv[str, Observation, int | None]:
    """Return the environment with PettingZoo's standard wrappers. An illegal action ends the round.

    Takes the same options as :class:`raw_env`.
    """
    wrapped: Any = raw_env(ruleset, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Observation, int | None], EzPickle):  # noqa: N801 - PettingZoo's name for it
    """A round of tile rummy under any ruleset, with agents called ``player_0``, ``player_1``, etc.

    *ruleset* is a ruleset or its text, such as ``sabra+joker.melds=free``. *encoding* is
    ``candidates`` or ``micro``. *rewards* is ``wins`` or ``points``, paid at the end of the round.
    *render_mode* is ``human``, which prints every position as the seat to move sees it, or
    ``ansi``, which makes :meth:`render` return it as text. All rounds are dealt with a generator
    seeded by ``reset(seed)``.

    Raises ValueError for unknown options, or if the rules do not allow this number of seats.
    """

    metadata = {  # noqa: RUF012 - PettingZoo reads it from the class
        "name": "tilerummy_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        ruleset: Ruleset | str = "sabra",
        *,
        seats: int = 2,
        encoding: str = "candidates",
        rewards: str = "wins",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            ruleset,
            seats=seats,
            encoding=encoding,
            rewards=rewards,
            render_mode=render_mode,
        )
        super().__init__()
        self.rules = _ruleset(ruleset)
        self.encoding, self.reward = encoding_named(encoding, self.rules), reward_named(rewards)
        if seats not in self.rules.seats_allowed():
            raise ValueError(f"{self.rules} is not for {seats} players")
        self.render_mode = render_mode
        self.observer = Observer(self.rules, seats)
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents = [*self.possible_agents]
        seen = observation_space(self.observer, self.encoding)
        self.observation_spaces = dict.fromkeys(self.agents, seen)
        self.action_spaces = {agent: action_space(self.encoding) for agent in self.agents}
        self._rng = Random()
        self._dealt = False
        self.infos: dict[str, dict[str, Any]] = {}
        self.agent_selection = self.agents[0]

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the observation space, which is the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """Return the action space, which is the same for all agents."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - required by the interface
    ) -> None:
        """Deal a round. If *seed* is given, this and all later rounds are reproducible."""
        if seed is not None:
            self._rng = Random(seed)
        self.episode = Episode.dealt(
            self.rules, self.encoding, seats=len(self.possible_agents), rng=self._rng
        )
        self._dealt = True
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def observe(self, agent: str) -> Observation:
        """Return the observation of *agent*, stored in new arrays."""
        return observation(self.observer, self.episode, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Apply *action*, which must be None once the round has ended.

        Raises ValueError if the mask forbids the action, and ResetNeeded before the first deal.
        """
        if not self._dealt:
            raise ResetNeeded("no round has been dealt: call reset first")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("agents whose round has ended pass None")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.episode.take(int(action))
        ended = self.episode.state.ended
        if ended is None:
            self._turn()
        else:
            self.infos = {agent: {} for agent in self.agents}
            self.rewards = dict(zip(self.agents, self.reward(self.rules, ended), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Print the position as the seat to move sees it (``human``), or return it (``ansi``)."""
        state = self.episode.state
        text = str(Round.from_state(self.rules, conceal(state, state.to_move)))
        if self.render_mode == "human":
            print(text, end="\n\n")
            return None
        return text

    def close(self) -> None:
        """Do nothing, because there are no resources to release."""

    def _turn(self) -> None:
        """Select the agent whose turn it is, and add the mask to its info."""
        self.agent_selection = self.possible_agents[self.episode.seat]
        self.infos = {agent: {} for agent in self.agents}
        decision = self.episode.decision
        self.infos[self.agent_selection] = {
            "action_mask": decision.mask.copy(),
            "overflow": decision.overflow,
        }


def _ruleset(text: Ruleset | str) -> Ruleset:
    return ruleset(text) if isinstance(text, str) else text
