"""Worlds as the others are likely to have made them: racks on which they have worked."""

from __future__ import annotations

from random import Random

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.draw_discard.hunts.choice import hunts
from tilerummy.players.draw_discard.hunts.families import OFFERS
from tilerummy.players.draw_discard.packed.packing import MARK
from tilerummy.players.draw_discard.tactics.discards import Weights, ranked_discards
from tilerummy.players.draw_discard.world.reading import supposed
from tilerummy.players.draw_discard.world.world import PackedWorld

_BASIC = 1
"""The closed hand that others are supposed to build."""

_MOST_STEPS = 40
"""More tiles than these change little."""

_KEPT = Weights()


def likely(world: PackedWorld, chance: Random, deadline: Deadline = NEVER) -> PackedWorld:
    """Return *world* with racks for the others that they may have built in the turns they had.

    The tiles are dealt at random. Then every seat is offered random tiles of the pool, as it was in
    its turns, and exchanges them for what it needs least. What it would have laid it does not have.
    Raises OutOfTimeError if the *deadline* passes meanwhile.
    """
    new = supposed(world, chance)
    mover = new.to_move
    for seat, known in enumerate(world.racks):
        if seat != mover and world.hidden[seat] and new.pool:
            new.to_move = seat
            steps = min(_MOST_STEPS, round(OFFERS * (new.turn // new.seats)))
            _build(new, known, steps, chance, deadline)
    new.to_move = mover
    return new


def _build(world: PackedWorld, known: int, steps: int, chance: Random, deadline: Deadline) -> None:
    """Exchange hidden tiles of the mover's rack as in so many *steps* of a round."""
    pool, seat = world.pool, world.to_move
    if not _hunts(world):
        _without_what_it_would_lay(world, known, chance, deadline)
    for _ in range(steps):
        deadline.check()
        place = chance.randrange(len(pool))
        unit = pool[place]
        world.racks[seat] += unit
        thrown = unit if _lays(world, unit) else _thrown(world, known)
        world.racks[seat] -= thrown
        pool[place] = thrown


def _hunts(world: PackedWorld) -> bool:
    return world.terms.closed_hands and world.opened[world.to_move] < 0


def _lays(world: PackedWorld, unit: int) -> bool:
    """Return whether the mover would have laid something, or won, with the tile of that unit."""
    covers, rack = world.terms.covers, world.racks[world.to_move]
    if _hunts(world):
        return hunts(covers, (_BASIC,))[0].missing(rack) <= 0
    if world.opened[world.to_move] >= 0:
        return bool(world.ends & unit << MARK) or bool(covers.best(rack).melds)
    return covers.best(rack).points >= world.terms.opening


def _thrown(world: PackedWorld, known: int) -> int:
    """Return the hidden tile that the mover needs least."""
    p, rack = world.terms.packing, world.racks[world.to_move]
    hidden = rack - known
    if _hunts(world):
        unseen = world.unseen()
        seen = p.marks(unseen), p.doubles(unseen), p.tiles_in(unseen)
        ranked = hunts(world.terms.covers, (_BASIC,))[0].spare(rack, seen)
    else:
        ranked = ranked_discards(world, _KEPT)
    for _, unit in ranked:
        if unit == p.joker:
            if hidden >> p.joker_shift:
                return unit
        elif hidden // unit & 15:
            return unit
    return p.each(hidden)[0]


def _without_what_it_would_lay(
    world: PackedWorld, known: int, chance: Random, deadline: Deadline
) -> None:
    """Exchange tiles that the mover would have laid already for others of the pool."""
    p, seat, pool = world.terms.packing, world.to_move, world.pool
    for _ in range(_MOST_STEPS):
        deadline.check()
        rack = world.racks[seat]
        best = world.terms.covers.best(rack)
        surplus = p.marks(rack) & world.ends if world.opened[seat] >= 0 else 0
        if world.opened[seat] >= 0 or best.points >= world.terms.opening:
            for meld in best.melds:
                surplus |= meld.tiles << MARK
        kinds = [u for u in p.kinds_of(surplus >> MARK) if (rack - known) // u & 15]
        if not kinds:
            return
        unit, place = chance.choice(kinds), chance.randrange(len(pool))
        world.racks[seat] += pool[place] - unit
        pool[place] = unit
