"""Playing a world to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.draw_discard.world.world import PackedWorld
from tilerummy.rules import Result
from tilerummy.rules.judging.endings import TurnOf, kind_of_laying, recognised_in
from tilerummy.state import Win
from tilerummy.tiles import Rack

_IDLE_TURNS = 8
"""After so many turns of every seat in a row with a discard taken, the pool is drawn from."""


@dataclass(frozen=True, slots=True)
class WentOut:
    """How a seat goes out: the unit of its last *discard*, and the closed *hand* if it shows one.

    A discard that does not matter is 0.
    """

    discard: int
    hand: int = 0


class Tactic(Protocol):
    """Decides what the mover of a world does."""

    def wins_with_trump(self, world: PackedWorld) -> WentOut | None:
        """Return how the mover goes out by drawing the trump, None if it does not."""

    def wants(self, world: PackedWorld) -> bool:
        """Return whether the mover takes the discard rather than a tile of the pool."""

    def meld(self, world: PackedWorld) -> WentOut | None:
        """Lay what is to be laid in this turn; return how the mover goes out, if it does."""

    def discard(self, world: PackedWorld) -> int:
        """Return the unit of the tile to discard."""


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """How a round ended: the seat that won, if any, and the score of every seat."""

    winner: int | None
    scores: tuple[int, ...]

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
    for seat, rack in enumerate(world.racks):
        if world.trump and rack // world.trump & 15:
            world.holders |= {seat}
    most_idle = _IDLE_TURNS * world.seats
    while True:
        deadline.check()
        tactic = tactics[world.to_move]
        if not world.drawn:
            if not world.pool:
                return ended(world)
            if world.trump and (out := tactic.wins_with_trump(world)):
                return ended(world, out)
            take = world.top and world.may_take(world.to_move) and world.idle < most_idle
            if take and tactic.wants(world):
                world.take()
            else:
                world.draw()
        rack, table = world.racks[world.to_move], world.table[:]
        if out := tactic.meld(world):
            at_once = world.opened[world.to_move] == world.turn
            laid = rack - out.discard if at_once and not out.hand else 0
            return ended(world, out, laid=laid, foot=world.table[: len(table)] != table)
        world.discard(tactic.discard(world))
        if not world.pool:
            return ended(world)


def ended(
    world: PackedWorld, out: WentOut | None = None, *, laid: int = 0, foot: bool = False
) -> PlayedOut:
    """Return the outcome where the mover has gone *out*, or nobody, as the rules score it.

    *laid* are the tiles of a first and only play, *foot* tells whether some of them were added to
    melds of others.
    """
    rules, p, winner = world.terms.rules, world.terms.packing, None
    win, hand, racks = None, None, [p.unpack(rack) for rack in world.racks]
    if out is not None:
        winner = world.to_move
        racks[winner] = Rack()
        if rules.tells_wins_apart:
            now = TurnOf(world.turn, world.seats, p.unpack(world.held))
            if out.hand:
                win, hand = Win.CLOSED, recognised_in(rules, p.unpack(out.hand), now)
            else:
                win, hand = kind_of_laying(rules, p.unpack(laid), now, added=foot)
    scored = rules.scoring.score(
        Result(
            racks=tuple(racks),
            winner=winner,
            to_move=world.to_move,
            opened=tuple(turn >= 0 for turn in world.opened),
            win=win,
            hand=hand.points if hand else 0,
            last_discard=p.tiles.get(out.discard) if out else None,
            trump_holders=world.holders,
        )
    )
    return PlayedOut(scored.winner, scored.scores)
