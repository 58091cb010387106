"""Arranges fourteen tiles in melds, to recognise the closed hands of RULES, section 3.2.

The search takes a tile with the lowest number, tries every meld that can contain it, and continues
with the remaining tiles, caching a result for each set of remaining tiles. A closed hand has at
most two jokers, so three shortcuts lose nothing:

- A run needs no joker in a position that a remaining tile fits: the two can be swapped, and the
  meld that receives the joker still has a numbered tile.
- For the same reason, a joker joins a group only after all remaining tiles that fit.
- A meld of six or more tiles can be split in two, so melds of three to five tiles are enough unless
  the number of melds is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, combinations
from typing import NamedTuple

from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.rules.closed_hands.shapes import FOURTEEN, PLACES, Fourteen
from tilerummy.tiles import Tile


@lru_cache(maxsize=32)
def arranged(
    hand: Fourteen,
    *,
    groups: bool,
    runs: bool,
    places: tuple[int, int] = (1, FOURTEEN),
    melds: int | None = None,
) -> Table | None:
    """Return all tiles arranged in melds with the fewest joker points, or None if impossible.

    *groups* and *runs* specify which kinds of melds are allowed. *places* has the first and the
    last position that a run may use. *melds* is the exact number of melds, or None if any number is
    allowed.
    """
    search = _ArrangementSearch(hand.letters, groups, runs, places, melds is not None)
    tiles = tuple(sorted(hand.numbered, key=lambda t: (t.number, t)))
    found = search.best(tiles, hand.jokers, melds or 0)
    return None if found is None else Table(found.melds())


class _MeldStep(NamedTuple):
    """A meld tried in the search, with the points of its jokers.

    ``faces`` contains the tiles that a run represents. It is empty for a group.
    """

    numbered: tuple[Tile, ...]
    jokers: int
    faces: tuple[Tile, ...]
    points: int

    def meld(self) -> Meld:
        if not self.faces:
            return Group(self.numbered, self.jokers)
        return Run(self.faces, tuple(f for f in self.faces if f not in self.numbered))


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """An arrangement of tiles: its first meld, its other melds, and the points of all jokers."""

    points: int = 0
    step: _MeldStep | None = None
    rest: _Arrangement | None = None

    def melds(self) -> Iterator[Meld]:
        if self.step and self.rest:
            yield self.step.meld()
            yield from self.rest.melds()


@dataclass(frozen=True, slots=True)
class _ArrangementSearch:
    """A search for the arrangement with the fewest joker points."""

    letters: str
    groups: bool
    runs: bool
    places: tuple[int, int]
    counted: bool
    known: dict[tuple[tuple[Tile, ...], int, int], _Arrangement | None] = field(
        default_factory=dict
    )

    def best(self, tiles: tuple[Tile, ...], jokers: int, melds: int) -> _Arrangement | None:
        key = tiles, jokers, melds
        if key not in self.known:
            self.known[key] = self._best(tiles, jokers, melds)
        return self.known[key]

    def _best(self, tiles: tuple[Tile, ...], jokers: int, melds: int) -> _Arrangement | None:
        if not tiles:
            return None if jokers or melds else _Arrangement()
        if self.counted and not 0 < 3 * melds <= len(tiles) + jokers:
            return None
        best = None
        for step in chain(self._groups(tiles, jokers), self._runs(tiles, jokers)):
            left = [*tiles]
            for tile in step.numbered:
                left.remove(tile)
            rest = self.best(tuple(left), jokers - step.jokers, melds - self.counted)
            if rest and (best is None or step.points + rest.points < best.points):
                best = _Arrangement(step.points + rest.points, step, rest)
        return best

    def _groups(self, tiles: tuple[Tile, ...], jokers: int) -> Iterator[_MeldStep]:
        """Yield the groups to try that contain the first tile."""
        if not self.groups:
            return
        longest = len(self.letters) if self.counted else min(5, len(self.letters))
        first = tiles[0]
        others = [t for t in _alike(first, self.letters) if t in tiles]
        for size in range(2, min(longest, len(others) + 1)):
            for chosen in combinations(others, size):
                yield _MeldStep((first, *chosen), 0, (), 0)
        for wild in range(1, jokers + 1):
            if 3 <= 1 + len(others) + wild <= longest:
                yield _MeldStep((first, *others), wild, (), wild * first.number)

    def _runs(self, tiles: tuple[Tile, ...], jokers: int) -> Iterator[_MeldStep]:
        """Yield the runs to try that contain the first tile."""
        if not self.runs:
            return
        longest = FOURTEEN - 3 if self.counted else 5
        for faces in _windows(tiles[0], self.places, longest):
            wild = [f for f in faces if f not in tiles]
            if len(wild) <= jokers:
                numbered = tuple(f for f in faces if f in tiles)
                yield _MeldStep(numbered, len(wild), faces, sum(f.number for f in wild))


@cache
def _alike(tile: Tile, letters: str) -> tuple[Tile, ...]:
    """Return the tiles with the same number as *tile* and a later colour."""
    return tuple(t for t in (Tile.of(c, tile.number) for c in letters) if t > tile)


@cache
def _windows(tile: Tile, places: tuple[int, int], longest: int) -> tuple[tuple[Tile, ...], ...]:
    """Return the runs to try for *tile*, the lowest tile of its colour. Only jokers may precede it.

    If *tile* is a high 1, it is the last tile of the run, and any tiles may precede it.
    """
    low, high = places
    line = [Tile.of(tile.colour, n) for n in PLACES]
    spans = (
        tuple(line[first:end])
        for first in range(low - 1, high)
        for end in range(first + 3, min(first + longest, high) + 1)
    )
    return tuple(s for s in spans if tile in s[:3] or tile == s[-1] == line[-1])
