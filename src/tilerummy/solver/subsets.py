"""Subsets of a rack as numbers, and sets of them as bit sets.

A subset of a rack is written as a *code*: for each kind of tile a few bits say how many there are,
the kinds in the order in which the solver goes through the cells, jokers last. A set of subsets is
a whole number whose bit at a code says whether that subset is in it. So the union of two sets is
``|``, and to add the same tiles to all subsets is to shift.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import accumulate

from tilerummy.tiles import COLOURS, HIGHEST, JOKER, Rack, Tile, TileSet

MAX_BITS = 28
"""How many bits a code may have; a rack of different tiles needs one for each."""


@dataclass(frozen=True, slots=True)
class Subsets:
    """The codes for the subsets of one rack: ``counts`` of its kinds, and where their bits begin.

    Raises ValueError for a rack whose codes would have more than ``MAX_BITS`` bits.
    """

    counts: tuple[tuple[Tile, int], ...]
    starts: tuple[int, ...]
    bits: int

    @classmethod
    def of(cls, rack: Rack) -> Subsets:
        """Return the codes for the subsets of *rack*."""
        counts = Counter(sorted(rack, key=_ORDER.__getitem__))
        starts = tuple(accumulate([n.bit_length() for n in counts.values()], initial=0))
        if starts[-1] > MAX_BITS:
            raise ValueError(
                f"a rack of {len(rack)} tiles has too many parts to be told apart: "
                f"at most {MAX_BITS} different tiles can be, each pair counting as two"
            )
        return cls(tuple(counts.items()), starts[:-1], starts[-1])

    def code(self, tiles: Mapping[Tile, int]) -> int:
        """Return the code of a subset; tiles that are not on the rack are ignored."""
        return sum(
            tiles.get(tile, 0) << start
            for (tile, _), start in zip(self.counts, self.starts, strict=True)
        )

    def tiles(self, code: int) -> Rack:
        """Return the subset with that code."""
        found: list[Tile] = []
        for (tile, most), start in zip(self.counts, self.starts, strict=True):
            if times := code >> start & (1 << most.bit_length()) - 1:
                found += (tile,) * times
        return Rack(found)

    def racks(self, code_set: int) -> Iterator[Rack]:
        """Yield the subsets in a set, the one with the lowest code first."""
        if code_set.bit_count() <= _FEW:
            yield from map(self.tiles, codes(code_set))
            return
        # the tiles of a colour are looked up together, and stand in the order of a rack
        masks = self._masks()
        known: dict[int, Rack] = {}
        for code in codes(code_set):
            rack: tuple[Tile, ...] = ()
            for mask in masks:
                part = known.get(code & mask)
                if part is None:
                    part = known[code & mask] = self.tiles(code & mask)
                rack += part
            yield Rack(rack)

    def _masks(self) -> list[int]:
        """Return the bits of each colour that is there, in order, then those of the jokers."""
        masks = dict[int, int]()
        for (tile, most), start in zip(self.counts, self.starts, strict=True):
            colour = COLOURS.index(tile.colour) if tile.is_numbered else len(COLOURS)
            masks[colour] = masks.get(colour, 0) | (1 << most.bit_length()) - 1 << start
        return [masks[colour] for colour in sorted(masks)]

    def start(self, tile: Tile) -> int:
        """Return where the bits of a tile begin; 0 for one that is not on the rack."""
        return next((s for (t, _), s in zip(self.counts, self.starts, strict=True) if t == tile), 0)

    def with_all(self, tiles: Mapping[Tile, int]) -> int:
        """Return the set of the subsets that hold all these *tiles*, and perhaps others."""
        return reduce(
            lambda code_set, wanted: code_set & self._with(*wanted),
            ((tile, n) for tile, n in tiles.items() if n),
            (1 << (1 << self.bits)) - 1,
        )

    def _with(self, tile: Tile, times: int) -> int:
        """Return the set of all codes that hold *tile* at least so many times."""
        most = next((n for t, n in self.counts if t == tile), 0)
        if most < times:
            return 0
        start, width = self.start(tile), most.bit_length()
        ones = (1 << (((1 << width) - times) << start)) - 1
        period = ones << (times << start)
        size = 1 << start + width
        while size < 1 << self.bits:
            period |= period << size
            size *= 2
        return period


def codes(code_set: int) -> Iterator[int]:
    """Yield the codes in a set, the lowest first."""
    # a step on a long number costs its length, so it is halved until it is short; nothing is
    # looked for where there are no bits
    parts = [(code_set, 0)]
    while parts:
        part, place = parts.pop()
        length = part.bit_length()
        if length > _WORD:
            half = 1 << (length - 1).bit_length() - 1
            parts.append((part >> half, place + half))
            parts.append((part & (1 << half) - 1, place))
            continue
        while part:
            lowest = part & -part
            yield place + lowest.bit_length() - 1
            part ^= lowest


_WORD = 1024
_FEW = 6
"""So few subsets are looked up one by one, which is quicker than to prepare for many."""


def shifts(subsets: Subsets, tiles: TileSet) -> tuple[int, ...]:
    """Return where the bits of every cell begin, then of the jokers; 0 for what is not there."""
    cells = _cells(tiles)
    starts = [0] * len(cells)
    for (tile, _), start in zip(subsets.counts, subsets.starts, strict=True):
        starts[cells[tile]] = start
    return tuple(starts)


@lru_cache(maxsize=64)
def _cells(tiles: TileSet) -> dict[Tile, int]:
    """Return the number of the cell of every tile, then that of the joker."""
    numbers = range(1, tiles.numbers + 1)
    every = (Tile.of(letter, number) for number in numbers for letter in tiles.letters)
    return {tile: cell for cell, tile in enumerate((*every, JOKER))}


_ORDER = {
    tile: place
    for place, tile in enumerate(
        (
            *(Tile.of(letter, number) for number in range(1, HIGHEST + 1) for letter in COLOURS),
            JOKER,
        )
    )
}
"""The place of every tile in the order of cells, whatever the tile set."""
