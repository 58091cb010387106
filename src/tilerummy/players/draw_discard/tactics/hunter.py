"""The hunter: goes for closed hands, and opens when that promises more."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.players.draw_discard.hunts.choice import best_hunt, hunts, turns_left
from tilerummy.players.draw_discard.hunts.families import Hunt, Unseen
from tilerummy.players.draw_discard.tactics.discards import danger
from tilerummy.players.draw_discard.tactics.melder import MELDER, Melder
from tilerummy.players.draw_discard.tactics.melding import lay_everything
from tilerummy.players.draw_discard.world.world import PackedWorld


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunter:
    """Hunts for the closed hand that is worth most now, of *hunts*, or those for *types*, or all.

    It opens as soon as it can if the hunt takes longer than ``patience`` turns or than there are
    left, or when another has ``few`` tiles or fewer; then it plays as ``after``. ``danger`` weighs
    each meld that the next player could make of a tile discarded.
    """

    hunts: tuple[Hunt, ...] = ()
    types: tuple[int, ...] = ()
    after: Melder = MELDER
    patience: float = 99.0
    few: int = 4
    danger: float = 0.0

    def wins_with_trump(self, world: PackedWorld) -> int:
        """Return the points of a closed hand that the trump completes, if there is one."""
        seat = world.to_move
        if world.opened[seat] >= 0:
            return self.after.wins_with_trump(world)
        rack = world.racks[seat]
        for hunt in self.hunts or hunts(world.terms.covers, self.types):
            if hunt.may_complete(rack, world.trump) and hunt.last_discard(rack + world.trump):
                return hunt.worth(rack + world.trump)
        return 0

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
        among = self.hunts or hunts(world.terms.covers, self.types)
        return best_hunt(world.racks[world.to_move], unseen_by_mover(world), world.seats - 1, among)

    def meld(self, world: PackedWorld) -> int:
        """Lay a closed hand, or open if it is time; see ``Tactic``."""
        seat = world.to_move
        rack = world.racks[seat]
        if world.opened[seat] >= 0:
            return self.after.meld(world)
        hunt = self.hunt(world)
        if world.terms.packing.tiles_in(rack) == world.terms.hand + 1 and hunt.last_discard(rack):
            return hunt.worth(rack)
        return lay_everything(world) if self.opens(world, hunt) else 0

    def opens(self, world: PackedWorld, hunt: Hunt) -> bool:
        """Return whether it is time to open instead of going on with *hunt*."""
        if world.fewest_of_others() <= self.few:
            return True
        turns = turns_left(hunt, world.racks[world.to_move], unseen_by_mover(world))
        return turns > min(self.patience, len(world.pool) / world.seats)

    def discard(self, world: PackedWorld) -> int:
        """Return the unit of the tile to discard."""
        if world.opened[world.to_move] >= 0:
            return self.after.discard(world)
        return self.ranked(world, self.hunt(world))[0]

    def ranked(self, world: PackedWorld, hunt: Hunt) -> list[int]:
        """Return the tiles that may be discarded in a hunt, the best first."""
        p, rack = world.terms.packing, world.racks[world.to_move]
        taken = world.taken if rack // (world.taken or p.joker) & 15 == 1 else 0
        unseen = unseen_by_mover(world)
        spare = [(rank, unit) for rank, unit in hunt.spare(rack, unseen) if unit != taken]
        if not spare:
            spare = [(0.0, unit) for unit in p.each(rack) if unit != taken]
        if self.danger:
            spare = [(r - self.danger * danger(world, u, unseen[0]), u) for r, u in spare]
        return [unit for _, unit in sorted(spare, reverse=True)]


def unseen_by_mover(world: PackedWorld) -> Unseen:
    """Return what the mover has not seen, as hunts need it."""
    p, unseen = world.terms.packing, world.unseen()
    return p.marks(unseen), p.doubles(unseen), p.tiles_in(unseen)
