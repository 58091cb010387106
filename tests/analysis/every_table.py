"""Every way to lay tiles in melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.tiles import JOKER, Rack, Tile, TileSet


@cache
def every_table(heap: Rack, tiles: TileSet) -> tuple[Table, ...]:
    """Return every table of all the tiles of *heap*."""
    naturals = Counter(tile for tile in heap if tile != JOKER)
    shapes = _shapes(tiles, heap.count(JOKER))

    def lay(left: Counter[Tile], jokers: int) -> Iterator[tuple[Meld, ...]]:
        tile = min((t for t, n in left.items() if n), default=None)
        if tile is None:
            if not jokers:
                yield ()
            return
        for meld in shapes[tile]:
            mine = Counter(meld.naturals)
            if meld.jokers <= jokers and mine <= left:
                for others in lay(left - mine, jokers - meld.jokers):
                    yield (meld, *others)

    return tuple(dict.fromkeys(map(Table, lay(naturals, heap.count(JOKER)))))


def parts(heap: Rack) -> Iterator[Rack]:
    """Yield every part of *heap* with a tile in it."""
    for size in range(1, len(heap) + 1):
        yield from dict.fromkeys(map(Rack, combinations(heap, size)))


@cache
def _shapes(tiles: TileSet, jokers: int) -> dict[Tile, tuple[Meld, ...]]:
    """Return every meld with at most so many jokers, by the first of its numbered tiles."""
    order = [*range(1, tiles.numbers + 1), *([1] if tiles.one_high else [])]
    melds: list[Meld] = []
    for letter in tiles.letters:
        line = [Tile.of(letter, number) for number in order]
        for first, last in combinations(range(len(line) + 1), 2):
            faces = tuple(line[first:last])
            for count in range(jokers + 1):
                melds += (Run(faces, wild) for wild in combinations(faces, count))
    for number in range(1, tiles.numbers + 1):
        line = [Tile.of(letter, number) for letter in tiles.letters]
        for size in range(1, len(line) + 1):
            for naturals in combinations(line, size):
                melds += (Group(naturals, count) for count in range(jokers + 1))
    by_tile: dict[Tile, list[Meld]] = {tile: [] for tile in tiles.kinds}
    for meld in dict.fromkeys(melds):
        if fits(meld, tiles):
            by_tile[min(meld.naturals)].append(meld)
    return {tile: tuple(some) for tile, some in by_tile.items()}
