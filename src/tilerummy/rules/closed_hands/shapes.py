"""The shapes in which fourteen tiles can be read, other than in melds: RULES 3.2.

Numbers stand on a line of places 1 to 14, where 14 is the 1 above the 13.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, permutations, product

from tilerummy.tiles import JOKER, Rack, Tile

FOURTEEN = 14
"""How many tiles a closed hand has; also the place of the high 1."""

PLACES = (*range(1, FOURTEEN), 1)
"""The number at every place, from the low 1 to the high 1."""


@dataclass(frozen=True, slots=True)
class Fourteen:
    """Fourteen tiles to be read: the numbered ones, the jokers, the colours of the tile set.

    At most two of the tiles are jokers, so that every meld made of them has a numbered tile.
    """

    numbered: Rack
    jokers: int
    letters: str

    @property
    def colours(self) -> tuple[str, ...]:
        """The different colours of the numbered tiles."""
        return tuple(dict.fromkeys(t.colour for t in self.numbered))

    @property
    def least(self) -> int:
        """The lowest sum that the numbers can have: every joker counts 1."""
        return sum(t.number for t in self.numbered) + self.jokers


def loose(hand: Fourteen) -> str:
    """Return the tiles as they are, in no shape."""
    return str(hand.numbered + (JOKER,) * hand.jokers)


def square(hand: Fourteen) -> str | None:
    """Read eight tiles of one number, counting the jokers, and then the other six."""
    number, found = Counter(t.number for t in hand.numbered).most_common(1)[0]
    if found + hand.jokers < 8:
        return None
    alike = [t for t in hand.numbered if t.number == number][:8]
    wild = 8 - len(alike)
    others = hand.numbered - alike + (JOKER,) * (hand.jokers - wild)
    return f"{' '.join([*map(str, alike), *[f'*{number}'] * wild])} / {others}"


def pairs(hand: Fourteen) -> str | None:
    """Read seven pairs of identical tiles; two jokers may be one of them."""
    kinds = Counter(hand.numbered)
    single = [t for t in kinds if kinds[t] % 2]
    if len(single) > hand.jokers:
        return None
    whole = [f"{t} {t}" for t in kinds for _ in range(kinds[t] // 2)]
    bare = ["* *"] * ((hand.jokers - len(single)) // 2)
    return " / ".join([*whole, *(f"{t} *{t}" for t in single), *bare])


def spans(hand: Fourteen, low: int, high: int) -> str | None:
    """Read runs that each go from place *low* to place *high*, as many in each of the colours."""
    numbers = PLACES[low - 1 : high]
    each, odd = divmod(FOURTEEN // len(numbers), len(hand.colours))
    if odd:
        return None
    return _laid(hand, [[Tile.of(c, n) for n in numbers] for c in hand.colours * each])


def mixed(hand: Fourteen, low: int, high: int) -> str | None:
    """Read runs that each go from *low* to *high* and change their colour at every step."""
    for steps in _steps(hand, PLACES[low - 1 : high]):
        climbs: dict[tuple[Tile, ...], tuple[tuple[Tile, ...], ...]] = {(): ()}
        for number, tiles in steps:
            climbs = {
                faces: (*climb, faces)
                for faces in _faces(number, tiles, hand.letters)
                for last, climb in climbs.items()
                if all(a.colour != b.colour for a, b in zip(last, faces, strict=False))
            }
        for climb in climbs.values():
            return _laid(hand, zip(*climb, strict=True))
    return None


def _steps(hand: Fourteen, numbers: tuple[int, ...]) -> Iterator[list[tuple[int, list[Tile]]]]:
    """Yield the ways to lay the hand on the places: for each its number and the tiles there.

    Jokers lie where numbered tiles are lacking. The ways differ in which 1 is the high one.
    """
    runs = FOURTEEN // len(numbers)
    by_number: dict[int, list[Tile]] = {n: [] for n in numbers}
    for natural in hand.numbered:
        by_number.setdefault(natural.number, []).append(natural)
    for number, tiles in by_number.items():
        tiles.extend([JOKER] * (runs * numbers.count(number) - len(tiles)))
    if sum(map(len, by_number.values())) > FOURTEEN:
        return
    for turn in (1, -1):
        supply = {n: iter(tiles[::turn]) for n, tiles in by_number.items()}
        yield [(n, [*islice(supply[n], runs)]) for n in numbers]


def _faces(number: int, tiles: list[Tile], letters: str) -> Iterator[tuple[Tile, ...]]:
    """Yield what the tiles at one place can show, in the order of the runs."""
    wild = [Tile.of(letter, number) for letter in letters]
    for order in sorted(set(permutations(tiles))):
        yield from product(*(wild if t == JOKER else [t] for t in order))


def _laid(hand: Fourteen, rows: Iterable[Iterable[Tile]]) -> str | None:
    """Write the rows with the hand's tiles, jokers where it has none; None if a tile is left."""
    left = Counter(hand.numbered)
    written = []
    for row in rows:
        words = []
        for face in row:
            words.append(str(face) if left[face] else f"*{face}")
            left[face] -= left[face] > 0
        written.append(" ".join(words))
    return None if left.total() else " / ".join(written)
