"""Samples hidden tiles and opponent types, given a seat's observations.

The samples come from a Markov chain. Each step exchanges two hidden tiles, or the arrival turns of
two tiles on the same rack. The exchange is accepted with a probability that depends on how much
likelier it makes the opponents' past behaviour. Every opponent's type is periodically resampled in
proportion to the likelihood of that opponent's behaviour. ``opponents`` defines the types, and
``opponent_racks`` computes the behaviour that hypothetical tiles imply. All likelihoods are above
0, so nothing is ever ruled out permanently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import exp, inf, log
from random import Random

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.evaluation.opponent_history import OpponentHistory, opponent_histories
from tilerummy.players.evaluation.opponent_racks import HeldTile, OpponentRack
from tilerummy.players.evaluation.opponents import ALL_OPPONENTS, Opponent
from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.simulator import Policy, World
from tilerummy.state import Event, State
from tilerummy.tiles import Rack, Tile

SWEEP = 200
"""The number of steps between two convergence checks."""

MOST_SWEEPS = 40
"""The maximum number of sweeps, of ``SWEEP`` steps each, before the first world is sampled."""

_PATIENCE = 4
"""The chain counts as converged after this many successive sweeps without a likelier state."""

STEPS = 80
"""The number of steps between two samples of a world."""

_LOOK = 20
"""The number of steps between two deadline checks."""

_WITHIN = 0.3
"""The share of the steps that exchange two tiles on the same rack."""

_LOOKING = 0.5
"""The share of the time to spend on finding out which tiles fitted earlier tables."""


class Posterior:
    """Samples worlds consistent with *view*, weighted by how likely they make the *history*.

    *history* contains the round's events as the seat to move saw them (``redact(event, seat)`` for
    each event). If it is empty, all worlds are equally likely. *field* lists the possible types of
    opponents. Worlds match the tiles and tile counts in the view exactly. Any tiles of the set
    beyond these counts are out of play.

    The same *rng* gives the same worlds, unless the *deadline* passes during the computation of the
    tiles that fitted earlier tables. Missing results are then ignored.
    """

    def __init__(
        self,
        rules: Ruleset | str,
        view: State,
        history: Sequence[Event] = (),
        *,
        rng: Random,
        field: Sequence[Opponent] = ALL_OPPONENTS,
        deadline: Deadline = NEVER,
    ) -> None:
        rules = as_ruleset(rules)
        self.rules, self.view, self.rng, self.field = rules, view, rng, field
        self._logs = [[log(c) for c in kind.chances] for kind in field]
        self._shares = [log(kind.share) for kind in field]
        seen = opponent_histories(view, history)
        if any(not _fits(seen[s], view.seats[s].rack) for s in seen):
            seen = opponent_histories(view, ())
        self.pool = self._hidden(seen)
        unknown = sum(len(view.seats[s].rack) - len(seen[s].known) for s in seen) + len(view.pool)
        # A position may show more tiles than the set contains; the missing ones are then arbitrary.
        self.pool += rng.choices(rules.tiles.kinds, k=max(0, unknown - len(self.pool)))
        rng.shuffle(self.pool)
        looking = deadline.share(_LOOKING)
        self.opponents = {s: OpponentRack(rules, seen[s], looking) for s in seen}
        for s, opponent in self.opponents.items():
            opponent.fill(seen[s], self.pool, rng)
        self.types = dict.fromkeys(self.opponents, 0)
        self._begun = False

    def worlds(self, number: int, *, deadline: Deadline = NEVER) -> Iterator[World]:
        """Yield *number* worlds, or fewer if the *deadline* passes first."""
        if not self._begun:
            self._begin(deadline)
        for _ in range(number):
            if not self._sweep(STEPS, deadline):
                return
            yield self._world()

    def _begin(self, deadline: Deadline) -> None:
        """Run the chain until the likelihood no longer improves."""
        best, without = -inf, 0
        for _ in range(MOST_SWEEPS):
            if not self._sweep(SWEEP, deadline):
                return
            now = sum(self._likelihood(s, 0, len(h.turns)) for s, h in self.opponents.items())
            best, without = (now, 0) if now > best else (best, without + 1)
            if without == _PATIENCE:
                break
        self._begun = True

    def _sweep(self, steps: int, deadline: Deadline) -> bool:
        """Resample each opponent's type and make *steps* steps. Return whether time is left."""
        if not self.opponents:  # the only player
            self.rng.shuffle(self.pool)
            return not deadline.is_over
        self._choose_types()
        for step in range(steps):
            if step % _LOOK == 0 and deadline.is_over:
                return False
            self._step()
        return not deadline.is_over

    def shares(self, worlds: Sequence[World]) -> dict[int, dict[Policy, float]]:
        """Return the share of each policy in these *worlds*, keyed by opponent's seat."""
        counts = {s: Counter(world.policies[s] for world in worlds) for s in self.opponents}
        return {
            s: {policy: n / len(worlds) for policy, n in count.items()}
            for s, count in counts.items()
        }

    def _hidden(self, seen: dict[int, OpponentHistory]) -> list[Tile]:
        """Return all tiles that the seat to move cannot see."""
        view = self.view
        hidden = Counter(self.rules.tiles_for(len(view.seats)))
        hidden.subtract((*view.mover.rack, *view.table.tiles, *view.free, *view.aside))
        for each in seen.values():
            hidden.subtract(each.known)
        return [*hidden.elements()]

    def _choose_types(self) -> None:
        """Sample each opponent's type, in proportion to the likelihood of its behaviour."""
        for s, opponent in self.opponents.items():
            counts = Counter(c for c in opponent.behaviour if c is not None)
            sums = [
                share + sum(logs[c] * n for c, n in counts.items())
                for share, logs in zip(self._shares, self._logs, strict=True)
            ]
            most = max(sums)
            weights = [exp(each - most) for each in sums]
            self.types[s] = self.rng.choices(range(len(self.field)), weights)[0]

    def _step(self) -> None:
        """Propose one exchange of tiles, then accept or reject it."""
        rng = self.rng
        s = rng.choice([*self.opponents])
        opponent = self.opponents[s]
        slot = rng.choice(opponent.slots)
        if slot.fixed:
            return
        if slot.seen or rng.random() < _WITHIN:
            self._exchange_within(s, slot, rng.choice(opponent.slots))
            return
        elsewhere = [other for other in self.opponents if other != s]
        places = len(self.pool) + sum(len(self.opponents[other].slots) for other in elsewhere)
        if not places:
            return
        at = rng.randrange(places)
        if at < len(self.pool):
            self._exchange_with_pool(s, slot, at)
            return
        other = rng.choice(elsewhere)
        self._exchange_between((s, slot), (other, rng.choice(self.opponents[other].slots)))

    def _exchange_within(self, s: int, one: HeldTile, other: HeldTile) -> None:
        if other.fixed or one.tile == other.tile:
            return
        if one.came >= other.left or other.came >= one.left:
            return
        opponent = self.opponents[s]
        first, last = opponent.range_of(one, other)
        before = self._likelihood(s, first, last)
        opponent.exchange(one, other)
        if not self._accepts(self._likelihood(s, first, last) - before):
            opponent.exchange(one, other)

    def _exchange_with_pool(self, s: int, slot: HeldTile, at: int) -> None:
        if self.pool[at] == slot.tile:
            return
        opponent = self.opponents[s]
        first, last = opponent.range_of(slot)
        before = self._likelihood(s, first, last)
        old = opponent.put(slot, self.pool[at])
        if self._accepts(self._likelihood(s, first, last) - before):
            self.pool[at] = old
        else:
            opponent.put(slot, old)

    def _exchange_between(self, one: tuple[int, HeldTile], other: tuple[int, HeldTile]) -> None:
        (s, slot), (t, there) = one, other
        if there.fixed or there.seen or there.tile == slot.tile:
            return
        ranges = ((s, *self.opponents[s].range_of(slot)), (t, *self.opponents[t].range_of(there)))
        before = sum(self._likelihood(*each) for each in ranges)
        assert slot.tile is not None and there.tile is not None
        old = self.opponents[s].put(slot, there.tile)
        back = self.opponents[t].put(there, old)
        if not self._accepts(sum(self._likelihood(*each) for each in ranges) - before):
            self.opponents[s].put(slot, old)
            self.opponents[t].put(there, back)

    def _likelihood(self, s: int, first: int, last: int) -> float:
        """Return the log-likelihood of the behaviour of seat *s* in turns *first* to *last* - 1."""
        logs = self._logs[self.types[s]]
        return sum(logs[c] for c in self.opponents[s].behaviour[first:last] if c is not None)

    def _accepts(self, gain: float) -> bool:
        return gain >= 0 or self.rng.random() < exp(gain)

    def _world(self) -> World:
        racks, policies = [], []
        for s, seat in enumerate(self.view.seats):
            opponent = self.opponents.get(s)
            racks.append(seat.rack if opponent is None else Rack(opponent.rack))
            policies.append(
                Policy.HOLD_BEFORE_OPENING if opponent is None else self.field[self.types[s]].policy
            )
        pool = self.rng.sample(self.pool, len(self.view.pool))
        return World(tuple(racks), tuple(pool), tuple(policies), self.rng.getrandbits(32))


def _fits(seen: OpponentHistory, rack: Rack) -> bool:
    """Return whether the size of *rack* agrees with the arrivals and plays that were observed."""
    came = len(seen.arrivals) + len(seen.open_arrivals)
    return came - sum(len(turn.placed) for turn in seen.turns) == len(rack)
