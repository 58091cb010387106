"""The Gymnasium vector environment: one agent against policies, in many rounds at a time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tilerummy.env.tile_counts import TileKinds
from tilerummy.env.vector import deal_again
from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.simulator import Policy, RoundBatch
from tilerummy.simulator.buffers import PHASES, STATUS

Observed = dict[str, NDArray[Any]]
"""A dict of arrays that have one row per round."""


class SinglePlayerVectorEnv(VectorEnv[Observed, NDArray[np.int64], NDArray[np.bool_]]):
    """*num_envs* parallel rounds against *opponents*, advanced together by the kernel.

    The agent has seat 0, and each of the *opponents* is a simulator policy. Observations consist of
    ``own``, ``table``, ``face_up`` and ``offered`` (tiles by kind), ``status``, ``action_mask``
    and, in games with discards, ``phase``, as in :class:`~tilerummy.env.vector.VectorEnv`. The
    reward is 1 for a win, -1 for a loss, and 0 otherwise. The step that follows the end of a round
    deals a new round and ignores the action (``AutoresetMode.NEXT_STEP``).

    Raises ValueError in the same cases as :class:`~tilerummy.simulator.RoundBatch`.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        num_envs: int = 1,
        rules: Ruleset | str = "sabra",
        *,
        opponents: Sequence[Policy] = (Policy.MOST_TILES,),
        candidates: int = 64,
        threads: int = 1,
        render_mode: None = None,
    ) -> None:
        self.rules, self.num_envs, self.render_mode = as_ruleset(rules), num_envs, render_mode
        seats = 1 + len(opponents)
        self._batch = batch = RoundBatch(
            self.rules,
            seats,
            num_envs,
            candidates=candidates,
            policies=(None, *opponents),
            threads=threads,
        )
        every = self.rules.deal.tile_set(self.rules.tiles, seats)
        counts = TileKinds(self.rules.tiles).counts(every).astype(np.uint8)
        tiles = spaces.Box(np.zeros_like(counts), counts, dtype=np.uint8)
        offered = np.tile(counts, (candidates, 1))
        status = np.full(len(STATUS) + 3 * seats, np.iinfo(np.int32).max, dtype=np.int32)
        observed: dict[str, spaces.Space[Any]] = {
            "own": tiles,
            "table": tiles,
            "face_up": tiles,
            "offered": spaces.Box(np.zeros_like(offered), offered, dtype=np.uint8),
            "status": spaces.Box(np.zeros_like(status), status, dtype=np.int32),
            "action_mask": spaces.Box(0, 1, (candidates,), np.uint8),
        }
        if self.rules.draws_and_discards:
            observed["phase"] = spaces.Box(0, len(PHASES) - 1, (1,), np.uint8)
        self.single_observation_space = spaces.Dict(observed)
        self.single_action_space = spaces.Discrete(candidates)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._arrays = {
            "own": self._of(batch.own, np.uint8),
            "table": self._of(batch.table, np.uint8),
            "face_up": self._of(batch.face_up, np.uint8),
            "offered": self._of(batch.offered, np.uint8).reshape(num_envs, candidates, -1),
            "status": self._of(batch.status, np.int32),
            "action_mask": self._of(batch.mask, np.uint8),
        }
        if self.rules.draws_and_discards:
            self._arrays["phase"] = self._of(batch.phase, np.uint8)
        self._over = self._of(batch.over, np.uint8)[:, 0]
        self._winners = self._of(batch.winners, np.int32)[:, 0]
        self._rng: Random | None = None

    def _of(self, buffer: Any, kind: type[np.generic]) -> NDArray[Any]:  # noqa: ANN401 - memory
        return np.frombuffer(memoryview(buffer), dtype=kind).reshape(self.num_envs, -1)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - required by the interface
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal all rounds. If *seed* is given, these and all later rounds are reproducible."""
        if isinstance(seed, list):
            raise ValueError("all rounds are dealt from one seed: a number, or None")
        if seed is not None or self._rng is None:
            self._rng = Random(seed)
        deal_again(self._batch, self._over, self._rng, np.arange(self.num_envs))
        return self._seen()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observed, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Apply one action per round, or deal a new round if the previous one has ended.

        If a mask forbids an action, raises InvalidAction and leaves all rounds unchanged.
        """
        if self._rng is None:
            raise ResetNeeded("no round has been dealt: call reset first")
        ended = np.flatnonzero(self._over)
        try:
            self._batch.step(np.asarray(actions, dtype=np.int64).tolist())
        except ValueError as error:
            raise InvalidAction(str(error)) from None
        deal_again(self._batch, self._over, self._rng, ended)
        over = self._over.astype(np.bool_)
        won = np.where(self._winners == 0, 1.0, np.where(self._winners < 0, 0.0, -1.0))
        observed, info = self._seen()
        return observed, np.where(over, won, 0.0), over, np.zeros_like(over), info

    def _seen(self) -> tuple[Observed, dict[str, Any]]:
        observed = {name: array.copy() for name, array in self._arrays.items()}
        return observed, {"action_mask": observed["action_mask"].copy()}
