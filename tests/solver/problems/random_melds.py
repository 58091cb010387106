"""Random melds out of a bag of tiles."""

from __future__ import annotations

from random import Random

from tilerummy.melds import Group, Meld, Run
from tilerummy.tiles import Tile, TileSet


def random_meld(chance: Random, tiles: TileSet, bag: list[Tile], jokers: int) -> Meld | None:
    """Take a random meld out of *bag*, with up to so many jokers; None if none was found."""
    for _ in range(50):
        faces = _group(chance, tiles) if chance.random() < 0.5 else _run(chance, tiles)
        wild = chance.sample(faces, min(jokers, len(faces) - 1))
        real = [f for f in faces if f not in wild]
        if len(set(faces)) < len(faces) or any(f not in bag for f in real):
            continue
        for face in real:
            bag.remove(face)
        if faces[0].number == faces[1].number:
            return Group(tuple(sorted(real)), len(wild))
        return Run(tuple(faces), tuple(f for f in faces if f in wild))
    return None


def _group(chance: Random, tiles: TileSet) -> list[Tile]:
    number = chance.randint(1, tiles.numbers)
    letters = chance.sample(tiles.letters, chance.randint(3, max(3, min(4, tiles.colours))))
    return [Tile.of(letter, number) for letter in letters]


def _run(chance: Random, tiles: TileSet) -> list[Tile]:
    length = chance.choice((3, 3, 3, 4, 4, 5))
    order = [*range(1, tiles.numbers + 1), *([1] if tiles.one_high else [])]
    start = chance.randrange(len(order) - length + 1)
    letter = chance.choice(tiles.letters)
    return [Tile.of(letter, n) for n in order[start : start + length]]
