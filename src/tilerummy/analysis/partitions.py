"""Yields every partition of tiles into melds exactly once, for counting in small positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Meld
from tilerummy.melds.enumeration import possible_melds
from tilerummy.tiles import JOKER, Tile, TileSet


class _Left(NamedTuple):
    """The remaining tiles in ascending order, each with its number of copies, and the jokers.

    If the lowest remaining tile is also the lowest tile of the latest meld, ``start`` is that
    meld's index among the candidates with this lowest tile. Otherwise it is 0, so that equal
    remainders are equal.
    """

    tiles: tuple[tuple[Tile, int], ...]
    jokers: int
    start: int = 0


class _Candidate(NamedTuple):
    """A meld, its index among the melds with the same lowest numbered tile, and its tiles.

    ``kinds`` contains the meld's distinct numbered tiles as bits, for fast comparison.
    """

    place: int
    meld: Meld
    numbered: Counter[Tile]
    kinds: int
    jokers: int


class Partitions:
    """The partitions of tiles into *allowed* melds with at most *jokers* jokers in total.

    The melds of a partition have no order. Partitions that differ only in the tiles represented by
    jokers are distinct. The lowest remaining tile always goes into the next meld, and melds with
    the same lowest tile come in a fixed order, so each partition is found once. Raises
    OutOfTimeError if the *deadline* passes.
    """

    def __init__(
        self,
        tiles: TileSet,
        jokers: int,
        allowed: Callable[[Meld], bool] = lambda _: True,
        *,
        deadline: Deadline = NEVER,
    ) -> None:
        self.tiles, self.jokers, self.allowed, self.deadline = tiles, jokers, allowed, deadline
        self._known: dict[_Left, int] = {}
        self._dead: set[_Left] = set()
        self._first: dict[tuple[int, Tile], list[_Candidate]] = {}

    def all(self, tiles: Iterable[Tile]) -> Iterator[tuple[Meld, ...]]:
        """Yield every partition that uses all these *tiles*."""
        left = _counted(tiles)
        yield from self._partitions(left, _kinds(t for t, _ in left.tiles))

    def count(self, tiles: Iterable[Tile]) -> int:
        """Return the number of partitions. This is faster than listing them."""
        left = _counted(tiles)
        return self._count(left, _kinds(t for t, _ in left.tiles))

    def _candidates(self, usable: int, lowest: Tile) -> list[_Candidate]:
        """Return the allowed melds of *usable* tiles whose lowest numbered tile is *lowest*."""
        if (usable, lowest) not in self._first:
            every = _all_melds(self.tiles, self.jokers, self.deadline)
            found = []
            for candidate in every.get(lowest, ()):
                if not candidate.kinds & ~usable:
                    self.deadline.check()
                    if self.allowed(candidate.meld):
                        found.append(candidate)
            self._first[usable, lowest] = found
        return self._first[usable, lowest]

    def _partitions(self, left: _Left, usable: int) -> Iterator[tuple[Meld, ...]]:
        if not left.tiles:
            if not left.jokers:
                yield ()
            return
        if left in self._dead:
            return
        found = False
        for meld, rest in self._steps(left, usable):
            for others in self._partitions(rest, usable):
                found = True
                yield (meld, *others)
        if not found and len(self._dead) < _MOST_DEAD:
            self._dead.add(left)

    def _count(self, left: _Left, usable: int) -> int:
        if not left.tiles:
            return not left.jokers
        if left not in self._known:
            self._known[left] = sum(
                self._count(rest, usable) for _, rest in self._steps(left, usable)
            )
        return self._known[left]

    def _steps(self, left: _Left, usable: int) -> Iterator[tuple[Meld, _Left]]:
        """Yield each possible next meld and the tiles left after it.

        *usable* has a bit for each kind of tile.
        """
        self.deadline.check()
        lowest = left.tiles[0][0]
        lacking = ~_kinds(t for t, _ in left.tiles)
        for place, meld, numbered, kinds, jokers in self._candidates(usable, lowest):
            if not kinds & lacking and jokers <= left.jokers and place >= left.start:
                rest = tuple((t, m) for t, n in left.tiles if (m := n - numbered.get(t, 0)))
                again = bool(rest) and rest[0][0] == lowest
                yield meld, _Left(rest, left.jokers - jokers, place if again else 0)


def _kinds(tiles: Iterable[Tile]) -> int:
    """Return the distinct tiles as the bits of an integer."""
    return sum(1 << tile for tile in tiles)


def _counted(tiles: Iterable[Tile]) -> _Left:
    counts = Counter(tiles)
    jokers = counts.pop(JOKER, 0)
    return _Left(tuple(sorted(counts.items())), jokers)


def _all_melds(tiles: TileSet, jokers: int, deadline: Deadline) -> _Melds:
    """Return all melds with at most *jokers* jokers, grouped by their lowest numbered tile."""
    known = _KNOWN.get((tiles, jokers))
    if known is None:
        known = {}
        for meld in possible_melds(Counter(tiles.kinds), jokers, tiles, deadline=deadline):
            numbered = Counter(meld.numbered)
            same = known.setdefault(min(numbered), [])
            same.append(_Candidate(len(same), meld, numbered, _kinds(numbered), meld.jokers))
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[tiles, jokers] = known
    return known


_Melds = dict[Tile, list[_Candidate]]

_MOST_DEAD = 20_000
"""The number of cached states that lead to no partition."""
_MOST_KNOWN = 16
_KNOWN: dict[tuple[TileSet, int], _Melds] = {}
