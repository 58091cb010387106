"""Every set of tiles of the rack that one play can place.

All joker plans are tried, as in :mod:`tilerummy.solver.reference.search.search`, but nothing is
left out because something better is known: what can be placed in one branch can be placed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.melds import Run
from tilerummy.solver.placement_set import Placements
from tilerummy.solver.problem import Kind, Problem
from tilerummy.solver.reference.dp.counts import Counts, OutOfBudgetError
from tilerummy.solver.reference.enumerate.count_subsets import count_subsets
from tilerummy.solver.reference.enumerate.freed_jokers import FreedJokers, cell_of
from tilerummy.solver.reference.jokers.branches import Branch, relaxed_branch
from tilerummy.solver.reference.jokers.joker_plans import joker_plans
from tilerummy.solver.reference.search.search import solve
from tilerummy.solver.subsets import Subsets, codes, shifts
from tilerummy.tiles import JOKER, Rack, Tile


def enumerate_placements(problem: Problem, *, deadline: Deadline = NEVER) -> Placements:
    """Return all sets of tiles of the rack that one play can place.

    Raises ValueError for a rack with too many different tiles.
    """
    return _Enumeration(problem, deadline).all()


class _Enumeration:
    """The search over all branches; ``found`` is the set of the subsets known so far."""

    def __init__(self, problem: Problem, deadline: Deadline) -> None:
        self.problem, self.deadline = problem, deadline
        self.rack = Counter(problem.rack)
        self.subsets = Subsets.of(problem.rack)
        self.shifts = shifts(self.subsets, problem.tiles)
        self.found = 0
        self.proven = True

    def all(self) -> Placements:
        """Return what can be placed in any branch, as far as there is time."""
        try:
            self._look()
        except OutOfTimeError:
            self.proven = False
        self.found -= self.found & 1
        self._leave()
        self._check()
        return Placements(self.problem, self.subsets, self.found, self.proven)

    def _look(self) -> None:
        for plan in joker_plans(self.problem, deadline=self.deadline):
            branch = relaxed_branch(self.problem, plan)
            if branch is None:
                continue
            code_set = self._subsets(branch.counts)
            if branch.relaxed:
                self._place_freed(branch, code_set & ~self.found)
            else:
                self.found |= code_set

    def _subsets(self, counts: Counts) -> int:
        """Return what can be placed for *counts*, together with the tiles that must be placed."""
        try:
            self.deadline.check()
            code_set = count_subsets(counts, self.shifts, deadline=self.deadline)
        except OutOfBudgetError:
            self.proven = False
            return 0
        return code_set << self.subsets.code(self._placed(counts)) if code_set else 0

    def _placed(self, counts: Counts) -> Counter[Tile]:
        """Return the tiles of the rack that are placed in any case."""
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

    def _place_freed(self, branch: Branch, missing: int) -> None:
        """Find which of the *missing* sets can be placed with lawful melds for freed jokers."""
        freed = FreedJokers(
            self.problem, branch, self.subsets, self._subsets, deadline=self.deadline
        )
        try:
            freed.look_for(missing)
        finally:
            self.found |= freed.found
            self.proven = self.proven and freed.proven

    def _leave(self) -> None:
        """Remove the sets that leave none of the tiles of which one must be left."""
        leave = self.problem.leave
        if leave:
            self.found &= ~self.subsets.with_all({tile: self.rack[tile] for tile in leave})

    def _check(self) -> None:
        """Remove the sets that can be laid only in the count model.

        The model does not see melds of jokers alone, nor some runs from a low to a high 1. What
        there is no time to check is removed too.
        """
        doubtful = self.found & self._deceiving()
        lawful = bytearray(doubtful.bit_length() + 7 >> 3)
        for code in codes(doubtful):
            if self.deadline.is_over:
                self.proven = False
                break
            placed = self.subsets.tiles(code)
            asked = replace(self.problem, rack=placed, leave=Rack(), tidy=False)
            solution = solve(asked.within(self.deadline))
            if not solution.left:
                lawful[code >> 3] |= 1 << (code & 7)
            elif not solution.proven:
                self.proven = False
        self.found ^= doubtful ^ int.from_bytes(lawful, "little")

    def _deceiving(self) -> int:
        """Return the sets that must be checked."""
        if _long_runs(self.problem):
            return self.found
        lacking = 3 - self.problem.table.tiles.count(JOKER)
        if lacking > self.rack[JOKER]:
            return 0
        return self.subsets.with_all({JOKER: max(0, lacking)})


def _long_runs(problem: Problem) -> bool:
    """Return whether runs of the table may be part of one from a low 1 to a high 1."""
    numbers = problem.tiles.numbers
    lengths = Counter[str]()
    for meld in problem.table:
        if isinstance(meld, Run):
            lengths[meld.faces[0].colour] += len(meld)
    return problem.tiles.one_high and any(n >= numbers - 3 for n in lengths.values())
