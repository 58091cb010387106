"""Every set of tiles of the rack that one play can place, and the best few of them.

All that may become of the jokers of the table is gone through as in
:mod:`tilerummy.solver.search`, but nothing is left out because something better is known: what can
be placed in one of the branches can be placed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest

from tilerummy.melds import Run
from tilerummy.solver.branches import Branch, relaxed
from tilerummy.solver.counts import Counts, OutOfBudgetError
from tilerummy.solver.lodging import Lodging, cell_of
from tilerummy.solver.problem import Kind, Objective, Problem
from tilerummy.solver.search import Lay, search
from tilerummy.solver.settlements import settlements
from tilerummy.solver.subsets import Subsets, codes, shifts
from tilerummy.tiles import JOKER, Rack, Tile

Parts = Callable[[Counts, Sequence[int]], int]
"""Answers an inner problem with the family of all spare tiles that can be laid."""


@dataclass(frozen=True, slots=True)
class Placements:
    """The distinct sets of rack tiles that one play can place, none of them empty.

    It has a length, tells whether a set is ``in`` it, and yields them, always in the same order.
    ``proven`` says that there are no others: false only where a budget ran out, or where the
    search was cut as it is for the best play.
    """

    problem: Problem
    subsets: Subsets
    family: int
    proven: bool = True

    def __len__(self) -> int:
        return self.family.bit_count()

    def __bool__(self) -> bool:
        return self.family != 0

    def __iter__(self) -> Iterator[Rack]:
        return self.subsets.racks(self.family)

    def __contains__(self, tiles: object) -> bool:
        if not isinstance(tiles, Rack) or not tiles <= self.problem.rack:
            return False
        return bool(self.family >> self.subsets.code(Counter(tiles)) & 1)

    def best(self, most: int) -> tuple[Rack, ...]:
        """Return up to so many of the sets, the best by the objective of the problem first."""
        return tuple(nlargest(most, self, key=self._worth))

    def _worth(self, placed: Rack) -> tuple[int, int]:
        first, second = len(placed), self.problem.points(placed)
        return (second, first) if self.problem.objective is Objective.POINTS else (first, second)


def enumerate_placements(problem: Problem, parts: Parts, lay: Lay) -> Placements:
    """Return all sets that can be placed, inner problems being answered by *parts* and *lay*.

    Raises ValueError for a rack with too many parts to be told apart.
    """
    return _Enumeration(problem, parts, lay).all()


class _Enumeration:
    """Branches gone through in turn; ``found`` is the family of the sets known so far."""

    def __init__(self, problem: Problem, parts: Parts, lay: Lay) -> None:
        self.problem, self.parts, self.lay = problem, parts, lay
        self.rack = Counter(problem.rack)
        self.subsets = Subsets.of(problem.rack)
        self.shifts = shifts(self.subsets, problem.tiles)
        self.found = 0
        self.proven = True

    def all(self) -> Placements:
        """Return what can be placed in any branch."""
        for settlement in settlements(self.problem):
            branch = relaxed(self.problem, settlement)
            if branch is None:
                continue
            family = self._family(branch.counts)
            if branch.relaxed:
                self._house(branch, family & ~self.found)
            else:
                self.found |= family
        self.found &= ~1
        self._leave()
        self._check()
        return Placements(self.problem, self.subsets, self.found, self.proven)

    def _family(self, counts: Counts) -> int:
        """Return what can be placed with *counts* to be laid, with the tiles that must be."""
        try:
            family = self.parts(counts, self.shifts)
        except OutOfBudgetError:
            self.proven = False
            return 0
        return family << self.subsets.code(self._placed(counts)) if family else 0

    def _placed(self, counts: Counts) -> Counter[Tile]:
        """Return the tiles of the rack that are placed whatever else is."""
        placed = Counter(
            {
                tile: times - counts.spare[cell_of(tile, counts)]
                for tile, times in self.rack.items()
                if tile != JOKER
            }
        )
        usable = self.problem.kind is not Kind.OPEN or self.problem.joker_opens
        placed[JOKER] = self.rack[JOKER] - counts.jokers_spare if usable else 0
        return placed

    def _house(self, branch: Branch, missing: int) -> None:
        """Look which of the *missing* sets can be placed with lawful homes for freed jokers."""
        lodging = Lodging(self.problem, branch, self.subsets, self._family)
        self.found |= lodging.lawful(missing)
        self.proven = self.proven and lodging.proven

    def _leave(self) -> None:
        """Take out the sets that leave nothing of which a tile must be left."""
        leave = self.problem.leave
        if leave:
            self.found &= ~self.subsets.with_all({tile: self.rack[tile] for tile in leave})

    def _check(self) -> None:
        """Take out the sets that only counting takes for melds, where there may be such.

        These are melds of jokers alone, and runs from a low to a high 1.
        """
        if not _may_deceive(self.problem):
            return
        of_table = self.problem.table.tiles.count(JOKER)
        long_runs = _long_runs(self.problem)
        for code in codes(self.found):
            placed = self.subsets.tiles(code)
            if not long_runs and placed.count(JOKER) + of_table < 3:
                continue
            asked = replace(self.problem, rack=placed, leave=Rack(), tidy=False)
            solution = search(asked, self.lay)
            if solution.left:
                self.found ^= 1 << code
                self.proven = self.proven and solution.proven


def _may_deceive(problem: Problem) -> bool:
    jokers = problem.rack.count(JOKER) + problem.table.tiles.count(JOKER)
    return jokers >= 3 or _long_runs(problem)


def _long_runs(problem: Problem) -> bool:
    """Return whether runs of the table may be part of one from a low 1 to a high 1."""
    numbers = problem.tiles.numbers
    lengths = Counter[str]()
    for meld in problem.table:
        if isinstance(meld, Run):
            lengths[meld.faces[0].colour] += len(meld)
    return problem.tiles.one_high and any(n >= numbers - 3 for n in lengths.values())
