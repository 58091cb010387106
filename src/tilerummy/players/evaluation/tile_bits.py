"""Packs racks into integers to test them quickly."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerLaw
from tilerummy.melds import Table
from tilerummy.rules import Ruleset
from tilerummy.solver import Problem, empties
from tilerummy.tiles import JOKER, Rack, Tile, TileSet

_COUNT = 4
"""The number of bits for counting the copies of one tile."""

_APART = 2
"""The number of unused positions between two colours, so that a run cannot span both."""


class TileBits:
    """Packs racks from a tile set into integers, using four bits to count the copies of each tile.

    >>> from tilerummy.tiles import rack
    >>> bits = TileBits(TileSet())
    >>> [bits.has_meld(bits.packed(rack(text))) for text in ("k4 k5 r4 b4", "k4 k5 k7")]
    [True, False]
    """

    def __init__(self, tiles: TileSet) -> None:
        self.tiles = tiles
        line = tiles.numbers + _APART
        places = {
            Tile.of(letter, number): c * line + number
            for c, letter in enumerate(tiles.letters)
            for number in range(1, tiles.numbers + 1)
        }
        places[JOKER] = len(tiles.letters) * line + 1
        self.bit = {tile: 1 << _COUNT * place for tile, place in places.items()}
        self.joker = self.bit[JOKER]
        self._ones = sum(self.bit.values())
        self._colour = sum(1 << _COUNT * place for place in range(line))
        self._shifts = [_COUNT * line * c for c in range(len(tiles.letters))]
        self._numbers = [
            (number, sum(self.bit[Tile.of(letter, number)] for letter in tiles.letters))
            for number in range(1, tiles.numbers + 1)
        ]

    def packed(self, tiles: Iterable[Tile]) -> int:
        """Pack these tiles into an integer. Adding two such integers merges the racks."""
        return sum(self.bit[tile] for tile in tiles)

    def kinds(self, packed: int) -> int:
        """Return an integer that has the lowest bit set for each tile with at least one copy."""
        return (packed | packed >> 1 | packed >> 2 | packed >> 3) & self._ones

    def has_meld(self, packed: int) -> bool:
        """Return whether the packed tiles contain a meld without jokers."""
        kinds = self.kinds(packed)
        return bool(kinds & kinds >> _COUNT & kinds >> 2 * _COUNT) or bool(self._groups(kinds))

    def meld_points(self, packed: int) -> int:
        """Return an upper bound on the points of all melds that can be formed without jokers.

        A tile that fits both a run and a group counts twice.
        """
        kinds = self.kinds(packed)
        in_runs, grouped = self._in_runs(kinds), self._grouped(kinds)
        return sum(
            number * ((in_runs & same).bit_count() + (grouped & same).bit_count())
            for number, same in self._numbers
        )

    def melded(self, packed: int) -> int:
        """Return the bits of all tiles that can be in a meld without jokers.

        >>> from tilerummy.tiles import rack
        >>> bits = TileBits(TileSet())
        >>> bits.melded(bits.packed(rack("k4 k5 k6 r9"))) == bits.packed(rack("k4 k5 k6"))
        True
        """
        kinds = self.kinds(packed)
        return self._in_runs(kinds) | self._grouped(kinds)

    def links(self, kinds: int) -> int:
        """Return the number of links between tiles of these *kinds*.

        A link is either a tile that has another tile one or two numbers above it in the same
        colour, or a number that is present in two or more colours.

        >>> from tilerummy.tiles import rack
        >>> bits = TileBits(TileSet())
        >>> [bits.links(bits.packed(rack(text))) for text in ("k4 k6", "k4 r4", "k4 r6", "k4 k7")]
        [1, 1, 0, 0]
        """
        one = two = 0
        for shift in self._shifts:
            colour = kinds >> shift & self._colour
            two |= one & colour
            one |= colour
        near = kinds & (kinds >> _COUNT | kinds >> 2 * _COUNT)
        return near.bit_count() + two.bit_count()

    def _in_runs(self, kinds: int) -> int:
        starts = kinds & kinds >> _COUNT & kinds >> 2 * _COUNT
        return starts | starts << _COUNT | starts << 2 * _COUNT

    def _grouped(self, kinds: int) -> int:
        groups = self._groups(kinds)
        return kinds & sum(groups << shift for shift in self._shifts)

    def _groups(self, kinds: int) -> int:
        """Return the numbers present in at least three colours, as bits of the first colour."""
        one = two = three = 0
        for shift in self._shifts:
            colour = kinds >> shift & self._colour
            three |= two & colour
            two |= one & colour
            one |= colour
        return three


@lru_cache(maxsize=16)
def tile_bits(tiles: TileSet) -> TileBits:
    """Return the cached :class:`TileBits` for this tile set."""
    return TileBits(tiles)


def placeable(rules: Ruleset, table: Table, deadline: Deadline = NEVER) -> int | None:
    """Return the bits of all tiles that could be added to *table*, considering one tile at a time.

    Returns None if the *deadline* passes.
    """
    known = _PLACEABLE.get((rules.tiles, rules.table.jokers, table))
    if known is None:
        if deadline.is_over:
            return None
        known = _placeable(rules.tiles, rules.table.jokers, table)
        if len(_PLACEABLE) >= _MOST_TABLES:
            _PLACEABLE.clear()
        _PLACEABLE[rules.tiles, rules.table.jokers, table] = known
    return known


_MOST_TABLES = 4096
_PLACEABLE: dict[tuple[TileSet, JokerLaw, Table], int] = {}


def _placeable(tiles: TileSet, law: JokerLaw, table: Table) -> int:
    bits, found = tile_bits(tiles), 0
    for tile in (*tiles.kinds, JOKER):
        if table and empties(
            Problem(rack=Rack((tile,)), table=table, tiles=tiles, law=law, tidy=False)
        ):
            found |= bits.bit[tile]
    return found
