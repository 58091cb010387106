"""The sets of tiles that one play can lay, and the best of these sets."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nlargest
from itertools import takewhile
from operator import itemgetter

from tilerummy.deadline import NEVER, Deadline
from tilerummy.solver.problem import Objective, Problem
from tilerummy.solver.subsets import Subsets
from tilerummy.tiles import JOKER, Rack


@dataclass(frozen=True, slots=True)
class PlacementRows:
    """The number of sets of tiles that one play can lay, and a row for each set, up to a limit.

    ``numbers`` are consecutive rows of 16-bit numbers: the count of each kind of tile in tile-set
    order, jokers last, then the numbers of tiles and points. The rows with the most tiles come
    first. Ties are broken by the most points, then by the lowest tiles. ``proven`` has the same
    meaning as in :class:`Placements`.
    """

    count: int
    numbers: bytes
    proven: bool = True


@dataclass(frozen=True, slots=True)
class Placements:
    """The distinct nonempty sets of rack tiles that one play can lay.

    Supports ``len`` and ``in``, and iterates in a fixed order. ``proven`` is True if there are no
    other sets. It is False only if the budget or the time ran out, or if the search is limited in
    the same way as the search for the best play.
    """

    problem: Problem
    subsets: Subsets
    code_set: int
    proven: bool = True

    def __len__(self) -> int:
        return self.code_set.bit_count()

    def __bool__(self) -> bool:
        return self.code_set != 0

    def __iter__(self) -> Iterator[Rack]:
        return self.subsets.racks(self.code_set)

    def __contains__(self, tiles: object) -> bool:
        if not isinstance(tiles, Rack) or not tiles <= self.problem.rack:
            return False
        return bool(self.code_set >> self.subsets.code(Counter(tiles)) & 1)

    def best(self, limit: int, *, deadline: Deadline = NEVER) -> tuple[Rack, ...]:
        """Return up to *limit* sets, starting with the best according to the problem's objective.

        Compares only the sets enumerated before the *deadline*.
        """
        known = [(self._worth(placed), placed) for placed in _until(self, deadline)]
        return tuple(placed for _, placed in nlargest(limit, known, key=itemgetter(0)))

    def rows(self, limit: int) -> PlacementRows:
        """Return the sets as rows, or no rows if there are more than *limit* sets.

        :func:`~tilerummy.solver.placement_rows` enumerates the sets and returns the rows in one
        step.
        """
        if len(self) > limit:
            return PlacementRows(len(self), b"", self.proven)
        points = self.problem.points
        ordered = sorted(self, key=lambda placed: (-len(placed), -points(placed), placed))
        kinds, numbers = (*self.problem.tiles.kinds, JOKER), array("h")
        for placed in ordered:
            times = Counter(placed)
            numbers.extend(times[kind] for kind in kinds)
            numbers.extend((len(placed), points(placed)))
        return PlacementRows(len(self), numbers.tobytes(), self.proven)

    def _worth(self, placed: Rack) -> tuple[int, int]:
        first, second = len(placed), self.problem.points(placed)
        return (second, first) if self.problem.objective is Objective.POINTS else (first, second)


def _until(sets: Iterable[Rack], deadline: Deadline) -> Iterator[Rack]:
    return takewhile(lambda _: not deadline.is_over, sets) if deadline else iter(sets)
