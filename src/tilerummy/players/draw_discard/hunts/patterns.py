"""Hunts for hands of a fixed pattern: whole runs, four groups, runs of different colours."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache

from tilerummy.players.draw_discard.hunts.families import HAND, Hunt, Unseen, falling_wait
from tilerummy.players.draw_discard.packed.packing import FIELD, MARK
from tilerummy.players.draw_discard.packed.useful import copies

_LONGEST = 8
"""The longest of three runs of fourteen tiles."""

_COPIES = 1.6
"""How many tiles of a kind that is missing are unseen, on average."""


@dataclass(frozen=True, eq=False)
class _Pattern(Hunt):
    """A hand of which every tile has a place."""

    def missing(self, rack: int) -> int:
        """Return how many places are empty, jokers filling some."""
        return HAND - self.filled(rack) - self.packing.jokers(rack)

    @abstractmethod
    def filled(self, rack: int) -> int:
        """Return how many places are filled at best."""

    def turns(self, rack: int, unseen: Unseen) -> float:
        """Return the sum of the waits for each missing tile."""
        missing = self.missing(rack)
        return falling_wait(missing, missing * _COPIES / max(1, unseen[2]))

    def spare(self, rack: int, _unseen: Unseen) -> list[tuple[float, int]]:
        """Return the tiles without which as many places are filled."""
        filled, kinds = self.filled(rack), self.packing.kinds_of(rack)
        spare = [u for u in kinds if self.filled(rack - u) == filled]
        return [(0.0, unit) for unit in spare or kinds or [self.packing.joker]]


@dataclass(frozen=True, eq=False)
class Whole(_Pattern):
    """The fourteen tiles ``hand``: whole runs of one colour or two."""

    hand: int

    def filled(self, rack: int) -> int:
        """Return how many of the tiles are on the rack."""
        p = self.packing
        once = p.marks(rack) & p.marks(self.hand)
        return once.bit_count() + (p.doubles(rack) & p.doubles(self.hand)).bit_count()


@dataclass(frozen=True, eq=False)
class Sticks(_Pattern):
    """Four groups of the fields of ``mask``: two of three tiles and two of four."""

    mask: int

    def filled(self, rack: int) -> int:
        """Return how many tiles lie in the best four groups; a number may have two."""
        p, own = self.packing, rack & self.mask
        groups = []
        for marks in (p.marks(own), p.doubles(own)):
            counts = p.colour_counts(marks)
            groups += [counts >> FIELD * number & 15 for number in range(1, p.numbers + 1)]
        best = sorted((min(4, each) for each in groups), reverse=True)[:4]
        return sum(min(3, each) for each in best) + min(2, best.count(4))

    def turns(self, rack: int, unseen: Unseen) -> float:
        """Return the sum of the waits for tiles of numbers of which there are two or more."""
        p, own = self.packing, rack & self.mask
        marks = p.marks(own)
        several = p.colour_counts(marks) + 6 * p.column & 8 * p.column
        useful = p.in_all_colours(several) & ~marks
        rate = copies(useful, unseen[0], unseen[1]) / max(1, unseen[2])
        return falling_wait(self.missing(rack), rate)


@dataclass(frozen=True, eq=False)
class Colours(_Pattern):
    """As many runs as ``colours``, each of a different one, from place ``low`` to ``high``."""

    colours: int
    low: int
    high: int

    def filled(self, rack: int) -> int:
        """Return how many tiles lie in the best runs with fourteen places together."""
        p = self.packing
        marks = p.marks(rack)
        line = (marks | (marks & p.high_ones) << p.high_shift) >> MARK
        column = (1 << p.stride) - 1
        best = {(0, 0): 0}
        for colour in range(p.colours):
            runs = _longest(line >> colour * p.stride & column, self.low, self.high)
            then = dict(best)
            for (used, places), filled in best.items():
                if used < self.colours:
                    for length, more in runs:
                        key = used + 1, places + length
                        if key[1] <= HAND and filled + more > then.get(key, -1):
                            then[key] = filled + more
            best = then
        return best.get((self.colours, HAND), 0)


@lru_cache(maxsize=8192)
def _longest(column: int, low: int, high: int) -> tuple[tuple[int, int], ...]:
    """Return, for each length, how many places of the best run of a colour are filled.

    *column* marks its tiles at their places, of which the run takes some from *low* to *high*. The
    colours that a turn does not change are asked for again and again.
    """
    found = []
    for length in range(3, min(_LONGEST, high - low + 1) + 1):
        window = sum(1 << FIELD * place for place in range(length))
        best = max(
            (column >> FIELD * first & window).bit_count()
            for first in range(low, high - length + 2)
        )
        found.append((length, best))
    return tuple(found)
