"""The integer program of the best play, for any solver."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from tilerummy.solver import Problem
from tilerummy.tiles import JOKER, Tile, TileSet

FIRST = 10_000
"""The weight of the first objective relative to the second."""


def bounds(problem: Problem, faces: list[Tile]) -> tuple[list[int], list[int]]:
    """Return the minimum and maximum counts of each face, and of jokers."""
    rack, table = Counter(problem.rack), Counter(problem.table.tiles)
    kinds = [*faces, JOKER]
    return [table[k] for k in kinds], [table[k] + rack[k] for k in kinds]


def patterns_of(tiles: TileSet) -> list[tuple[Tile, ...]]:
    """Return every group, and every run of three to five faces, which compose all longer runs."""
    patterns: list[tuple[Tile, ...]] = []
    order = [*range(1, tiles.numbers + 1), *([1] if tiles.one_high else [])]
    for letter in tiles.letters:
        for length in (3, 4, 5):
            for start in range(len(order) - length + 1):
                numbers = order[start : start + length]
                patterns.append(tuple(Tile.of(letter, n) for n in numbers))
    for number in range(1, tiles.numbers + 1):
        same = [Tile.of(letter, number) for letter in tiles.letters]
        for size in range(3, len(same) + 1):
            patterns += combinations(same, size)
    return patterns
