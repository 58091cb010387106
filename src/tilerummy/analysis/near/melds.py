"""Finds the nearest hand that consists of melds.

The search takes the lowest tile of the rack. It either leaves the tile out or tries every meld that
can contain it, even if the meld's other tiles are missing. Results for the remaining tiles are
cached. The search uses iterative deepening: each pass allows a maximum number of missing tiles, and
earlier passes have ruled out hands that lack fewer. The lengths of melds are limited as in
``rules.closed_hands.arrangements``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tilerummy.analysis.near.shapes import numbers_of
from tilerummy.analysis.near.stock import Rows, Stock
from tilerummy.deadline import Deadline
from tilerummy.rules.closed_hands.hands import ClosedHand, Shape
from tilerummy.rules.closed_hands.shapes import FOURTEEN
from tilerummy.tiles import Tile

SHORTEST = 3
LONGEST = 5
"""Longer melds can be split in two, unless the number of melds is given."""

_BITS, _COPIES = 3, 7
"""The bits that count the copies of a tile in a packed rack, and their mask."""
_STEPS = 256
"""The number of steps between two checks of the deadline."""


class _Meld(NamedTuple):
    """A meld. Its tiles are given by their positions in a packed rack."""

    tiles: tuple[Tile, ...]
    shifts: tuple[int, ...]
    colour: int
    """A bit for the colour of a run, or 0 for a group."""
    points: int


class _Found(NamedTuple):
    """The nearest hand found: its price, its first meld and the remaining ones."""

    lacking: int
    ease: int
    meld: _Meld | None = None
    rest: _Found | None = None

    def rows(self) -> Iterator[tuple[Tile, ...]]:
        if self.meld and self.rest:
            yield self.meld.tiles
            yield from self.rest.rows()


class _Rest(NamedTuple):
    """The part of a search that remains. It is also the key of the cache.

    ``own`` is the packed rest of the rack, and ``drawn`` the packed tiles that are missing.
    """

    own: int
    tiles: int
    melds: int
    colours: int
    points: int
    wild: int
    drawn: int


_DONE = _Found(0, 0)


class MeldSearch:
    """A search for the nearest hand of one type that consists of melds.

    If the type sets a number of colours, the hand uses every colour in *stock*. Unless *counts* is
    true, a missing tile may be used more often than it can be drawn.
    """

    def __init__(self, row: ClosedHand, stock: Stock, *, counts: bool = False) -> None:
        self._row, self._stock, self._counts = row, stock, counts
        self._limited, self._counted = row.total is not None, row.melds is not None
        self._melds = _melds(row, stock.letters)
        kinds = {_shift(tile, stock.letters): tile for tile in self._melds.tiles}
        self._drawable = {shift: stock.drawable[tile] for shift, tile in kinds.items()}
        self._ease = {shift: stock.ease(tile) for shift, tile in kinds.items()}
        every = (1 << len(stock.letters)) - 1
        self._colours = every if row.colours is not None else 0
        self._known: dict[_Rest, tuple[int, _Found | None]] = {}
        self._steps = 0

    def find(self, most: int, deadline: Deadline) -> Rows | None:
        """Return the nearest hand that lacks at most *most* tiles, jokers not counted, or None.

        Raises OutOfTimeError if the *deadline* passes.
        """
        letters, own = self._stock.letters, 0
        for tile, count in self._stock.own.items():
            own += count << _shift(tile, letters)
        held = self._stock.own.total()
        total = self._row.total or 0
        rest = _Rest(own, FOURTEEN, self._row.melds or 0, 0, total, self._stock.wild, 0)
        found = self._best(rest, held, most, deadline)
        return None if found is None else tuple(sorted(found.rows()))

    def _best(self, rest: _Rest, held: int, most: int, deadline: Deadline) -> _Found | None:
        """Return the nearest hand if *held* rack tiles remain and *most* tiles may be missing."""
        if self._limited and rest.points < self._melds.floor[rest.tiles]:
            return None
        if not rest.tiles:
            return _DONE if not rest.melds and rest.colours == self._colours else None
        if rest.tiles - held > most:
            return None
        if self._counted and not 0 < SHORTEST * rest.melds <= rest.tiles:
            return None
        limit, known = self._known.get(rest, (-1, None))
        if known is not None or most <= limit:
            return known if known is not None and known.lacking <= most else None
        self._steps += 1
        if not self._steps % _STEPS:
            deadline.check()
        found = self._nearest(rest, held, most, deadline)
        self._known[rest] = most, found
        return found

    def _nearest(self, rest: _Rest, held: int, most: int, deadline: Deadline) -> _Found | None:
        """Try every meld that contains the rack's lowest tile, and then leave this tile out."""
        best = None
        lowest = (rest.own & -rest.own).bit_length() - 1
        lowest -= lowest % _BITS
        by_shift = self._melds.by_shift
        for meld in by_shift.get(lowest, []) if rest.own else self._melds.every:
            laid = self._laid(meld, rest, most)
            if laid is None:
                continue
            lacking, ease, after = laid
            left = held - len(meld.shifts) + lacking
            then = self._best(after, left, most - lacking, deadline)
            if then is None:
                continue
            new = _Found(then.lacking + lacking, then.ease + ease, meld, then)
            if best is None or new[:2] < best[:2]:
                best, most = new, new.lacking
        if rest.own:
            without = rest._replace(own=rest.own - (1 << lowest))
            then = self._best(without, held - 1, most, deadline)
            if then is not None and (best is None or then[:2] < best[:2]):
                best = then
        return best

    def _laid(self, meld: _Meld, rest: _Rest, most: int) -> tuple[int, int, _Rest] | None:
        """Return the price of a meld and what remains after it, or None if it is impossible."""
        left = rest.tiles - len(meld.tiles)
        if left < 0 or 0 < left < SHORTEST:
            return None
        own, wild, drawn, lacking, ease = rest.own, rest.wild, rest.drawn, 0, 0
        for shift in meld.shifts:
            if own >> shift & _COPIES:
                own -= 1 << shift
                continue
            lacking += 1
            if self._drawable[shift] > drawn >> shift & _COPIES:
                ease -= self._ease[shift]
                drawn += self._counts << shift
            else:
                wild -= 1
        if lacking > most or wild < 0:
            return None
        melds = rest.melds - self._counted
        colours = rest.colours | meld.colour if self._colours else 0
        points = rest.points - meld.points if self._limited else 0
        return lacking, ease, _Rest(own, left, melds, colours, points, wild, drawn)


def _shift(tile: Tile, letters: str) -> int:
    """Return the position of a tile in a packed rack, where tiles are sorted by number."""
    return _BITS * ((tile.number - 1) * len(letters) + letters.index(tile.colour))


class _Melds(NamedTuple):
    """The melds that a hand may contain, all and by tile, and values derived from them."""

    every: tuple[_Meld, ...]
    by_shift: dict[int, list[_Meld]]
    tiles: frozenset[Tile]
    floor: list[int]
    """The minimum points of 0 to 14 tiles in melds."""


@cache
def _melds(row: ClosedHand, letters: str) -> _Melds:
    """Return the melds that a hand of this type may contain."""
    numbers = numbers_of(row)
    longest = LONGEST if row.melds is None else FOURTEEN - SHORTEST * (row.melds - 1)
    melds = [*_groups(numbers, letters, longest)] if row.shape is not Shape.RUNS else []
    if row.shape is not Shape.GROUPS:
        melds += _runs(numbers, letters, longest)
    by_shift: dict[int, list[_Meld]] = {}
    for meld in melds:
        for shift in meld.shifts:
            by_shift.setdefault(shift, []).append(meld)
    tiles = frozenset(tile for meld in melds for tile in meld.tiles)
    return _Melds(tuple(melds), by_shift, tiles, _least_points(melds))


def _groups(numbers: Iterable[int], letters: str, longest: int) -> Iterator[_Meld]:
    for number in sorted(set(numbers)):
        alike = [Tile.of(letter, number) for letter in letters]
        for size in range(SHORTEST, min(longest, len(alike)) + 1):
            for tiles in combinations(alike, size):
                yield _meld(tiles, letters, 0)


def _runs(numbers: tuple[int, ...], letters: str, longest: int) -> Iterator[_Meld]:
    for index, letter in enumerate(letters):
        line = [Tile.of(letter, number) for number in numbers]
        for first in range(len(line)):
            for end in range(first + SHORTEST, min(first + longest, len(line)) + 1):
                yield _meld(tuple(line[first:end]), letters, 1 << index)


def _meld(tiles: tuple[Tile, ...], letters: str, colour: int) -> _Meld:
    shifts = tuple(_shift(tile, letters) for tile in tiles)
    return _Meld(tiles, shifts, colour, sum(tile.number for tile in tiles))


def _least_points(melds: Iterable[_Meld]) -> list[int]:
    """Return the minimum points of melds with 0 to 14 tiles."""
    least: dict[int, int] = {}
    for meld in melds:
        size = len(meld.tiles)
        least[size] = min(meld.points, least.get(size, meld.points))
    floor = [0]
    for tiles in range(1, FOURTEEN + 1):
        ways = [floor[tiles - s] + points for s, points in least.items() if s <= tiles]
        floor.append(min(ways, default=1 << 30))
    return floor
