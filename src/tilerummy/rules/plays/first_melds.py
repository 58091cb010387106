"""Finds out whether a player could have opened (RULES, section 5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.rules.plays.opening import Opening
from tilerummy.tiles import HIDDEN, JOKER, Rack, Tile, TileSet

MOST_STEPS = 2_000
"""The maximum number of steps: every meld considered, and every attempt to add a meld, is a step.

Unlike a time limit, it gives the same result on every computer.
"""


def first_melds(opening: Opening, rack: Rack, tiles: TileSet) -> Table | None:
    """Return melds from *rack* that satisfy *opening*, or None if that is impossible.

    The search is exact unless it would take more than :data:`MOST_STEPS` steps, which happens only
    with large racks or many jokers. It then stops and returns None, in favour of the player. The
    kernel's simulator searches in the same order (kernel/simulate/first_melds.cpp).

    >>> from tilerummy.tiles import STANDARD, rack
    >>> first_melds(Opening(points=30), rack("r9 r10 r11 b9 k9 k1"), STANDARD)
    r9 r10 r11
    >>> first_melds(Opening(points=50), rack("r9 r10 r11 b9 k9 k1"), STANDARD)
    """
    assert HIDDEN not in rack, "the search needs to see the tiles"
    jokers = rack.count(JOKER) if opening.jokers else 0
    left = Counter(tile for tile in rack if tile.is_numbered)
    found = _Search(opening.points, tiles).reach(left, jokers, ())
    return None if found is None else Table(found)


@dataclass(slots=True)
class _Search:
    """A depth-first search that adds one meld at a time, those with the most points first."""

    points: int
    tiles: TileSet
    steps: int = 0
    reached: dict[tuple[tuple[Tile, ...], int], int] = field(default_factory=dict)

    def reach(
        self, left: Counter[Tile], jokers: int, melds: tuple[Meld, ...]
    ) -> tuple[Meld, ...] | None:
        """Return *melds* with more melds from the tiles *left* that together have enough points."""
        so_far = sum(meld.points for meld in melds)
        key = (tuple(sorted(left.elements())), jokers)
        if self.reached.get(key, -1) >= so_far:
            return None
        self.reached[key] = so_far
        more = sorted(self._melds(left, jokers), key=lambda meld: -meld.points)
        self.steps += 1 + len(more)
        if not more or self.steps > MOST_STEPS:
            return None
        if so_far + more[0].points >= self.points:
            return (*melds, more[0])
        useful = {tile for meld in more for tile in meld.numbered}
        most = sum(tile.number * left[tile] for tile in useful) + jokers * self.tiles.numbers
        if so_far + most < self.points:
            return None
        for meld in more:
            rest = left - Counter(meld.numbered)
            if found := self.reach(rest, jokers - meld.jokers, (*melds, meld)):
                return found
            if self.steps > MOST_STEPS:
                return None
        return None

    def _melds(self, left: Counter[Tile], jokers: int) -> Iterator[Meld]:
        """Yield melds of tiles that are *left*, with jokers only for tiles that are not.

        That suffices: if a joker represents a tile that another meld contains, the two can be
        exchanged.
        """
        order = [*range(1, self.tiles.numbers + 1), *([1] if self.tiles.one_high else [])]
        for letter in self.tiles.letters:
            line = [Tile.of(letter, number) for number in order]
            starts = len(line) if self.tiles.numbers > 3 else 1  # three numbers have only one run
            for first in range(starts):
                yield from _runs(line[first:], left, jokers)
        for number in order[: self.tiles.numbers]:
            same = [t for c in self.tiles.letters if left[t := Tile.of(c, number)]]
            for size in range(1, len(same) + 1):
                for numbered in combinations(same, size):
                    most = min(jokers, self.tiles.colours - size)
                    for wild in range(max(0, 3 - size), most + 1):
                        yield Group(numbered, wild)


def _runs(line: Sequence[Tile], left: Counter[Tile], jokers: int) -> Iterator[Run]:
    """Yield the runs that begin with the first tile of *line*. A 1 cannot be at both ends."""
    faces, wild = list[Tile](), list[Tile]()
    for face in line:
        if face in faces:
            return
        faces.append(face)
        if not left[face]:
            wild.append(face)
        if len(wild) > jokers:
            return
        if len(faces) >= 3 and len(wild) < len(faces):
            yield Run(tuple(faces), tuple(wild))
