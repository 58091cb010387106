"""The melder: plays for an Open win, and in American."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.players.draw_discard.packed.packing import MARK
from tilerummy.players.draw_discard.tactics.discards import Weights, ranked_discards
from tilerummy.players.draw_discard.tactics.melding import lay_everything, wins_with_trump
from tilerummy.players.draw_discard.world.playing import WentOut
from tilerummy.players.draw_discard.world.world import PackedWorld

USUAL = Weights()
"""What is usually kept."""


@dataclass(frozen=True, slots=True)
class Melder:
    """Opens and lays as soon as it can, and keeps what may become melds."""

    weights: Weights = USUAL

    def wins_with_trump(self, world: PackedWorld) -> WentOut | None:
        """Return that the mover goes out by drawing the trump, if it does."""
        return WentOut(0) if wins_with_trump(world) else None

    def wants(self, world: PackedWorld) -> bool:
        """Return whether the mover takes the discard rather than a tile of the pool."""
        p, unit = world.terms.packing, world.top
        if unit == p.joker:
            return True
        rack = world.racks[world.to_move]
        if world.opened[world.to_move] >= 0 and world.ends & unit << MARK:
            return True
        covers = world.terms.covers
        return covers.with_jokers(rack + unit)[0].size > covers.with_jokers(rack)[0].size

    def meld(self, world: PackedWorld) -> WentOut | None:
        """Lay what there is; return the one tile that is left, with which the mover goes out."""
        return WentOut(world.racks[world.to_move]) if lay_everything(world) else None

    def discard(self, world: PackedWorld) -> int:
        """Return the unit of the tile to discard."""
        return ranked_discards(world, self.weights)[0][1]


MELDER = Melder()
"""The melder with the usual weights."""

NEVER_WAITS = 99
"""More tiles than a rack has: who waits for so many lays at once."""


def waits(world: PackedWorld, patience: int) -> bool:
    """Return whether the mover lays nothing more after its opening, until it goes out.

    That is with two players, where there are no closed hands, while the other has *patience* tiles
    or more: nobody can lay off tiles on melds that are held back.
    """
    opened = world.opened[world.to_move] >= 0
    alone = world.seats == 2 and not world.terms.closed_hands
    return opened and alone and world.fewest_of_others() >= patience


@dataclass(frozen=True, slots=True)
class PatientMelder(Melder):
    """Opens as soon as it can, then waits until it goes out or the other has few tiles."""

    patience: int = NEVER_WAITS

    def meld(self, world: PackedWorld) -> WentOut | None:
        """Lay what there is, if that ends the round or there is no time to wait."""
        if waits(world, self.patience) and not lay_everything(world.copy()):
            return None
        return Melder.meld(self, world)
