"""Many parallel rounds for fast training, with arrays as input and output."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Buffer

from tilerummy.arguments import SEED_BYTES
from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.simulator import Policy, RoundBatch
from tilerummy.simulator.buffers import STATUS


class Finished(NamedTuple):
    """The rounds that ended in a step: their indices, winners and scores, one row per round."""

    rounds: NDArray[np.intp]
    winners: NDArray[np.int32]
    scores: NDArray[np.int32]


class VectorEnv:
    """*rounds* independent rounds, advanced together by the kernel if it is installed.

    Every array has one row for each of the N rounds. There are S seats, T kinds of tiles (numbered
    as in :class:`~tilerummy.env.tile_counts.TileKinds`) and K *candidates*. The arrays are views of
    memory that each step overwrites, so copy any values that you need later:

    * ``own``, ``table``, ``face_up``: uint8, N x T, counts of the mover's rack, the table, and the
      face-up tiles beside it (McGraw's, the trump and the last discards);
    * ``status``: int32, N x (4 + 3 S): seat to move, turn, pool, plays of this turn, then for each
      seat, starting with the mover: tiles on its rack, whether it has opened, tiles drawn since its
      last play (``columns`` lists their names);
    * ``offered``: uint8, N x K x T, the tiles placed by each candidate, except candidate 0, which
      draws or passes; ``mask``: uint8, N x K, 1 for each existing candidate; ``overflow``: uint8,
      N, 1 if plays were omitted;
    * ``phase``: uint8, N, the type of choice in games with discards, where a turn consists of a
      draw, plays and a discard: see :class:`~tilerummy.simulator.RoundBatch`.

    Within a step, simulator *policies* play the seats assigned to them. When a round ends, ``step``
    reports it and deals a new round to replace it. The same *seed* and actions give the same rounds
    for any number of *threads*. The GIL is released while the kernel runs.

    Raises ValueError in the same cases as :class:`~tilerummy.simulator.RoundBatch`.
    """

    def __init__(
        self,
        rules: Ruleset | str = "sabra",
        *,
        rounds: int,
        seats: int = 2,
        candidates: int = 64,
        policies: Sequence[Policy | None] = (),
        threads: int = 1,
    ) -> None:
        self.rules = as_ruleset(rules)
        self.rounds, self.seats = rounds, seats
        self._batch = batch = RoundBatch(
            self.rules, seats, rounds, candidates=candidates, policies=policies, threads=threads
        )
        self._rng = Random()
        self._dealt = False

        def of_bytes(buffer: Buffer, *shape: int) -> NDArray[np.uint8]:
            return np.frombuffer(memoryview(buffer), dtype=np.uint8).reshape(rounds, *shape)

        def of_integers(buffer: Buffer, *shape: int) -> NDArray[np.int32]:
            return np.frombuffer(memoryview(buffer), dtype=np.int32).reshape(rounds, *shape)

        kinds = batch.kinds
        self.own = of_bytes(batch.own, kinds)
        self.table = of_bytes(batch.table, kinds)
        self.face_up = of_bytes(batch.face_up, kinds)
        self.status = of_integers(batch.status, len(STATUS) + 3 * seats)
        self.offered = of_bytes(batch.offered, candidates, kinds)
        self.mask = of_bytes(batch.mask, candidates)
        self.overflow = of_bytes(batch.overflow)
        self.phase = of_bytes(batch.phase)
        self._over = of_bytes(batch.over)
        self._winners = of_integers(batch.winners)
        self._scores = of_integers(batch.scores, seats)

    @property
    def columns(self) -> tuple[str, ...]:
        """The column names of ``status``."""
        each = (
            f"{what}_{seat}" for seat in range(self.seats) for what in ("tiles", "opened", "waits")
        )
        return (*STATUS, *each)

    def reset(self, seed: int | None = None) -> None:
        """Deal all rounds. If *seed* is given, these and all later rounds are reproducible."""
        if seed is not None:
            self._rng = Random(seed)
        self._dealt = True
        deal_again(self._batch, self._over, self._rng, np.arange(self.rounds))

    def step(self, actions: ArrayLike) -> Finished:
        """Choose a candidate by index in each round, and return the rounds that ended.

        If a mask forbids a choice, raises ValueError and leaves all rounds unchanged. Raises
        ResetNeeded before the first deal.
        """
        if not self._dealt:
            raise ResetNeeded("no round has been dealt: call reset first")
        self._batch.step(np.asarray(actions, dtype=np.int64).tolist())
        ended = np.flatnonzero(self._over)
        finished = Finished(ended, self._winners[ended], self._scores[ended])
        if len(ended):
            deal_again(self._batch, self._over, self._rng, ended)
        return finished


def deal_again(
    batch: RoundBatch, over: NDArray[np.uint8], rng: Random, numbers: NDArray[np.intp]
) -> None:
    """Deal the rounds in *numbers*, redealing any that ends before the first choice is needed."""
    while len(numbers):
        batch.reset([rng.randbytes(SEED_BYTES) for _ in numbers], numbers.tolist())
        numbers = numbers[over[numbers] != 0]
