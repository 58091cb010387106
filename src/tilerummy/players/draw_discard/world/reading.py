"""From a view to a world, and from a world to actions."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from tilerummy.melds import Group, Meld
from tilerummy.players.draw_discard.packed.packing import FIELD, MARK, Packing
from tilerummy.players.draw_discard.world.melds import Growing, growing_group, growing_run
from tilerummy.players.draw_discard.world.world import PackedRules, PackedWorld
from tilerummy.rules import Ruleset
from tilerummy.rules.judging.endings import trump_holders
from tilerummy.state import Phase, Source, State
from tilerummy.tiles import HIDDEN


@lru_cache(maxsize=32)
def terms(rules: Ruleset) -> PackedRules:
    """Return what of a ruleset matters for playing on."""
    return PackedRules(rules)


def world_of(rules: Ruleset, view: State) -> PackedWorld:
    """Return the world that the mover of *view* sees; of other racks it has the known tiles."""
    world = PackedWorld()
    world.terms = terms(rules)
    p = world.terms.packing
    racks = [[tile for tile in seat.rack if tile != HIDDEN] for seat in view.seats]
    world.racks = [p.pack(rack) for rack in racks]
    world.hidden = [
        len(seat.rack) - len(rack) for seat, rack in zip(view.seats, racks, strict=True)
    ]
    world.pool = [0] * len(view.pool)
    world.table = [_growing(p, meld) for meld in view.table]
    world.ends = 0
    for meld in world.table:
        world.ends |= meld.ends
    world.gone = p.pack(view.table.tiles) + sum(p.pack(seat.discards) for seat in view.seats)
    world.trump = 0 if view.trump is None else p.units[view.trump]
    world.gone += world.trump
    world.holders = frozenset(trump_holders(view))
    world.opened = [-1 if seat.opened is None else seat.opened for seat in view.seats]
    world.to_move, world.turn, world.idle = view.to_move, view.turn, view.idle
    world.declined = [_declined(world, view, seat) for seat in range(len(view.seats))]
    world.held = p.pack(tile for tile in view.start.seat.rack if tile != HIDDEN)
    world.drawn = view.phase is Phase.MELD
    world.taken = world.top = 0
    if world.drawn:
        if view.source is Source.DISCARD and view.drawn is not None:
            world.taken = p.units[view.drawn]
    elif discards := view.seats[view.previous].discards:
        world.top = p.units[discards[-1]]
    return world


def _declined(world: PackedWorld, view: State, seat: int) -> int:
    """Return the kinds that a seat has discarded, and those that it has not taken when it could."""
    before = view.seats[seat - 1].discards
    if not world.terms.always_takes:
        turns = (view.turn - world.opened[seat]) // world.seats if world.opened[seat] >= 0 else 0
        before = before[max(0, len(before) - turns) :]
    p = world.terms.packing
    return p.marks(sum(p.units[tile] for tile in dict.fromkeys(before + view.seats[seat].discards)))


def _growing(p: Packing, meld: Meld) -> Growing:
    """Return *meld* as far as it can grow; that its jokers can be replaced is left out."""
    if isinstance(meld, Group):
        group = growing_group(p, p.pack(meld.naturals) << MARK)
        return group if len(meld) < p.colours else Growing(0, group.first, None)
    first = p.units[meld.faces[0]].bit_length() - 1
    return growing_run(p, first, first + FIELD * (len(meld) - 1))


def supposed(world: PackedWorld, chance: Random) -> PackedWorld:
    """Return *world* with tiles dealt at random, from those unseen, in the place of hidden ones."""
    p = world.terms.packing
    bag = p.each(world.unseen())
    chance.shuffle(bag)
    new = world.copy()
    for seat, hidden in enumerate(world.hidden):
        for _ in range(hidden):
            new.racks[seat] += bag.pop()
    new.hidden = [0] * world.seats
    new.pool = bag[: len(world.pool)]
    return new
