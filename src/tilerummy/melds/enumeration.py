"""Enumerates the melds that can be formed from given tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations

from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds.values import Group, Meld, Run, fits
from tilerummy.tiles import Tile, TileSet


def possible_melds(
    supply: Counter[Tile],
    jokers: int,
    tiles: TileSet,
    *,
    longest: int | None = None,
    deadline: Deadline = NEVER,
) -> Iterator[Meld]:
    """Yield the distinct melds that use numbered tiles in *supply* and at most *jokers* jokers.

    Melds whose jokers represent different tiles are distinct. Runs with more than *longest* tiles
    are omitted. Raises OutOfTimeError when the *deadline* passes.

    >>> from tilerummy.tiles import STANDARD, rack
    >>> [*possible_melds(Counter(rack("r7 r8 r9 b7")), 1, STANDARD, longest=3)][:3]
    [*r6 r7 r8, r7 r8 r9, *r7 r8 r9]
    """
    kinds = {tile for tile, count in supply.items() if count}
    for meld in chain(_runs(kinds, jokers, tiles, longest), _groups(kinds, jokers, tiles)):
        deadline.check()
        if fits(meld, tiles):
            yield meld


def _runs(supply: set[Tile], jokers: int, tiles: TileSet, longest: int | None) -> Iterator[Meld]:
    order = [*range(1, tiles.numbers + 1), *([1] if tiles.one_high else [])]
    for letter in tiles.letters:
        line = tuple(Tile.of(letter, number) for number in order)
        for first in range(len(line)):
            most = len(line) if longest is None else min(first + longest, len(line))
            for last in range(first + 3, most + 1):
                faces = line[first:last]
                lacking = {face for face in faces if face not in supply}
                if len(lacking) > jokers:
                    break
                others = [face for face in faces if face in supply]
                for count in range(jokers - len(lacking) + 1):
                    for more in combinations(others, count):
                        wild = lacking.union(more)
                        yield Run(faces, tuple(face for face in faces if face in wild))


def _groups(supply: set[Tile], jokers: int, tiles: TileSet) -> Iterator[Meld]:
    for number in range(1, tiles.numbers + 1):
        same = [t for letter in tiles.letters if (t := Tile.of(letter, number)) in supply]
        for count in range(1, len(same) + 1):
            for numbered in combinations(same, count):
                for wild in range(jokers + 1):
                    yield Group(numbered, wild)
