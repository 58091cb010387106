"""Encodes subsets of a rack as numbers, and sets of subsets as bit sets.

A *code* encodes a subset of a rack: a few bits count the tiles of each kind, in the solver's order
of cells, jokers last. A set of subsets is an integer with a bit for each code. The union of two
sets is therefore ``|``, and adding the same tiles to all subsets is a shift.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import accumulate

from tilerummy.tiles import COLOURS, HIGHEST, JOKER, Rack, Tile, TileSet

MAX_BITS = 28
"""The maximum number of bits in a code. A rack of different tiles needs one bit per tile."""


@dataclass(frozen=True, slots=True)
class Subsets:
    """The codes for the subsets of one rack: the ``counts`` of its tiles, and their bit positions.

    Raises ValueError if the rack's codes would need more than ``MAX_BITS`` bits.
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
                f"a rack of {len(rack)} tiles has too many subsets: "
                f"it may have at most {MAX_BITS} different tiles, each pair counting as two"
            )
        return cls(tuple(counts.items()), starts[:-1], starts[-1])

    def code(self, tiles: Mapping[Tile, int]) -> int:
        """Return the code of a subset, ignoring tiles that are not on the rack."""
        return sum(
            tiles.get(tile, 0) << start
            for (tile, _), start in zip(self.counts, self.starts, strict=True)
        )

    def tiles(self, code: int) -> Rack:
        """Return the subset that has this code."""
        found: list[Tile] = []
        for (tile, most), start in zip(self.counts, self.starts, strict=True):
            if times := code >> start & (1 << most.bit_length()) - 1:
                found += (tile,) * times
        return Rack(found)

    def racks(self, code_set: int) -> Iterator[Rack]:
        """Yield the subsets in a code set, in ascending order of their codes."""
        if code_set.bit_count() <= _FEW:
            yield from map(self.tiles, codes(code_set))
            return
        # look up all tiles of a colour together, in rack order
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
        """Return a mask of each colour's bits in a code, in rack order, then the jokers' mask."""
        masks = dict[int, int]()
        for (tile, most), start in zip(self.counts, self.starts, strict=True):
            colour = COLOURS.index(tile.colour) if tile.is_numbered else len(COLOURS)
            masks[colour] = masks.get(colour, 0) | (1 << most.bit_length()) - 1 << start
        return [masks[colour] for colour in sorted(masks)]

    def start(self, tile: Tile) -> int:
        """Return the bit position of a tile, or 0 if it is not on the rack."""
        return next((s for (t, _), s in zip(self.counts, self.starts, strict=True) if t == tile), 0)

    def with_all(self, tiles: Mapping[Tile, int]) -> int:
        """Return the set of all subsets that contain at least these *tiles*."""
        return reduce(
            lambda code_set, wanted: code_set & self._with(*wanted),
            ((tile, n) for tile, n in tiles.items() if n),
            (1 << (1 << self.bits)) - 1,
        )

    def _with(self, tile: Tile, times: int) -> int:
        """Return the set of all codes with at least *times* copies of *tile*."""
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
    """Yield the codes in a set, in ascending order."""
    # operations on long integers are slow, so halve the integer until it is short, skipping zero
    # halves
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
"""The limit on subsets to look up one by one; for more, a bulk query is faster."""


def shifts(subsets: Subsets, tiles: TileSet) -> tuple[int, ...]:
    """Return each cell's bit position, then the jokers' position; 0 for tiles not on the rack."""
    cells = _cells(tiles)
    starts = [0] * len(cells)
    for (tile, _), start in zip(subsets.counts, subsets.starts, strict=True):
        starts[cells[tile]] = start
    return tuple(starts)


@lru_cache(maxsize=64)
def _cells(tiles: TileSet) -> dict[Tile, int]:
    """Return the cell index of every tile, followed by the joker's index."""
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
"""The position of every tile in the order of cells, which is the same in all tile sets."""
