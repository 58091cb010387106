"""The hunter: goes for closed hands, and opens when that promises more."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.draw_discard.hunts.choice import (
    best_hunt,
    expected_values,
    hunts,
    turns_left,
    value_together,
)
from tilerummy.players.draw_discard.hunts.families import Hunt, Unseen
from tilerummy.players.draw_discard.tactics.discards import danger
from tilerummy.players.draw_discard.tactics.melder import MELDER, Melder
from tilerummy.players.draw_discard.world.playing import WentOut
from tilerummy.players.draw_discard.world.world import PackedWorld

KEPT_OPEN = 3
"""So many closed hands are weighed together; five win no more rounds, and take longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunter:
    """Hunts for the closed hand that is worth most now, of *hunts*, or those for *types*, or all.

    It opens as soon as it can if the hunt takes longer than ``patience`` turns or than there are
    left, or when another has ``few`` tiles or fewer; then it plays as ``after``. ``danger`` weighs
    each meld that the next player could make of a tile discarded; ``together`` what the hands worth
    most are worth together without it.
    """

    hunts: tuple[Hunt, ...] = ()
    types: tuple[int, ...] = ()
    after: Melder = MELDER
    patience: float = 99.0
    few: int = 4
    danger: float = 0.0
    together: float = 0.0

    def wins_with_trump(self, world: PackedWorld) -> WentOut | None:
        """Return the closed hand that the trump completes, if there is one."""
        seat = world.to_move
        if world.opened[seat] >= 0:
            return self.after.wins_with_trump(world)
        rack = world.racks[seat]
        for hunt in self._among(world):
            if hunt.may_complete(rack, world.trump) and (
                out := _complete(hunt, rack + world.trump)
            ):
                return out
        return None

    def wants(self, world: PackedWorld) -> bool:
        """Return whether the discard brings the hunt nearer."""
        if world.opened[world.to_move] >= 0:
            return self.after.wants(world)
        if world.top == world.terms.packing.joker:
            return True
        return self.hunt(world).wants(world.racks[world.to_move], world.top)

    def hunt(self, world: PackedWorld) -> Hunt:
        """Return the hunt that is worth most now."""
        if len(self.hunts) == 1:
            return self.hunts[0]
        rack, unseen = world.racks[world.to_move], unseen_by_mover(world)
        return best_hunt(rack, unseen, world.seats - 1, self._among(world))

    def _among(self, world: PackedWorld) -> tuple[Hunt, ...]:
        return self.hunts or hunts(world.terms.covers, self.types)

    def meld(self, world: PackedWorld) -> WentOut | None:
        """Lay a closed hand, or open if it is time; see ``Tactic``."""
        seat = world.to_move
        rack = world.racks[seat]
        if world.opened[seat] >= 0:
            return self.after.meld(world)
        hunt = self.hunt(world)
        full = world.terms.packing.tiles_in(rack) == world.terms.hand + 1
        if full and (out := _complete(hunt, rack)):
            return out
        return MELDER.meld(world) if self.opens(world, hunt) else None

    def opens(self, world: PackedWorld, hunt: Hunt) -> bool:
        """Return whether it is time to open instead of going on with *hunt*."""
        if world.fewest_of_others() <= self.few:
            return True
        turns = turns_left(hunt, world.racks[world.to_move], unseen_by_mover(world))
        return turns > min(self.patience, len(world.pool) / world.seats)

    def discard(self, world: PackedWorld, deadline: Deadline = NEVER) -> int:
        """Return the unit of the tile to discard; see :meth:`ranked`."""
        if world.opened[world.to_move] >= 0:
            return self.after.discard(world)
        return self.ranked(world, self.hunt(world), deadline)[0]

    def ranked(self, world: PackedWorld, hunt: Hunt, deadline: Deadline = NEVER) -> list[int]:
        """Return the tiles that may be discarded in a hunt, the best first.

        When the *deadline* is over, other hunts are left out of account.
        """
        p, rack = world.terms.packing, world.racks[world.to_move]
        taken = world.taken if rack // (world.taken or p.joker) & 15 == 1 else 0
        unseen = unseen_by_mover(world)
        spare = [(rank, unit) for rank, unit in hunt.spare(rack, unseen) if unit != taken]
        if not spare:
            spare = [(0.0, unit) for unit in p.each(rack) if unit != taken]
        if self.danger:
            spare = [(r - self.danger * danger(world, u, unseen[0]), u) for r, u in spare]
        if self.together and len(spare) > 1:
            spare = self._weighed_together(world, spare, deadline)
        return [unit for _, unit in sorted(spare, reverse=True)]

    def _weighed_together(
        self, world: PackedWorld, spare: list[tuple[float, int]], deadline: Deadline
    ) -> list[tuple[float, int]]:
        """Return *spare* with ranks that are higher where the best hunts are worth more then."""
        rack, unseen, others = world.racks[world.to_move], unseen_by_mover(world), world.seats - 1
        values = expected_values(rack, unseen, others, self._among(world))
        best = [hunt for _, hunt in values[:KEPT_OPEN]]
        ranked = []
        for rank, unit in spare:
            if deadline.is_over:
                return spare
            worth = value_together(rack - unit, unseen, others, best)
            ranked.append((rank + self.together * log(max(worth, 1e-9)), unit))
        return ranked


def _complete(hunt: Hunt, rack: int) -> WentOut | None:
    """Return the hand that a full rack makes of that hunt, None if it makes none.

    A joker is discarded where the hand is complete without it: that doubles the score.
    """
    joker = hunt.covers.packing.joker
    spared = rack >= joker and hunt.missing(rack - joker) <= 0
    discard = joker if spared else hunt.last_discard(rack)
    return WentOut(discard, rack - discard) if discard else None


def unseen_by_mover(world: PackedWorld) -> Unseen:
    """Return what the mover has not seen, as hunts need it."""
    p, unseen = world.terms.packing, world.unseen()
    return p.marks(unseen), p.doubles(unseen), p.tiles_in(unseen)
