"""Many rounds at once, for learning programs that need speed: arrays in, arrays out."""

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
    """The rounds that ended in a step, a row each: which they are, who won, and all scores."""

    rounds: NDArray[np.intp]
    winners: NDArray[np.int32]
    scores: NDArray[np.int32]


class VectorEnv:
    """*rounds* independent rounds that are stepped together, in the kernel where there is one.

    Every array has a row for each round, with S seats, T kinds of tiles (numbered as in
    :class:`~tilerummy.env.tile_counts.TileKinds`) and K *candidates*. They are views of memory that
    each step writes anew, so copy what has to last:

    * ``own``, ``table``, ``face_up``: uint8, N x T, the rack of the seat to move, the table and
      the tiles face up beside it (McGraw's, the trump and the last discards), as counts;
    * ``status``: int32, N x (4 + 3 S): seat to move, turn, pool, plays of this turn, then for each
      seat, the mover first: tiles on its rack, whether it has opened, tiles drawn since its last
      play (``columns`` names them);
    * ``offered``: uint8, N x K x T, the tiles that each candidate places, none for candidate 0,
      which draws or passes; ``mask``: uint8, N x K; ``overflow``: uint8, N, 1 where plays were left
      out;
    * ``phase``: uint8, N, what is chosen in games with discards, where a turn is a draw, plays and
      a discard: see :class:`~tilerummy.simulator.RoundBatch`.

    Seats with one of the *policies* of the simulator are played by it, within the step. A round
    that ends is dealt anew at once, and reported by ``step``. The same *seed* and the same actions
    give the same rounds on any number of *threads*. The lock of the interpreter is released while
    the kernel steps.

    Raises ValueError as :class:`~tilerummy.simulator.RoundBatch` does.
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
        """The names of the columns of ``status``."""
        each = (
            f"{what}_{seat}" for seat in range(self.seats) for what in ("tiles", "opened", "waits")
        )
        return (*STATUS, *each)

    def reset(self, seed: int | None = None) -> None:
        """Deal all rounds; with a *seed* always the same ones, and the same ones after them."""
        if seed is not None:
            self._rng = Random(seed)
        self._dealt = True
        deal_anew(self._batch, self._over, self._rng, np.arange(self.rounds))

    def step(self, actions: ArrayLike) -> Finished:
        """Make the choice of each round, an index of its candidates, and return what has ended.

        Raises ValueError for a choice that the mask forbids; no round has changed then. Raises
        ResetNeeded before the first deal.
        """
        if not self._dealt:
            raise ResetNeeded("no round has been dealt: call reset first")
        self._batch.step(np.asarray(actions, dtype=np.int64).tolist())
        ended = np.flatnonzero(self._over)
        finished = Finished(ended, self._winners[ended], self._scores[ended])
        if len(ended):
            deal_anew(self._batch, self._over, self._rng, ended)
        return finished


def deal_anew(
    batch: RoundBatch, over: NDArray[np.uint8], rng: Random, numbers: NDArray[np.intp]
) -> None:
    """Deal the rounds of these *numbers*; one that is *over* before a choice is dealt once more."""
    while len(numbers):
        batch.reset([rng.randbytes(SEED_BYTES) for _ in numbers], numbers.tolist())
        numbers = numbers[over[numbers] != 0]
