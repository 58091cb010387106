"""Melds being built, and the repair of those that the count model cannot rule out.

These are melds of jokers alone and runs from a low to a high 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilerummy.tiles import COLOURS, Tile, TileSet


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a meld: the tile that it shows, and whether a joker lies there.

    A joker in a group has a face too, one of those that it may represent. ``shown``: it is a kept
    joker that must go on to represent that tile. ``fixed``: it lies in a meld that must stay whole.
    """

    face: Tile
    wild: bool = False
    shown: bool = False
    fixed: bool = False


@dataclass(slots=True, eq=False)
class PartialMeld:
    """A meld being built; the slots of a run are in the order of their places."""

    slots: list[Slot]
    group: bool = False

    def __len__(self) -> int:
        return len(self.slots)

    @property
    def jokers_only(self) -> bool:
        """Whether there is no numbered tile in it."""
        return all(slot.wild for slot in self.slots)

    @property
    def spare(self) -> int:
        """How many numbered tiles it could give for jokers."""
        return sum(not slot.wild for slot in self.slots) - 1


def repaired(melds: list[PartialMeld], tiles: TileSet) -> list[PartialMeld] | None:
    """Return the melds, none of jokers alone and none from a low to a high 1, or None."""
    melds = _split_long_runs(melds, tiles)
    if any(len(meld) > tiles.numbers for meld in melds if not meld.group):
        return None
    for meld in [meld for meld in melds if meld.jokers_only]:
        if not _swap_joker(meld, melds):
            if not _move_jokers(meld, melds, tiles):
                return None
            melds = [other for other in melds if other is not meld]
    return melds


def _split_long_runs(melds: list[PartialMeld], tiles: TileSet) -> list[PartialMeld]:
    """Split runs from a low to a high 1 in two, where no core prevents it."""
    split = []
    for meld in melds:
        slots = meld.slots
        places = [
            i for i in range(3, len(slots) - 2) if not (slots[i - 1].fixed and slots[i].fixed)
        ]
        if meld.group or len(slots) <= tiles.numbers or not places:
            split.append(meld)
        else:
            split += [PartialMeld(slots[: places[0]]), PartialMeld(slots[places[0] :])]
    return split


def _swap_joker(meld: PartialMeld, melds: list[PartialMeld]) -> bool:
    """Exchange a joker of *meld* for the same tile of another; return whether there was one."""
    for i, mine in enumerate(meld.slots):
        for other in melds:
            for j, theirs in enumerate(other.slots):
                same = mine.face == theirs.face and not theirs.wild and not theirs.fixed
                if same and not mine.fixed and other.spare > 0:
                    meld.slots[i], other.slots[j] = theirs, mine
                    return True
    return False


def _move_jokers(meld: PartialMeld, melds: list[PartialMeld], tiles: TileSet) -> bool:
    """Add the jokers of *meld* to other melds; return whether there was room for all."""
    if any(slot.shown or slot.fixed for slot in meld.slots):
        return False
    left = len(meld)
    added: list[tuple[PartialMeld, list[Slot]]] = []
    for other in melds:
        if other is not meld and left and not other.jokers_only:
            slots = _with_jokers(other, left, tiles)
            left -= len(slots) - len(other)
            added.append((other, slots))
    if left:
        return False
    for other, slots in added:
        other.slots = slots
    return True


def _with_jokers(meld: PartialMeld, jokers: int, tiles: TileSet) -> list[Slot]:
    """Return the slots of *meld* with up to so many jokers added."""
    slots = list(meld.slots)
    if meld.group:
        # a joker in a group represents whichever tile the group lacks
        room = min(jokers, tiles.colours - len(slots))
        return [*slots, *(replace(slots[0], wild=True, shown=False, fixed=False),) * room]
    colour = COLOURS.index(slots[0].face.colour)
    ends_high = slots[-1].face.number == 1
    while jokers and not ends_high and slots[-1].face.number < tiles.numbers:
        slots.append(Slot(Tile.of(COLOURS[colour], slots[-1].face.number + 1), wild=True))
        jokers -= 1
    while jokers and slots[0].face.number > (2 if ends_high else 1):
        slots.insert(0, Slot(Tile.of(COLOURS[colour], slots[0].face.number - 1), wild=True))
        jokers -= 1
    return slots
