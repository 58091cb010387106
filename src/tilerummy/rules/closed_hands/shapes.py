"""Matches the shapes of closed hands that do not consist of melds (RULES, section 3.2).

Positions are numbered from 1 to 14. Position 14 is for a 1 that follows the 13.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, permutations, product

from tilerummy.tiles import JOKER, Rack, Tile

FOURTEEN = 14
"""The number of tiles in a closed hand, which is also the position of the high 1."""

PLACES = (*range(1, FOURTEEN), 1)
"""The number at each position, from the low 1 to the high 1."""


@dataclass(frozen=True, slots=True)
class Fourteen:
    """A hand of fourteen tiles: numbered tiles, the number of jokers, and the colours of the set.

    There are at most two jokers, so every meld contains a numbered tile.
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
        """The lowest possible sum of the numbers, with 1 for every joker."""
        return sum(t.number for t in self.numbered) + self.jokers


def loose(hand: Fourteen) -> str:
    """Return the tiles in text notation, ignoring how they are arranged."""
    return str(hand.numbered + (JOKER,) * hand.jokers)


def square(hand: Fourteen) -> str | None:
    """Return *hand* in notation if eight of its tiles have the same number, or None.

    Jokers can replace tiles with that number.
    """
    number, found = Counter(t.number for t in hand.numbered).most_common(1)[0]
    if found + hand.jokers < 8:
        return None
    alike = [t for t in hand.numbered if t.number == number][:8]
    wild = 8 - len(alike)
    rest = hand.numbered - alike + (JOKER,) * (hand.jokers - wild)
    return f"{' '.join([*map(str, alike), *[f'*{number}'] * wild])} / {rest}"


def pairs(hand: Fourteen) -> str | None:
    """Return *hand* as seven pairs of identical tiles, or None. Two jokers can form a pair."""
    kinds = Counter(hand.numbered)
    single = [t for t in kinds if kinds[t] % 2]
    if len(single) > hand.jokers:
        return None
    whole = [f"{t} {t}" for t in kinds for _ in range(kinds[t] // 2)]
    bare = ["* *"] * ((hand.jokers - len(single)) // 2)
    return " / ".join([*whole, *(f"{t} *{t}" for t in single), *bare])


def spans(hand: Fourteen, low: int, high: int) -> str | None:
    """Return *hand* as runs from position *low* to position *high*, or None if it does not match.

    All colours that are used must have the same number of runs.
    """
    numbers = PLACES[low - 1 : high]
    each, odd = divmod(FOURTEEN // len(numbers), len(hand.colours))
    if odd:
        return None
    return _laid(hand, [[Tile.of(c, n) for n in numbers] for c in hand.colours * each])


def mixed(hand: Fourteen, low: int, high: int) -> str | None:
    """Return *hand* as runs from position *low* to *high*, or None if it does not match.

    The runs must change colour after every tile.
    """
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
    """Yield ways to assign the hand to positions: for each position, its number and its tiles.

    Jokers fill the gaps. The ways differ in the 1s that are used as high 1s.
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
    """Yield the possible faces of the tiles at one position, with one face for each run."""
    wild = [Tile.of(letter, number) for letter in letters]
    for order in sorted(set(permutations(tiles))):
        yield from product(*(wild if t == JOKER else [t] for t in order))


def _laid(hand: Fourteen, rows: Iterable[Iterable[Tile]]) -> str | None:
    """Return the rows in notation, with jokers for gaps, or None if tiles are left over."""
    left = Counter(hand.numbered)
    written = []
    for row in rows:
        words = []
        for face in row:
            words.append(str(face) if left[face] else f"*{face}")
            left[face] -= left[face] > 0
        written.append(" ".join(words))
    return None if left.total() else " / ".join(written)
