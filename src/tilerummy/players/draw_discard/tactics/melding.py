"""Melding: lay melds and lay off tiles as soon as that is allowed."""

from __future__ import annotations

from tilerummy.players.draw_discard.packed.covers import PackedMeld
from tilerummy.players.draw_discard.packed.packing import MARK
from tilerummy.players.draw_discard.world.world import PackedWorld


def lay_everything(world: PackedWorld) -> bool:
    """Lay all melds of the mover's rack and lay off all tiles that fit, and keep one to discard.

    Nothing is laid before the melds are worth enough for an opening. Returns whether a single tile
    is left, so that discarding it wins.
    """
    terms, seat = world.terms, world.to_move
    p = terms.packing
    while True:
        rack = world.racks[seat]
        best, shown, used = terms.covers.with_jokers(rack)
        if world.opened[seat] < 0 and (best.points < terms.opening or not best.melds):
            return False
        _lay_melds(world, best.melds, shown, used)
        if world.opened[seat] < 0:
            return False
        rack = world.racks[seat]
        before = rack
        while (fitting := p.marks(rack) & world.ends) and p.tiles_in(rack) > 1:
            unit = 1 << fitting.bit_length() - 1 - MARK
            rack -= unit
            world.gone += unit
            world.lay_off(unit)
        world.racks[seat] = rack
        left = p.tiles_in(rack)
        if left == 1:
            return True
        jokers = rack >> p.joker_shift
        if jokers and world.ends and left - jokers <= 1:
            world.racks[seat] = rack & p.numbered or p.joker
            world.gone += (jokers - (left == jokers)) * p.joker
            return True
        if rack == before:
            return False


def goes_out(world: PackedWorld, rack: int) -> bool:
    """Return whether the mover, who has opened, could lay all but one tile of that rack."""
    p = world.terms.packing
    best, shown, used = world.terms.covers.with_jokers(rack)
    dead = shown - sum(meld.tiles for meld in best.melds)
    jokers = (rack >> p.joker_shift) - used
    left = p.tiles_in(dead) + jokers
    if left == 1 or (left == 0 and any(meld.size > 3 for meld in best.melds)):
        return True
    fitting = p.marks(dead) & world.ends
    if not fitting and not (jokers and world.ends):
        return False
    after = world.copy()
    after.racks[world.to_move] = rack
    return lay_everything(after)


def wins_with_trump(world: PackedWorld) -> bool:
    """Return whether the mover, who may have opened, wins openly by drawing the trump."""
    seat = world.to_move
    if not world.trump or world.terms.tells_wins_apart or world.opened[seat] < 0:
        return False
    return goes_out(world, world.racks[seat] + world.trump)


def _lay_melds(world: PackedWorld, melds: tuple[PackedMeld, ...], shown: int, used: int) -> None:
    """Lay *melds* of the rack *shown*, in which so many jokers are used as what they represent."""
    terms, seat = world.terms, world.to_move
    p = terms.packing
    rack = world.racks[seat]
    left = p.tiles_in(rack)
    kept = shown
    for whole in sorted(melds, key=lambda m: m.size):
        fitting = [whole] if left > whole.size else []
        if left == whole.size:
            fitting = [m for m in terms.covers.melds(whole.tiles) if m.size == whole.size - 1]
        for meld in fitting[:1]:
            kept -= meld.tiles
            left -= meld.size
            world.lay(meld)
    if kept == shown:
        return
    if world.opened[seat] < 0:
        world.opened[seat] = world.turn
    jokers = rack >> p.joker_shift
    if used:
        natural, still = rack & p.numbered, 0
        for unit in p.kinds_of(kept):
            still += min(kept // unit & 15, natural // unit & 15) * unit
        jokers = left - p.tiles_in(still)
        kept = still
    world.racks[seat] = kept + jokers * p.joker
    world.gone += rack - world.racks[seat]
