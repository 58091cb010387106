"""Playing a world to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.draw_discard.world.world import PackedWorld

_IDLE_TURNS = 8
"""After so many turns of every seat in a row with a discard taken, the pool is drawn from."""


class Tactic(Protocol):
    """Decides what the mover of a world does."""

    def wins_with_trump(self, world: PackedWorld) -> int:
        """Return how the mover wins by drawing the trump, as ``meld`` does; else 0."""

    def wants(self, world: PackedWorld) -> bool:
        """Return whether the mover takes the discard rather than a tile of the pool."""

    def meld(self, world: PackedWorld) -> int:
        """Lay what is to be laid in this turn.

        Returns 1 if one tile is left, with which the mover goes out, or the points of a closed hand
        if there is one, else 0.
        """

    def discard(self, world: PackedWorld) -> int:
        """Return the unit of the tile to discard."""


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """How a round ended: the seat that won, if any, and the score of every seat."""

    winner: int | None
    scores: tuple[float, ...]

    def ahead(self, seat: int) -> float:
        """Return the points of a seat minus the mean of the others'."""
        mine = self.scores[seat]
        return mine - (sum(self.scores) - mine) / (len(self.scores) - 1)


def play_out(
    world: PackedWorld, tactics: Sequence[Tactic], deadline: Deadline = NEVER
) -> PlayedOut:
    """Play *world* to its end, with a tactic on each seat, and return how it ended.

    The world is changed. Every rack and the order of the pool are known in it.
    Raises OutOfTimeError if the *deadline* passes meanwhile.
    """
    most_idle = _IDLE_TURNS * world.seats
    while True:
        deadline.check()
        tactic = tactics[world.to_move]
        if not world.drawn:
            if world.trump and (won := tactic.wins_with_trump(world)):
                return ended(world, world.to_move, won)
            if not world.pool:
                return ended(world, None, 0)
            take = world.top and world.may_take(world.to_move) and world.idle < most_idle
            if take and tactic.wants(world):
                world.take()
            else:
                world.draw()
        if won := tactic.meld(world):
            return ended(world, world.to_move, won)
        world.discard(tactic.discard(world))
        if not world.pool:
            return ended(world, None, 0)


def ended(world: PackedWorld, winner: int | None, won: int) -> PlayedOut:
    """Return the outcome where *winner* has gone out with a closed hand worth *won*, or openly.

    The last discard is not counted: who goes out openly has one tile left.
    """
    if world.terms.tells_wins_apart:
        return PlayedOut(winner, tuple(_by_kind(world, winner, won)))
    p = world.terms.packing
    values = [p.value(rack, world.terms.joker_value) for rack in world.racks]
    least = 0
    if winner is None:
        least = min(values)
        winner = values.index(least)
    losses = [0 if seat == winner else v - least for seat, v in enumerate(values)]
    scores = [-float(loss) for loss in losses]
    scores[winner] = float(sum(losses))
    return PlayedOut(winner, tuple(scores))


def _by_kind(world: PackedWorld, winner: int | None, won: int) -> Sequence[float]:
    """Return the scores of International: RULES 3.2."""
    p = world.terms.packing
    scores = []
    for seat, rack in enumerate(world.racks):
        opened = world.opened[seat] >= 0
        if seat == winner:
            others = any(o >= 0 for s, o in enumerate(world.opened) if s != seat)
            scores.append(float(won) if won > 1 else 100.0 if others else 200.0)
        elif opened:
            tens = p.tiles_in(rack & world.terms.tens)
            low = p.value(rack & ~world.terms.tens, world.terms.joker_value)
            scores.append(-float(low + 10 * tens))
        else:
            scores.append(-float(won) if won > 1 else -100.0)
    return scores
