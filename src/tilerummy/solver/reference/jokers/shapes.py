"""The faces of all runs and groups, and the ways to fill them with tiles and jokers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tilerummy.tiles import Tile, TileSet


def runs(tiles: TileSet, longest: int | None = None) -> Iterator[tuple[Tile, ...]]:
    """Yield the faces of all runs, up to the length *longest* if it is given."""
    order = [*range(1, tiles.numbers + 1), *([1] if tiles.one_high else [])]
    for letter in tiles.letters:
        for length in range(3, min(longest or tiles.numbers, tiles.numbers) + 1):
            for first in range(len(order) - length + 1):
                yield tuple(Tile.of(letter, n) for n in order[first : first + length])


def groups(tiles: TileSet) -> Iterator[tuple[Tile, ...]]:
    """Yield the faces of all groups."""
    for number in range(1, tiles.numbers + 1):
        for length in range(3, tiles.colours + 1):
            for letters in combinations(tiles.letters, length):
                yield tuple(Tile.of(letter, number) for letter in letters)


def filled(places: Sequence[Sequence[str]], jokers: int) -> Iterator[tuple[str, ...]]:
    """Yield the ways to fill all *places* with one of their words each, "joker" only so often."""
    if not places:
        yield ()
        return
    for what in places[0]:
        left = jokers - (what == "joker")
        if left >= 0:
            for others in filled(places[1:], left):
                yield (what, *others)
