"""The sets of tiles that one play can place, and the best few of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nlargest
from itertools import takewhile
from operator import itemgetter

from tilerummy.deadline import NEVER, Deadline
from tilerummy.solver.problem import Objective, Problem
from tilerummy.solver.subsets import Subsets
from tilerummy.tiles import Rack


@dataclass(frozen=True, slots=True)
class Placements:
    """The distinct sets of rack tiles that one play can place, none of them empty.

    It has a length, tells whether a set is ``in`` it, and yields them, always in the same order.
    ``proven`` says that there are no others: it is false only where a budget or the time ran out,
    or where the search has a limit, as for the best play.
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

    def best(self, most: int, *, deadline: Deadline = NEVER) -> tuple[Rack, ...]:
        """Return up to so many of the sets, the best by the objective of the problem first.

        Only those that are seen before the *deadline* are compared.
        """
        known = [(self._worth(placed), placed) for placed in _until(self, deadline)]
        return tuple(placed for _, placed in nlargest(most, known, key=itemgetter(0)))

    def _worth(self, placed: Rack) -> tuple[int, int]:
        first, second = len(placed), self.problem.points(placed)
        return (second, first) if self.problem.objective is Objective.POINTS else (first, second)


def _until(sets: Iterable[Rack], deadline: Deadline) -> Iterator[Rack]:
    return takewhile(lambda _: not deadline.is_over, sets) if deadline else iter(sets)
