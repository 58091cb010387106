"""Every partition of tiles into melds, each once: for counting, on small positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Meld
from tilerummy.melds.enumeration import possible_melds
from tilerummy.tiles import JOKER, Tile, TileSet


class _Left(NamedTuple):
    """What is still to be laid: tiles from the lowest on, each with how many there are, and jokers.

    ``before`` is the lowest tile of the meld laid last, which was the one at ``start`` among those
    of its lowest tile.
    """

    tiles: tuple[tuple[Tile, int], ...]
    jokers: int
    before: Tile | None = None
    start: int = 0


class Partitions:
    """The partitions of tiles into melds that hold at most so many *jokers* and are *allowed*.

    The melds have no order; what a joker represents tells partitions apart. The lowest tile left
    always goes into the next meld, and two melds with the same lowest tile come in a fixed order,
    so no partition is found twice. When the *deadline* is over, OutOfTimeError is raised.
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

    def all(self, tiles: Iterable[Tile]) -> Iterator[tuple[Meld, ...]]:
        """Yield every partition of all these *tiles*."""
        yield from self._partitions(_counted(tiles))

    def count(self, tiles: Iterable[Tile]) -> int:
        """Return how many partitions there are, in less time than it takes to yield them."""
        return self._count(_counted(tiles))

    @cached_property
    def _melds(self) -> dict[Tile, list[tuple[Meld, Counter[Tile]]]]:
        """Every meld that is allowed, with its numbered tiles, by the lowest of these."""
        by_lowest: dict[Tile, list[tuple[Meld, Counter[Tile]]]] = {t: [] for t in self.tiles.kinds}
        for meld, naturals in _all_melds(self.tiles, self.jokers, self.deadline):
            self.deadline.check()
            if self.allowed(meld):
                by_lowest[min(naturals)].append((meld, naturals))
        return by_lowest

    def _partitions(self, left: _Left) -> Iterator[tuple[Meld, ...]]:
        if not left.tiles:
            if not left.jokers:
                yield ()
            return
        for meld, rest in self._steps(left):
            for others in self._partitions(rest):
                yield (meld, *others)

    def _count(self, left: _Left) -> int:
        if not left.tiles:
            return not left.jokers
        if left not in self._known:
            self._known[left] = sum(self._count(rest) for _, rest in self._steps(left))
        return self._known[left]

    def _steps(self, left: _Left) -> Iterator[tuple[Meld, _Left]]:
        """Yield each meld that may come next, with what is left after it."""
        self.deadline.check()
        lowest = left.tiles[0][0]
        have = dict(left.tiles)
        melds = self._melds[lowest]
        for i in range(left.start if lowest == left.before else 0, len(melds)):
            meld, naturals = melds[i]
            if naturals.keys() <= have.keys() and (jokers := meld.jokers) <= left.jokers:
                rest = tuple((t, m) for t, n in left.tiles if (m := n - naturals.get(t, 0)))
                yield meld, _Left(rest, left.jokers - jokers, lowest, i)


def _counted(tiles: Iterable[Tile]) -> _Left:
    counts = Counter(tiles)
    jokers = counts.pop(JOKER, 0)
    return _Left(tuple(sorted(counts.items())), jokers)


def _all_melds(tiles: TileSet, jokers: int, deadline: Deadline) -> _Melds:
    """Return every meld with at most so many jokers, and its numbered tiles."""
    known = _KNOWN.get((tiles, jokers))
    if known is None:
        every = Counter(tiles.kinds)
        melds = possible_melds(every, jokers, tiles, deadline=deadline)
        known = tuple((meld, Counter(meld.naturals)) for meld in melds)
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[tiles, jokers] = known
    return known


_Melds = tuple[tuple[Meld, Counter[Tile]], ...]

_MOST_KNOWN = 16
_KNOWN: dict[tuple[TileSet, int], _Melds] = {}
