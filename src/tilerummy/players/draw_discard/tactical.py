"""Policies that ask a tactic: the stronger levels in games with discards."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from tilerummy.analysis import best_turn
from tilerummy.analysis.hints.discards import best_discard
from tilerummy.analysis.positions import after_play, is_legal
from tilerummy.players.decisions import Decision, Motive, Situation
from tilerummy.players.draw_discard.base import DrawDiscardPolicy
from tilerummy.players.draw_discard.hunts.choice import hunts
from tilerummy.players.draw_discard.laying import plays_of
from tilerummy.players.draw_discard.world.reading import world_of
from tilerummy.players.draw_discard.world.world import PackedWorld
from tilerummy.state import Declare, Discard, Play
from tilerummy.tiles import Rack, Tile


@dataclass(frozen=True, slots=True)
class Plan:
    """What to lay in a turn, with the plays if they are known, the unit to discard, and why."""

    laid: Rack
    discard: int
    motive: Motive
    plays: tuple[Play, ...] = ()


class TacticalPolicy(DrawDiscardPolicy):
    """Goes out where it can, and else does what its tactic plans for the world that it sees."""

    @abstractmethod
    def plan(self, at: Situation, world: PackedWorld) -> Plan:
        """Return what to lay and to discard in this turn, in which the mover cannot go out."""

    @abstractmethod
    def takes(self, at: Situation, world: PackedWorld) -> bool:
        """Return whether to take the discard."""

    def closed_hand(self, at: Situation) -> Declare | None:
        """Return the declaration of a closed hand, if there is one."""
        if not at.rules.closed_hands or at.view.mover.opened is not None:
            return None
        world = world_of(at.rules, at.view)
        if least_missing(world) > world.terms.packing.jokers(world.racks[world.to_move]):
            return None
        return DrawDiscardPolicy.closed_hand(self, at)

    def wants(self, at: Situation, _tile: Tile) -> bool:
        """Return whether its tactic wants the discard."""
        return self.takes(at, world_of(at.rules, at.view))

    def plays(self, at: Situation) -> Iterator[Play]:
        """Yield plays with which it goes out, if there are any."""
        if not may_go_out(at, world_of(at.rules, at.view)):
            return
        best = best_turn(at.rules, at.view, tidy=False, deadline=at.deadline)
        if len(at.view.mover.rack) - len(best.placed) == 1:
            yield from best.plays

    def rest_of_turn(self, at: Situation) -> Decision:
        """Go out, or follow the plan."""
        if plays := (*self.plays(at),):
            after = at.view
            for play in plays:
                after = after_play(after, play)
            return Decision((*plays, Discard(after.mover.rack[0])), Motive.of("went_out"))
        plan = self.plan(at, world_of(at.rules, at.view))
        laying = self._laying(at, plan)
        view = at.view
        for play in laying:
            view = after_play(view, play)
        tile = world_of(at.rules, at.view).terms.packing.tiles[plan.discard]
        if not is_legal(at.rules, view, Discard(tile)):
            tile = best_discard(at.rules, view, deadline=at.deadline) or tile
        return Decision((*laying, Discard(tile)), plan.motive)

    def _laying(self, at: Situation, plan: Plan) -> tuple[Play, ...]:
        """Return the plays of the plan, or the best there are if the rules do not allow these."""
        if plan.plays or not plan.laid:
            return plan.plays
        return (
            plays_of(at, plan.laid)
            or best_turn(at.rules, at.view, tidy=False, deadline=at.deadline).plays
        )

    def discard(self, at: Situation) -> Discard:
        """Return what the plan discards."""
        *_, last = self.rest_of_turn(at).actions
        assert isinstance(last, Discard)
        return last


def least_missing(world: PackedWorld) -> int:
    """Return how many tiles the mover lacks of the nearest closed hand, about."""
    rack = world.racks[world.to_move]
    return min(hunt.missing(rack) for hunt in hunts(world.terms.covers))


def may_go_out(at: Situation, world: PackedWorld) -> bool:
    """Return whether it is worth asking the solver if the mover can go out.

    The quick count of what can be laid may be two tiles short where jokers lie about.
    """
    p, rack = world.terms.packing, world.racks[world.to_move]
    covers = world.terms.covers
    best, shown, _ = covers.with_jokers(rack)
    left = p.tiles_in(rack) - best.size
    dead = shown - sum(meld.tiles for meld in best.melds)
    fits = (p.marks(dead) & world.ends).bit_count() if world.table else 0
    jokers = p.jokers(rack) or any(meld.jokers for meld in at.view.table)
    return left - fits <= (5 if jokers else 3 if world.table else 1)
