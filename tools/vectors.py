"""Writes test cases on melds, jokers and clocks that keep the web client consistent with Python.

The files are melds.json, jokers.json and clocks.json in web/tests/rules/.

python -m tools.vectors
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools import clock_vectors, joker_vectors

from tilerummy.melds import Group, Meld, Run, fits, meld, table
from tilerummy.tiles import JOKER, STANDARD, NotationError, Rack, Tile, TileSet, rack

PATH = Path(__file__).parent.parent / "web" / "tests" / "rules" / "melds.json"

SETS = (
    STANDARD,
    TileSet(one_high=True),
    TileSet(numbers=5, colours=3, jokers=4, one_high=True),
    TileSet(numbers=26, colours=8, copies=1, jokers=8),
)

TEXTS = (
    "b5 * *", "b5 b6 *", "* b6 b5", "*b7 b6 b5", "b5 b6 *7", "o4 k4 *4", "k4 o4 *k4", "k12 k13 k1",
    "k13 k12 *k1", "*k12 k13 k1", "k13 k1 k2", "k12 k13 *", "* k13 k1", "* * *", "r3 r4",
    "r3 r4 r4", "R3 r4\tR5", "", "x3 r4 r5", "r0 r1 r2", "r14 r12 r13", "r03 r4 r5", "? r4 r5",
    "*14 k4 r4", "r3 *k14 r5", "*x4 r4 r5",
    "k4 r4 b4 o4 *4", "k4 r4 b4 k4", "r5 b6 o7", "*b5 *b6 *b7", "r2 r3 r4 r5 r1", "k3 k4 k5 k2 k1",
    "k2 k3 k4 k5 k1", "k2 k3 k4 k5 *", "* k2 k3 k4 k5", "k3 * k5", "k3 * *", "* k1 *", "k5 k1 *",
    "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1",
)  # fmt: skip

TABLES = (
    "", " ", "k4 r4 o4 / b5 b6 *b7", "b5 b6 * / o4 r4 k4", "r3 r4 / b5 * *", "r3 r4 / x9 r4 r5",
    "k4 r4 o4 /", "k4 r4 *4 / k4 r4 o4 / k1 k2 k3 / *k1 k2 k3",
)  # fmt: skip


def readings(heap: Rack, tiles: TileSet) -> list[Meld]:
    """Return every meld of exactly the tiles in *heap*: runs by first number, then groups."""
    numbered = tuple(dict.fromkeys(t for t in heap if t.is_numbered))
    found: list[Meld] = []
    for colour in dict.fromkeys(t.colour for t in numbered):
        for first in range(1, tiles.numbers + 1):
            ascending = [*range(first, first + len(heap))]
            for numbers in (ascending, [*ascending[:-1], 1]):
                if max(numbers) <= tiles.numbers:
                    faces = tuple(Tile.of(colour, n) for n in numbers)
                    found.append(Run(faces, tuple(f for f in faces if f not in numbered)))
    found.append(Group(numbered, heap.count(JOKER)))
    return [m for m in found if Rack(m.tiles) == heap and fits(m, tiles)]


def heaps(tiles: TileSet, rng: random.Random) -> Iterator[Rack]:
    """Yield tiles that are melds, are nearly melds, or are unrelated."""
    for _ in range(120):
        count, colour = rng.randint(2, min(6, tiles.numbers)), rng.choice(tiles.letters)
        first = rng.randint(1, tiles.numbers)
        numbers = [(first + i - 1) % tiles.numbers + 1 for i in range(count)]
        yield _spoilt([Tile.of(colour, n) for n in numbers], tiles, rng)
        letters = rng.sample(tiles.letters, min(rng.randint(2, 5), tiles.colours))
        yield _spoilt([Tile.of(letter, first) for letter in letters], tiles, rng)


def _spoilt(heap: list[Tile], tiles: TileSet, rng: random.Random) -> Rack:
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        heap[rng.randrange(len(heap))] = rng.choice((JOKER, JOKER, rng.choice(tiles.kinds)))
    return Rack(heap)


def texts(tiles: TileSet, rng: random.Random) -> Iterator[str]:
    """Yield melds in possible spellings, valid and invalid."""
    yield from TEXTS
    for heap in heaps(tiles, rng):
        ways = readings(heap, tiles)
        words = str(rng.choice(ways)).split() if ways else str(heap).split()
        if rng.random() < 0.5:
            rng.shuffle(words)
        if rng.random() < 0.3:
            words = ["*" if "*" in word else word for word in words]
        yield " ".join(words)


def _read(text: str, tiles: TileSet) -> list[object]:
    try:
        found = meld(text, tiles)
    except NotationError as error:
        return [text, error.code, error.start, error.end]
    return [text, str(found), found.points]


def _read_table(text: str) -> list[object]:
    try:
        return [text, str(table(text))]
    except NotationError as error:
        return [text, error.code, error.start, error.end]


def vectors() -> str:
    """Return the text of melds.json; the same code always gives the same text."""
    sets = []
    for tiles in SETS:
        rng = random.Random(repr(tiles))
        found = {str(h): readings(h, tiles) for h in heaps(tiles, rng)}
        for heap in ("b5 * *", "* * *", "b4 b5 *", "r1 * *", "k1 r1 * *"):
            found[heap] = readings(rack(heap), tiles)
        sets.append(
            {
                "set": {
                    "numbers": tiles.numbers,
                    "colours": tiles.colours,
                    "copies": tiles.copies,
                    "jokers": tiles.jokers,
                    "oneHigh": tiles.one_high,
                },
                "heaps": [
                    [heap, [[str(m), m.points] for m in melds]] for heap, melds in found.items()
                ],
                "texts": [_read(text, tiles) for text in dict.fromkeys(texts(tiles, rng))],
            }
        )
    rows = ",\n".join(_lines(each) for each in sets)
    tables = ",\n".join(json.dumps(_read_table(text)) for text in TABLES)
    return f'{{"sets": [\n{rows}\n],\n"tables": [\n{tables}\n]}}\n'


def _lines(each: Mapping[str, object]) -> str:
    parts = []
    for key, value in each.items():
        if isinstance(value, list):
            body = "[\n" + ",\n".join(map(json.dumps, value)) + "\n]"
        else:
            body = json.dumps(value)
        parts.append(f'"{key}": {body}')
    return "{" + ",\n".join(parts) + "}"


if __name__ == "__main__":
    for path, text in (
        (PATH, vectors),
        (joker_vectors.PATH, joker_vectors.joker_vectors),
        (clock_vectors.PATH, clock_vectors.clock_vectors),
    ):
        path.write_text(text(), encoding="utf-8")
        print(f"wrote {path.name}")
