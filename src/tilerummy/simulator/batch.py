"""Steps many rounds together for reinforcement learning, with buffers as inputs and outputs."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from tilerummy.arguments import as_seed
from tilerummy.rules import Ruleset
from tilerummy.simulator.arguments import check_game
from tilerummy.simulator.buffers import Buffers
from tilerummy.simulator.deals import dealt, policy_seed
from tilerummy.simulator.packing import policy_numbers, round_numbers, rules_numbers
from tilerummy.simulator.policies import Policy
from tilerummy.solver import HAS_KERNEL

if HAS_KERNEL:
    from tilerummy import _kernel  # a compiled module, outside the layers


class RoundBatch:
    """A batch of *rounds* independent rounds with *seats* players each, which are stepped together.

    Each round waits for a choice by the seat to move, unless one of the *policies* plays that seat.
    A choice is an index into the round's candidates. Candidate 0 draws, or passes if the seat has
    already played in this turn or the pool is empty. Every other candidate is a single play that
    lays a certain set of tiles. After a play, the same seat chooses again if it can play more.

    Results are stored in buffers in C order. Their memory stays the same for the life of the batch,
    and each step overwrites it. With N rounds, K *candidates*, S seats and T kinds of tiles (in the
    order of ``rules.tiles.kinds``, jokers last), the buffers are:

    * ``own``, N x T bytes: the number of tiles of each kind on the rack of the seat to move.
      ``table`` counts the tiles on the table, and ``face_up`` the tiles that are face up beside it:
      McGraw's free tiles, the trump, and the last discard of each seat.
    * ``status``, N x (4 + 3 S) 32-bit integers: the columns ``STATUS`` (the seat to move, the turn
      number, the tiles in the pool, the plays of this turn), then for each seat, in playing order
      from the seat to move: the tiles on its rack, 1 if it has opened, and the tiles drawn since
      its last play.
    * ``offered``, N x K x T bytes: the tiles of each candidate; ``mask``, N x K bytes: 1 for each
      candidate that exists; ``overflow``, N bytes: 1 if some sets were left out.
    * ``phase``, N bytes: the kind of choice, an index into ``PHASES``; 0 in games without discards.
    * ``over``, N bytes: 1 if the round has ended. Then ``winners``, N 32-bit integers, contains the
      winning seat or -1, and ``scores``, N x S 32-bit integers, the score of each seat.

    In games with discards, a turn consists of several choices. In the phase ``draw``, candidate 0
    draws from the pool and candidate 1 takes the discard. Candidate 2 draws the trump and goes out.
    It exists if the seat can go out by playing the most tiles or with a closed hand. The tiles of
    candidates 1 and 2 are the discard and the trump. In the phase ``meld``, which is skipped if
    nothing can be laid, candidate 0 lays nothing more. The other candidates are plays as above, and
    closed hands. In the phase ``discard``, each candidate, from 0 on, is a tile to discard.

    Every candidate is a legal play. If no play that lays the chosen set is found in time, the round
    stays unchanged except that the candidate is withdrawn and ``overflow`` is set to 1. All other
    rounds proceed as usual.

    A finished round stays unchanged until it is reset.

    Raises ValueError if the number of seats is wrong, if policies play every seat, or if the kernel
    is missing.
    """

    def __init__(
        self,
        rules: Ruleset | str,
        seats: int,
        rounds: int,
        *,
        candidates: int = 64,
        policies: Sequence[Policy | None] = (),
        threads: int = 1,
    ) -> None:
        rules = check_game(rules, seats, threads)
        seated = tuple(policies) or (None,) * seats
        if rounds < 1 or candidates < 3:
            raise ValueError("a batch needs at least one round and three candidates")
        if len(seated) != seats or None not in seated:
            raise ValueError("each seat needs a policy or None, and at least one seat None")
        self.rules, self.seats, self.rounds = rules, seats, rounds
        self.candidates, self.kinds = candidates, len(rules.tiles.kinds) + 1
        self.threads = threads
        buffers = Buffers.of(rounds=rounds, seats=seats, kinds=self.kinds, candidates=candidates)
        self.own, self.table, self.face_up = buffers.own, buffers.table, buffers.face_up
        self.status, self.offered, self.mask = buffers.status, buffers.offered, buffers.mask
        self.overflow, self.over, self.phase = buffers.overflow, buffers.over, buffers.phase
        self.winners, self.scores = buffers.winners, buffers.scores
        self._policies = seated
        self._batch = _kernel.Batch(
            rules_numbers(rules, seats), policy_numbers(seated), rounds, candidates, buffers.each()
        )

    def reset(self, seeds: Sequence[bytes | int], rounds: Sequence[int] | None = None) -> None:
        """Deal the given *rounds* again (by default, all rounds), each from its own seed.

        The deals are the same as in ``players.play_round``. A seed also determines the policies'
        random numbers.
        """
        numbers = range(self.rounds) if rounds is None else rounds
        if len(seeds) != len(numbers):
            raise ValueError(f"{len(numbers)} rounds need as many seeds, not {len(seeds)}")
        for key, number in zip(map(as_seed, seeds), numbers, strict=True):
            state = dealt(self.rules, self.seats, key)
            start = round_numbers(self.rules, state, self._policies, policy_seed(key))
            self._batch.reset(number, start)

    def step(self, choices: Sequence[int]) -> None:
        """Make a choice in each round, given as an index into the round's candidates.

        Choices in finished rounds are ignored. If the mask of any other choice is 0, raises
        ValueError and leaves all rounds unchanged.
        """
        if len(choices) != self.rounds:
            raise ValueError(f"{self.rounds} rounds need as many choices, not {len(choices)}")
        for i, choice in enumerate(choices):
            masked = (
                not 0 <= choice < self.candidates or not self.mask[i * self.candidates + choice]
            )
            if masked and not self.over[i]:
                raise ValueError(f"round {i} has no candidate {choice}")
        self._batch.step(array("i", [*choices]).tobytes(), self.threads)
