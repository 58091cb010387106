"""Takes random melds out of a bag of tiles."""

from __future__ import annotations

from random import Random

from tilerummy.melds import Group, Meld, Run
from tilerummy.tiles import Tile, TileSet


def random_meld(rng: Random, tiles: TileSet, bag: list[Tile], jokers: int) -> Meld | None:
    """Take a random meld from *bag*, with at most *jokers* jokers, or return None."""
    for _ in range(50):
        faces = _group(rng, tiles) if rng.random() < 0.5 else _run(rng, tiles)
        wild = rng.sample(faces, min(jokers, len(faces) - 1))
        real = [f for f in faces if f not in wild]
        if len(set(faces)) < len(faces) or any(f not in bag for f in real):
            continue
        for face in real:
            bag.remove(face)
        if faces[0].number == faces[1].number:
            return Group(tuple(sorted(real)), len(wild))
        return Run(tuple(faces), tuple(f for f in faces if f in wild))
    return None


def _group(rng: Random, tiles: TileSet) -> list[Tile]:
    number = rng.randint(1, tiles.numbers)
    letters = rng.sample(tiles.letters, rng.randint(3, max(3, min(4, tiles.colours))))
    return [Tile.of(letter, number) for letter in letters]


def _run(rng: Random, tiles: TileSet) -> list[Tile]:
    length = rng.choice((3, 3, 3, 4, 4, 5))
    order = [*range(1, tiles.numbers + 1), *([1] if tiles.one_high else [])]
    start = rng.randrange(len(order) - length + 1)
    letter = rng.choice(tiles.letters)
    return [Tile.of(letter, n) for n in order[start : start + length]]
