"""The strong player in games with discards: counts its chances, and hunts for closed hands."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.analysis import best_turn
from tilerummy.analysis.positions import after_play
from tilerummy.players.decisions import Motive, Situation
from tilerummy.players.draw_discard.tactical import Plan, TacticalPolicy
from tilerummy.players.draw_discard.tactics.discards import Weights
from tilerummy.players.draw_discard.tactics.endgame import Endgame
from tilerummy.players.draw_discard.tactics.hunter import Hunter
from tilerummy.players.draw_discard.tactics.melding import lay_everything
from tilerummy.players.draw_discard.world.reading import world_of
from tilerummy.players.draw_discard.world.world import PackedWorld
from tilerummy.tiles import Rack


@dataclass(frozen=True, slots=True)
class Tactician(TacticalPolicy):
    """Melds as *ending* does, and hunts for closed hands, where there are any, as *hunter* does."""

    ending: Endgame
    hunter: Hunter

    def takes(self, _at: Situation, world: PackedWorld) -> bool:
        """Return whether the discard brings the hunt nearer, or can be melded."""
        if self.hunting(world):
            return self.hunter.wants(world)
        return self.ending.wants(world)

    def plan(self, at: Situation, world: PackedWorld) -> Plan:
        """Return the hunter's plan before the opening, else that of the ending."""
        p, seat = world.terms.packing, world.to_move
        if self.hunting(world):
            after = world.copy()
            self.hunter.meld(after)
            if after.racks[seat] == world.racks[seat]:
                return Plan(
                    Rack(),
                    self.hunter.discard(world, at.deadline.share(0.5)),
                    Motive.of("hunting", hand=self.hunter.hunt(world).number),
                )
        if more := self._with_jokers(at, world):
            return more
        after, unit = self.ending.turn(world, at.deadline)
        laid = p.unpack(world.racks[seat] - after.racks[seat])
        motive = Motive.of("melded", n=len(laid)) if laid else Motive.of("discarded")
        return Plan(laid, unit, motive)

    def _with_jokers(self, at: Situation, world: PackedWorld) -> Plan | None:
        """Return the plan to lay what only the solver sees where jokers lie, if that is more."""
        p, seat = world.terms.packing, world.to_move
        jokers = p.jokers(world.racks[seat]) or any(meld.jokers for meld in at.view.table)
        if not jokers or self.ending.keeps_jokers(world) or self.ending.waits(world):
            return None
        after = world.copy()
        lay_everything(after)
        best = best_turn(at.rules, at.view, tidy=False, deadline=at.deadline.share(0.5))
        if len(best.placed) <= p.tiles_in(world.racks[seat] - after.racks[seat]):
            return None
        view = at.view
        for play in best.plays:
            view = after_play(view, play)
        unit = self.ending.discard(world_of(at.rules, view))
        return Plan(best.placed, unit, Motive.of("melded", n=len(best.placed)), best.plays)

    def hunting(self, world: PackedWorld) -> bool:
        """Return whether the mover may still have a closed hand."""
        return world.terms.closed_hands and world.opened[world.to_move] < 0


COMMON = (1, 2, 6, 10)
"""The closed hands that are made most often: Basic, Hand minor, Piccolo 41 odd, Grand odd."""

WEIGHTS = Weights(points=0.01, end=0.0, danger=0.6, gift=6.0)
"""What is kept in order to win: points hardly count, what the next player may need does."""

DRAW_DISCARD_STRONG = Tactician(
    ending=Endgame(
        weights=Weights(points=0.01, end=0.0, danger=0.6, gift=6.0), win=80, threat=0.02
    ),
    hunter=Hunter(types=COMMON),
)
"""Counts the tiles with which it goes out, and hunts for the commonest closed hands."""
