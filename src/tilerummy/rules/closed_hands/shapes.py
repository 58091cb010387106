"""The shapes of closed hands other than melds: RULES 3.2.

Places are numbered from 1 to 14; place 14 is for a 1 that follows the 13.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, permutations, product

from tilerummy.tiles import JOKER, Rack, Tile

FOURTEEN = 14
"""The number of tiles in a closed hand; also the place of the high 1."""

PLACES = (*range(1, FOURTEEN), 1)
"""The number at each place, from the low 1 to the high 1."""


@dataclass(frozen=True, slots=True)
class Fourteen:
    """A hand of fourteen tiles: numbered tiles, the number of jokers, and the set's colours.

    At most two of the tiles are jokers, so every meld has a numbered tile.
    """

    numbered: Rack
    jokers: int
    letters: str

    @property
    def colours(self) -> tuple[str, ...]:
        """The distinct colours of the numbered tiles."""
        return tuple(dict.fromkeys(t.colour for t in self.numbered))

    @property
    def least(self) -> int:
        """The lowest possible sum of the numbers; every joker counts 1."""
        return sum(t.number for t in self.numbered) + self.jokers


def loose(hand: Fourteen) -> str:
    """Return the tiles in notation, without any arrangement."""
    return str(hand.numbered + (JOKER,) * hand.jokers)


def square(hand: Fourteen) -> str | None:
    """Match eight tiles of the same number, including jokers, and any six other tiles."""
    number, found = Counter(t.number for t in hand.numbered).most_common(1)[0]
    if found + hand.jokers < 8:
        return None
    alike = [t for t in hand.numbered if t.number == number][:8]
    wild = 8 - len(alike)
    rest = hand.numbered - alike + (JOKER,) * (hand.jokers - wild)
    return f"{' '.join([*map(str, alike), *[f'*{number}'] * wild])} / {rest}"


def pairs(hand: Fourteen) -> str | None:
    """Match seven pairs of identical tiles; two jokers may form a pair."""
    kinds = Counter(hand.numbered)
    single = [t for t in kinds if kinds[t] % 2]
    if len(single) > hand.jokers:
        return None
    whole = [f"{t} {t}" for t in kinds for _ in range(kinds[t] // 2)]
    bare = ["* *"] * ((hand.jokers - len(single)) // 2)
    return " / ".join([*whole, *(f"{t} *{t}" for t in single), *bare])


def spans(hand: Fourteen, low: int, high: int) -> str | None:
    """Match runs from place *low* to place *high*, the same number of them in each colour used."""
    numbers = PLACES[low - 1 : high]
    each, odd = divmod(FOURTEEN // len(numbers), len(hand.colours))
    if odd:
        return None
    return _laid(hand, [[Tile.of(c, n) for n in numbers] for c in hand.colours * each])


def mixed(hand: Fourteen, low: int, high: int) -> str | None:
    """Match runs from place *low* to place *high* that change colour with every tile."""
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
    """Yield the assignments of the hand to places: for each place, its number and its tiles.

    Jokers fill the gaps. The assignments differ in which 1 is the high one.
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
    """Yield the possible faces of the tiles at one place, in the same order as the runs."""
    wild = [Tile.of(letter, number) for letter in letters]
    for order in sorted(set(permutations(tiles))):
        yield from product(*(wild if t == JOKER else [t] for t in order))


def _laid(hand: Fourteen, rows: Iterable[Iterable[Tile]]) -> str | None:
    """Return the rows in notation, with jokers for missing tiles; None if a tile is left over."""
    left = Counter(hand.numbered)
    written = []
    for row in rows:
        words = []
        for face in row:
            words.append(str(face) if left[face] else f"*{face}")
            left[face] -= left[face] > 0
        written.append(" ".join(words))
    return None if left.total() else " / ".join(written)
