"""The melds of a table as far as they can grow."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tilerummy.players.draw_discard.packed.covers import PackedMeld
from tilerummy.players.draw_discard.packed.packing import FIELD, MARK, Packing


class Growing(NamedTuple):
    """A meld on the table: the kinds that can be laid off on it, and what it is.

    A run has the shifts of its ``first`` and ``last`` place; a group the marks of its kinds in
    ``first``, and no last place.
    """

    ends: int
    first: int
    last: int | None

    def with_tile(self, p: Packing, unit: int) -> Growing:
        """Return the meld with the tile of that unit, which is one of its ends, added."""
        if self.last is None:
            return growing_group(p, self.first | unit << MARK)
        if unit.bit_length() - 1 == self.first - FIELD:
            return growing_run(p, self.first - FIELD, self.last)
        return growing_run(p, self.first, self.last + FIELD)


def laid(p: Packing, meld: PackedMeld) -> Growing:
    """Return *meld* as it lies on the table."""
    if meld.run is None:
        return growing_group(p, meld.tiles << MARK)
    return growing_run(p, *meld.run)


@lru_cache(maxsize=1 << 14)
def growing_run(p: Packing, first: int, last: int) -> Growing:
    """Return the run between two places, given by their shifts."""
    lowest, highest = first % p.stride // FIELD, last % p.stride // FIELD
    ends = 0
    if lowest > 1 and highest <= p.numbers:
        ends |= 1 << first - FIELD + MARK
    if lowest > 2 and highest == p.numbers + 1:
        ends |= 1 << first - FIELD + MARK
    if highest < p.numbers:
        ends |= 1 << last + FIELD + MARK
    elif highest == p.numbers and lowest > 1:
        ends |= p.high_ones & 1 << last + FIELD - p.high_shift + MARK
    return Growing(ends, first, last)


@lru_cache(maxsize=1 << 14)
def growing_group(p: Packing, marks: int) -> Growing:
    """Return the group of the kinds marked."""
    column = ((marks & -marks).bit_length() - 1) % p.stride
    every = p.in_all_colours(1 << column)
    return Growing(every & ~marks, marks, None)
