"""Lists every way to lay tiles in melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.tiles import JOKER, Rack, Tile, TileSet

Counts = tuple[tuple[Tile, int], ...]
Shape = tuple[Meld, Counts, int]
"""A meld: its numbered tiles and its number of jokers."""


def parts(heap: Rack) -> Iterator[Rack]:
    """Yield every non-empty part of *heap*."""
    for size in range(1, len(heap) + 1):
        yield from dict.fromkeys(map(Rack, combinations(heap, size)))


@cache
def every_table(heap: Rack, tiles: TileSet) -> tuple[Table, ...]:
    """Return every table that uses exactly the tiles in *heap*; the result is cached."""
    return tuple(tables(heap, tiles))


def tables(heap: Rack, tiles: TileSet) -> Iterator[Table]:
    """Yield each table that uses exactly the tiles in *heap* once."""
    counts = Counter(heap)
    jokers = counts.pop(JOKER, 0)
    shapes = _melds(tiles, jokers)

    def lay(left: dict[Tile, int], jokers: int) -> Iterator[tuple[Meld, ...]]:
        if not left:
            if not jokers:
                yield ()
            return
        for meld, numbered, wild in shapes[min(left)]:
            if wild <= jokers and all(left.get(tile, 0) >= n for tile, n in numbered):
                for others in lay(_without(left, numbered), jokers - wild):
                    yield (meld, *others)

    seen = set()
    for table in map(Table, lay(counts, jokers)):
        if table not in seen:
            seen.add(table)
            yield table


def _without(left: dict[Tile, int], tiles: Counts) -> dict[Tile, int]:
    taken = dict(tiles)
    return {tile: n - taken.get(tile, 0) for tile, n in left.items() if n > taken.get(tile, 0)}


@cache
def _melds(tiles: TileSet, jokers: int) -> dict[Tile, tuple[Shape, ...]]:
    """Return all melds with at most *jokers* jokers, grouped by their first tiles."""
    melds: dict[Meld, None] = {}
    order = [*range(1, tiles.numbers + 1), *([1] if tiles.one_high else [])]
    for letter in tiles.letters:
        for first, last in combinations(range(len(order) + 1), 2):
            faces = tuple(Tile.of(letter, number) for number in order[first:last])
            for wild in _subsets(faces, jokers):
                melds[Run(faces, wild)] = None
    for number in range(1, tiles.numbers + 1):
        every = tuple(Tile.of(letter, number) for letter in tiles.letters)
        for numbered in _subsets(every, len(every)):
            for count in range(jokers + 1):
                if numbered:
                    melds[Group(numbered, count)] = None
    by_tile: dict[Tile, list[Shape]] = {tile: [] for tile in tiles.kinds}
    for meld in melds:
        if fits(meld, tiles):
            counts = tuple(Counter(meld.numbered).items())
            by_tile[min(meld.numbered)].append((meld, counts, meld.jokers))
    return {tile: tuple(some) for tile, some in by_tile.items()}


def _subsets(tiles: tuple[Tile, ...], most: int) -> Iterator[tuple[Tile, ...]]:
    for size in range(min(most, len(tiles)) + 1):
        yield from combinations(tiles, size)
