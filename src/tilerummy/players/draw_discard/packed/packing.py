"""Racks as integers, so that a question about a rack is a few operations on numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from tilerummy.tiles import JOKER, Rack, Tile, TileSet

FIELD = 4
"""The bits of a field."""

MARK = 3
"""The bit of a field that marks its kind: the highest."""


class Packing:
    """How the racks of one tile set are packed.

    A rack is a number with a field of four bits for each kind, which counts its copies. Behind the
    fields of a colour lie the place of the high 1 and an empty field, so neighbours in a run are
    neighbours in the number. Jokers are counted from ``joker`` on. The *unit* of a tile is the
    rack of that tile alone. *Marks* are sets of kinds: the highest bit of each field.

    >>> from tilerummy.tiles import STANDARD, rack
    >>> p = packing(STANDARD)
    >>> p.unpack(p.pack(rack("k4 k4 r5 *"))), p.tiles_in(p.pack(rack("k4 k4 r5 *")))
    (k4 k4 r5 *, 4)
    """

    def __init__(self, tiles: TileSet) -> None:
        self.tile_set = tiles
        self.numbers, self.colours = tiles.numbers, tiles.colours
        self.stride = FIELD * (tiles.numbers + 2)
        self.joker_shift = self.stride * tiles.colours
        self.joker = 1 << self.joker_shift
        self.numbered = self.joker - 1
        self.units = {tile: 1 << self._shift(tile) for tile in tiles.kinds} | {JOKER: self.joker}
        self.tiles = {unit: tile for tile, unit in self.units.items()}
        self.points = {u: t.number if t.is_numbered else 0 for u, t in self.tiles.items()}
        ones = sum(self.units[tile] for tile in tiles.kinds)
        self.kinds = ones << MARK
        self.at_least = tuple((8 - copies) * ones for copies in range(1, 8))
        self.high_shift = FIELD * tiles.numbers
        lowest = sum(self.units[Tile.of(letter, 1)] for letter in tiles.letters)
        self.high_ones = lowest << MARK if tiles.one_high else 0
        self.places = self.kinds | self.high_ones << self.high_shift
        self.column = sum(1 << FIELD * number for number in range(1, tiles.numbers + 1))
        self.columns = 15 * self.column
        self.spread = sum(1 << self.stride * colour for colour in range(self.colours))
        self.whole = self.pack(tiles)

    def _shift(self, tile: Tile) -> int:
        return self.stride * self.tile_set.letters.index(tile.colour) + FIELD * tile.number

    def pack(self, tiles: Iterable[Tile]) -> int:
        """Return *tiles* as a number."""
        units = self.units
        return sum(units[tile] for tile in tiles)

    def whole_of(self, colour: str, numbers: Iterable[int]) -> int:
        """Return one tile of each of those numbers of a colour."""
        return self.pack(Tile.of(colour, number) for number in numbers)

    def each(self, packed: int) -> list[int]:
        """Return the units of the tiles of a rack, each as often as it is there."""
        units: list[int] = []
        for unit in self.kinds_of(packed):
            units += [unit] * (packed // unit & 15)
        return units + [self.joker] * (packed >> self.joker_shift)

    def kinds_of(self, packed: int) -> list[int]:
        """Return the unit of each kind of numbered tile of a rack once."""
        return [mark >> MARK for mark in bits(self.marks(packed))]

    def unpack(self, packed: int) -> Rack:
        """Return the tiles of a rack."""
        return Rack(self.tiles[unit] for unit in self.each(packed))

    def marks(self, packed: int) -> int:
        """Return the kinds of which a rack has a tile."""
        return (packed & self.numbered) + self.at_least[0] & self.kinds

    def doubles(self, packed: int) -> int:
        """Return the kinds of which a rack has two or more tiles."""
        return (packed & self.numbered) + self.at_least[1] & self.kinds

    def jokers(self, packed: int) -> int:
        """Return the number of jokers of a rack."""
        return packed >> self.joker_shift

    def tiles_in(self, packed: int) -> int:
        """Return the number of tiles of a rack."""
        total = packed >> self.joker_shift
        packed &= self.numbered
        for add in self.at_least:
            more = (packed + add & self.kinds).bit_count()
            if not more:
                break
            total += more
        return total

    def field(self, numbers: Iterable[int] = (), colours: str = "") -> int:
        """Return a mask of the fields of those numbers and colours; of all where none are named."""
        wanted = set(numbers) or set(range(1, self.numbers + 1))
        letters = colours or self.tile_set.letters
        return sum(
            15 * unit
            for unit, tile in self.tiles.items()
            if tile.is_numbered and tile.number in wanted and tile.colour in letters
        )

    def value(self, packed: int, joker: int) -> int:
        """Return the sum of the numbers of a rack, a joker at that value."""
        points = self.points
        total = joker * (packed >> self.joker_shift)
        for unit in self.kinds_of(packed):
            total += points[unit] * (packed // unit & 15)
        return total

    def colour_counts(self, marks: int) -> int:
        """Return in the fields of the first colour how many colours of each number are marked."""
        marks >>= MARK
        counts = marks
        for _ in range(self.colours - 1):
            marks >>= self.stride
            counts += marks
        return counts & self.columns

    def in_all_colours(self, column: int) -> int:
        """Return marks of all colours for those of the first colour."""
        return column * self.spread


def bits(marks: int) -> Iterator[int]:
    """Yield each bit of a number, the lowest first."""
    while marks:
        lowest = marks & -marks
        yield lowest
        marks ^= lowest


@lru_cache(maxsize=32)
def packing(tiles: TileSet) -> Packing:
    """Return how racks of that tile set are packed."""
    return Packing(tiles)
