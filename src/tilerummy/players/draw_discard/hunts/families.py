"""Ways to hunt for closed hands; each leads to one or more of the forty types of RULES 3.2."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tilerummy.players.draw_discard.packed.covers import Covers, PackedMeld
from tilerummy.players.draw_discard.packed.packing import FIELD, MARK, Packing, bits
from tilerummy.players.draw_discard.packed.useful import completing, copies, growing, near

HAND = 14
"""The tiles of a closed hand."""

OFFERS = 1.75
"""How many draws a turn is worth, as a discard may be taken instead."""

MOST_GAINED = 5
"""A tile brings no hunt nearer by more: it and the four other tiles of the longest meld."""

_SMALL = 1.2
"""Masks with which hunts take so many times longer are small: half of the kinds."""

Unseen = tuple[int, int, int]
"""The kinds unseen once and twice as marks, and the number of all unseen tiles."""


@dataclass(frozen=True, eq=False)
class Hunt(ABC):
    """A type of closed hand that a player hunts for.

    ``number`` is that of the type in the rules, ``points`` those without, with one and with two
    jokers.
    """

    covers: Covers
    number: int
    points: tuple[int, int, int]

    @cached_property
    def packing(self) -> Packing:
        """How racks are packed."""
        return self.covers.packing

    @abstractmethod
    def missing(self, rack: int) -> int:
        """Return how many tiles of the rack have still to be exchanged, at least."""

    @abstractmethod
    def turns(self, rack: int, unseen: Unseen) -> float:
        """Return about how many turns it takes."""

    @abstractmethod
    def spare(self, rack: int, unseen: Unseen) -> list[tuple[float, int]]:
        """Return the tiles that are needed least, with how little they are needed, best first."""

    def worth(self, rack: int) -> int:
        """Return the points of the hand with the jokers of a rack."""
        return self.points[min(2, self.packing.jokers(rack))]

    def wants(self, rack: int, unit: int) -> bool:
        """Return whether the tile of that unit brings a rack nearer."""
        return self.missing(rack + unit) < self.missing(rack)

    def may_complete(self, rack: int, _unit: int) -> bool:
        """Return False only if the tile of that unit certainly does not complete the hand."""
        return self.missing(rack) <= MOST_GAINED

    def last_discard(self, rack: int) -> int:
        """Return the tile to discard from a full rack so that the hand is complete, 0 if none."""
        if self.missing(rack) > 0:
            return 0
        for _, unit in self.spare(rack, (0, 0, 1)):
            if self.missing(rack - unit) <= 0:
                return unit
        return 0


@dataclass(frozen=True, eq=False)
class Melds(Hunt):
    """All tiles in groups and runs, of the fields of ``mask`` alone."""

    mask: int

    def missing(self, rack: int) -> int:
        """Return how many tiles are in no meld, of a rack of fourteen."""
        cover = self.covers.with_jokers(self._own(rack))[0]
        return HAND - cover.size

    def wants(self, rack: int, unit: int) -> bool:
        """Return whether the tile makes more melds; or lies in a small mask, until all tiles do."""
        outside = rack & self.packing.numbered & ~self.mask
        if outside and self._scarcity > _SMALL and unit & self.mask:
            return True
        p = self.packing
        own = self._own(rack)
        if not p.jokers(rack + unit) and not completing(p, p.marks(own)) & unit << MARK:
            return False
        return Hunt.wants(self, rack, unit)

    def may_complete(self, rack: int, unit: int) -> bool:
        """Return False if the hand is not complete and the tile fits no meld with others."""
        p = self.packing
        kinds = p.marks(self._own(rack))
        fits = unit & self.mask and (kinds | completing(p, kinds)) & unit << MARK
        return self.missing(rack) <= (MOST_GAINED if fits or p.jokers(rack + unit) else 0)

    @cached_property
    def _scarcity(self) -> float:
        """How many times longer it takes than with all kinds, as it was measured."""
        kinds = self.packing.kinds
        return 0.7 + 0.3 * kinds.bit_count() / (kinds & self.mask).bit_count()

    def _own(self, rack: int) -> int:
        p = self.packing
        return rack & (self.mask | ~p.numbered)

    def turns(self, rack: int, unseen: Unseen) -> float:
        """Return the turns as they were measured for racks with as many tiles in no meld."""
        p, own = self.packing, self._own(rack)
        best, shown, _ = self.covers.with_jokers(own)
        left = HAND - best.size
        if left <= 0:
            return 0.0
        dead = shown - sum(meld.tiles for meld in best.melds)
        ones, twos, total = unseen
        useful = copies(completing(p, p.marks(dead)), ones, twos) * 90 / max(total, 1)
        grown = _grown_useful(p, best.melds, unseen)
        expected = 1.6 * left
        base = 2.6 + 0.98 * left - 0.16 * max(-12.0, min(12.0, useful - expected))
        if left <= 2:
            base = min(base, max(total, 1) / max(1.0, OFFERS * (useful + grown)) + 2 * (left - 1))
        return max(1.0, base * self._scarcity)

    def spare(self, rack: int, unseen: Unseen) -> list[tuple[float, int]]:
        """Return first tiles outside the mask, then those that make the fewest melds."""
        p, own = self.packing, self._own(rack)
        outside = p.kinds_of(rack & p.numbered & ~self.mask)
        if outside:
            return [(0.0, unit) for unit in outside]
        best, shown, _ = self.covers.with_jokers(own)
        dead = shown - sum(meld.tiles for meld in best.melds)
        natural = rack & p.numbered
        kinds = [u for u in p.kinds_of(dead) if natural // u & 15]
        if not kinds:
            kinds = self._spare_of_melds(rack) or p.kinds_of(natural) or [p.joker]
        ones, twos, _ = unseen
        ranked = []
        for unit in kinds:
            marks = p.marks(dead - unit) if dead // unit & 15 else p.marks(dead)
            rank = 3 * copies(completing(p, marks), ones, twos)
            ranked.append((rank + 0.3 * copies(near(p, marks), ones, twos), unit))
        ranked.sort(reverse=True)
        return ranked

    def _spare_of_melds(self, rack: int) -> list[int]:
        """Return the tiles without which all others are still in melds."""
        p = self.packing
        full = HAND if p.tiles_in(rack) > HAND else p.tiles_in(rack) - 1
        return [
            u
            for u in p.kinds_of(rack & p.numbered)
            if self.covers.with_jokers(self._own(rack - u))[0].size >= full
        ]


def _grown_useful(p: Packing, melds: tuple[PackedMeld, ...], unseen: Unseen) -> int:
    """Return how many unseen tiles make one of *melds* longer."""
    ends = 0
    for meld in melds:
        ends |= growing(p, meld.tiles)
    return copies(ends, unseen[0], unseen[1])


@dataclass(frozen=True, eq=False)
class Loose(Hunt):
    """Any tiles of the fields of ``mask``."""

    mask: int

    def missing(self, rack: int) -> int:
        """Return how many tiles are outside the mask."""
        p = self.packing
        return HAND - p.tiles_in(rack & self.mask) - p.jokers(rack)

    def turns(self, rack: int, unseen: Unseen) -> float:
        """Return the missing tiles divided by the chance of each draw."""
        ones, twos, total = unseen
        rate = copies(self.packing.kinds & self.mask, ones, twos) / max(1, total)
        return _wait(self.missing(rack), rate)

    def spare(self, rack: int, _unseen: Unseen) -> list[tuple[float, int]]:
        """Return the tiles outside the mask."""
        p = self.packing
        kinds = p.kinds_of(rack & p.numbered & ~self.mask) or p.kinds_of(rack) or [p.joker]
        return [(0.0, unit) for unit in kinds]


@dataclass(frozen=True, eq=False)
class Low(Hunt):
    """Any tiles with a total of at most ``total``."""

    total: int

    def missing(self, rack: int) -> int:
        """Return how many high tiles have to be exchanged, for tiles of about 2 each."""
        p = self.packing
        numbers = sorted(p.points[unit] or 1 for unit in p.each(rack))[:HAND]
        left = float(sum(numbers))
        gone = 0
        while left > self.total and numbers:
            left -= numbers.pop() - 2.2
            gone += 1
        return gone

    def turns(self, rack: int, unseen: Unseen) -> float:
        """Return the missing tiles divided by the chance to draw a low one."""
        p = self.packing
        ones, twos, total = unseen
        rate = copies(p.kinds & p.field((1, 2, 3, 4)), ones, twos) / max(1, total)
        return _wait(self.missing(rack), rate)

    def spare(self, rack: int, _unseen: Unseen) -> list[tuple[float, int]]:
        """Return the highest tile."""
        p = self.packing
        kinds = sorted(p.kinds_of(rack), key=lambda u: -p.points[u]) or [p.joker]
        return [(float(p.points[unit]), unit) for unit in kinds]

    def wants(self, rack: int, unit: int) -> bool:
        """Return whether the tile is low, and lower than the highest."""
        p = self.packing
        highest = max(p.points[u] for u in p.each(rack))
        return unit == p.joker or p.points[unit] <= min(4, highest - 1)


@dataclass(frozen=True, eq=False)
class Pairs(Hunt):
    """Seven pairs of identical tiles of the fields of ``mask``."""

    mask: int

    def missing(self, rack: int) -> int:
        """Return how many pairs are missing, as each lacks one tile."""
        p = self.packing
        own = rack & self.mask
        pairs = p.doubles(own).bit_count()
        singles = p.marks(own).bit_count() - pairs
        return 7 - pairs - p.jokers(rack) + max(0, 7 - pairs - singles)

    def turns(self, rack: int, unseen: Unseen) -> float:
        """Return the sum of the waits for each pair; new singles shorten long ones, as measured."""
        p = self.packing
        own = rack & self.mask
        singles = p.marks(own) & ~p.doubles(own)
        rate = copies(singles, unseen[0], 0) / max(1, unseen[2])
        turns = falling_wait(self.missing(rack), rate)
        return min(turns, 5 + 0.38 * turns)

    def spare(self, rack: int, unseen: Unseen) -> list[tuple[float, int]]:
        """Return third copies and singles of which no tile is left first."""
        p = self.packing
        own, numbered = rack & self.mask, rack & p.numbered
        outside = p.marks(numbered & ~self.mask)
        single = p.marks(own) & ~p.doubles(own)
        kinds = outside or single & ~unseen[0] or single or p.marks(numbered)
        return [(0.0, mark >> MARK) for mark in bits(kinds)] or [(0.0, p.joker)]


@dataclass(frozen=True, eq=False)
class Square(Hunt):
    """Eight tiles of the number whose fields are the ``mask``."""

    mask: int

    def missing(self, rack: int) -> int:
        """Return how many tiles of the number are missing."""
        p = self.packing
        return 8 - p.tiles_in(rack & self.mask) - p.jokers(rack)

    def turns(self, rack: int, unseen: Unseen) -> float:
        """Return the sum of the waits for each tile."""
        rate = copies(self.packing.kinds & self.mask, unseen[0], unseen[1]) / max(1, unseen[2])
        return falling_wait(self.missing(rack), rate)

    def spare(self, rack: int, _unseen: Unseen) -> list[tuple[float, int]]:
        """Return the tiles of other numbers."""
        p = self.packing
        kinds = p.kinds_of(rack & p.numbered & ~self.mask) or [p.joker]
        return [(0.0, unit) for unit in kinds]


@dataclass(frozen=True, eq=False)
class Mixed(Hunt):
    """Runs of mixed colours from place ``low`` to ``high``, no two neighbours of one colour."""

    low: int
    high: int

    def missing(self, rack: int) -> int:
        """Return how many places cannot be filled from the rack, where neighbours differ."""
        return HAND - self._filled(rack) - self.packing.jokers(rack)

    def _filled(self, rack: int) -> int:
        """Return how many tiles of the rack lie in the best such runs, one after the other."""
        p = self.packing
        runs = HAND // (self.high - self.low + 1)
        total, left = 0, rack & p.numbered
        for _ in range(runs):
            filled, used = self.longest(left)
            total += filled
            left -= used
        return total

    def longest(self, rack: int) -> tuple[int, int]:
        """Return the most places of one run that the rack fills, and the tiles for it."""
        ones = self._at(rack, 1)
        if self.low > 1 or self.high <= self.packing.numbers or not ones:
            return max(self._filled_from(self.low, {-1: (0, 0)}, rack))
        starts = [] if len(ones) > 1 else [max(self._filled_from(2, {-1: (0, 0)}, rack))]
        for colour, unit in ones:
            starts.append(max(self._filled_from(2, {colour: (1, unit)}, rack - unit)))
        return max(starts)

    def _at(self, rack: int, place: int) -> list[tuple[int, int]]:
        """Return the colours, with their units, of the tiles of a rack that fit at that place."""
        p = self.packing
        shift = FIELD * (place if place <= p.numbers else 1)
        units = [(colour, 1 << p.stride * colour + shift) for colour in range(p.colours)]
        return [(colour, unit) for colour, unit in units if rack & 15 * unit]

    def _filled_from(
        self, first: int, best: dict[int, tuple[int, int]], rack: int
    ) -> Iterable[tuple[int, int]]:
        """Return the places filled and the tiles used, by the colour at the last place.

        *best* is that at the place before *first*; the colour of an empty place is -1.
        """
        for place in range(first, self.high + 1):
            then = {-1: max(best.values())}
            for colour, unit in self._at(rack, place):
                options = [value for last, value in best.items() if last != colour]
                if options:
                    filled, used = max(options)
                    then[colour] = (filled + 1, used + unit)
            best = then
        return best.values()

    def turns(self, rack: int, unseen: Unseen) -> float:
        """Return the sum of the waits for each place."""
        p = self.packing
        missing = self.missing(rack)
        runs = HAND // (self.high - self.low + 1)
        held = p.colour_counts(p.marks(rack)) if runs == 1 else 0
        numbers = p.column & sum(15 << FIELD * n for n in range(self.low, self.high + 1))
        absent = p.in_all_colours(
            sum(1 << b.bit_length() - 1 + MARK for b in bits(numbers) if not held & 15 * b)
        )
        rate = copies(absent, unseen[0], unseen[1]) / max(1, unseen[2])
        if runs > 1:
            rate *= 2.5 * missing / HAND
        return falling_wait(missing, rate * 0.85)

    def spare(self, rack: int, _unseen: Unseen) -> list[tuple[float, int]]:
        """Return the tiles without which as many places are filled."""
        p = self.packing
        filled = self._filled(rack)
        kinds = p.kinds_of(rack)
        spare = [u for u in kinds if self._filled(rack - u) == filled] or kinds or [p.joker]
        return [(0.0, unit) for unit in spare]


def _wait(missing: int, rate: float) -> float:
    """Return the turns for that many tiles that each come with the same chance."""
    return max(0, missing) / max(1e-3, rate * OFFERS)


def falling_wait(missing: int, rate: float) -> float:
    """Return the turns for that many tiles where each that came leaves fewer that fit."""
    total = 0.0
    for left in range(1, missing + 1):
        total += missing / left / max(1e-3, rate * OFFERS)
    return total
