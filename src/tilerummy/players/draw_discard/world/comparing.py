"""Comparing choices by playing the same supposed rounds on after each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from tilerummy.deadline import Deadline, OutOfTimeError
from tilerummy.players.draw_discard.world.playing import PlayedOut, Tactic, play_out
from tilerummy.players.draw_discard.world.world import PackedWorld

_FIRST_LOOK = 12
"""After so many rounds, choices that are clearly worse are dropped."""

_DROPPED = 1.5
"""So many standard errors behind the best, a choice is dropped."""


@dataclass(slots=True)
class TurnEnd:
    """A way to end the turn: the world after laying, the tile to discard, and how to go on.

    ``differences`` are the values of the rounds played after it, minus those after the first
    choice in the same rounds.
    """

    after: PackedWorld
    discard: int
    tactic: Tactic
    differences: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean of the differences."""
        return sum(self.differences) / max(1, len(self.differences))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        n = len(self.differences)
        if n < 2:
            return float("inf")
        mean = self.mean
        return sqrt(sum((d - mean) ** 2 for d in self.differences) / (n - 1) / n)

    def played_on(
        self,
        world: PackedWorld,
        others: Callable[[PackedWorld], list[Tactic]],
        deadline: Deadline,
    ) -> PlayedOut:
        """Return the outcome of this choice in a supposed *world*.

        Raises OutOfTimeError if the *deadline* passes meanwhile.
        """
        seat = world.to_move
        now = self.after.copy()
        now.hidden, now.pool = world.hidden, world.pool[:]
        now.racks = world.racks[:]
        now.racks[seat] = self.after.racks[seat]
        tactics = others(now)
        tactics[seat] = self.tactic
        now.discard(self.discard)
        return play_out(now, tactics, deadline)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """How choices are compared: at most ``rounds`` rounds, and what an outcome is worth.

    The first choice is the one to keep unless another is better by ``significance`` standard
    errors. ``others`` gives the tactics of all seats in a supposed world, ``suppose`` makes one by
    the deadline or raises OutOfTimeError.
    """

    rounds: int
    significance: float
    value: Callable[[PlayedOut, int], float]
    others: Callable[[PackedWorld], list[Tactic]]
    suppose: Callable[[PackedWorld, Random, Deadline], PackedWorld]

    def best(
        self, world: PackedWorld, choices: Sequence[TurnEnd], chance: Random, deadline: Deadline
    ) -> TurnEnd:
        """Return the best of *choices*, each with common random numbers, by the *deadline*."""
        first, left = choices[0], [*choices]
        seat = world.to_move
        for played in range(self.rounds):
            if len(left) < 2:
                break
            try:
                guess = self.suppose(world, chance, deadline)
                ends = [c.played_on(guess, self.others, deadline) for c in left]
            except OutOfTimeError:
                break
            values = [self.value(end, seat) for end in ends]
            for choice, value in zip(left, values, strict=True):
                choice.differences.append(value - values[0])
            if played >= _FIRST_LOOK and played % 4 == 0:
                best = max(left, key=lambda c: c.mean)
                left = [c for c in left if c is first or c.mean + _DROPPED * c.error >= best.mean]
        found = max(left, key=lambda c: c.mean)
        enough = len(found.differences) > _FIRST_LOOK
        if enough and found.mean > self.significance * found.error:
            return found
        return first
