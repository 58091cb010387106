"""Arrays that count the tiles of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tilerummy.tiles import HIDDEN, JOKER, Rack, Tile, TileSet

Counts = NDArray[np.int16]


class TileKinds:
    """Numbers the kinds of tiles in a game, by colour and then by number, with the joker last.

    >>> from tilerummy.tiles import STANDARD, tile
    >>> kinds = TileKinds(STANDARD)
    >>> len(kinds), kinds.number(tile("k1")), kinds.number(tile("r1")), kinds.number(JOKER)
    (53, 0, 13, 52)
    """

    __slots__ = ("_numbers", "_places", "tiles")

    def __init__(self, tiles: TileSet) -> None:
        self.tiles: tuple[Tile, ...] = (*tiles.kinds, JOKER)
        self._numbers = np.zeros(HIDDEN + 1, dtype=np.intp)
        for number, tile in enumerate(self.tiles):
            self._numbers[tile] = number
        self._numbers[HIDDEN] = len(self.tiles)
        self._places = self._numbers.tolist()

    def __len__(self) -> int:
        return len(self.tiles)

    def number(self, tile: Tile) -> int:
        """Return the index of *tile*'s kind, counting from 0."""
        return int(self._numbers[tile])

    def counts(self, tiles: Iterable[Tile]) -> Counts:
        """Return the number of tiles of each kind, ignoring face-down tiles."""
        counts = [0] * (len(self.tiles) + 1)
        for tile in tiles:
            counts[self._places[tile]] += 1
        return np.array(counts[:-1], dtype=np.int16)

    def rack(self, counts: Counts) -> Rack:
        """Return the tiles with these counts."""
        return Rack(
            tile
            for place in np.flatnonzero(counts)
            for tile in (self.tiles[place],) * counts[place]
        )

    def rows(self, sets: Sequence[Sequence[Tile]]) -> Counts:
        """Return the counts of several sets of tiles, with a row per set."""
        width = len(self.tiles) + 1
        codes = np.fromiter(chain.from_iterable(sets), dtype=np.intp)
        begins = np.repeat(np.arange(len(sets)) * width, [len(tiles) for tiles in sets])
        counts = np.bincount(begins + self._numbers[codes], minlength=len(sets) * width)
        return counts.reshape(len(sets), width)[:, :-1].astype(np.int16)
