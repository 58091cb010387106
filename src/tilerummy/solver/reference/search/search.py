"""The outer search: what becomes of the jokers of the table, and what the rack is left with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from tilerummy.solver.problem import Problem, Solution
from tilerummy.solver.reference.dp.counts import Counts, Laid, OutOfBudgetError
from tilerummy.solver.reference.dp.solve_counts import lay
from tilerummy.solver.reference.jokers.branches import Branch, housed, relaxed
from tilerummy.solver.reference.jokers.joker_plans import settlements
from tilerummy.solver.reference.jokers.mixed_melds import anchored, is_whole
from tilerummy.solver.reference.search.arrange import arrange
from tilerummy.tiles import Rack

_MOST_HOUSINGS = 20_000
_MOST_ANCHORED = 5_000


def solve(problem: Problem) -> Solution:
    """Return the best play."""
    best = _Search(problem).best()
    if not problem.leave or best.left & problem.leave:
        return best
    fewer = []
    for tile in dict.fromkeys(problem.leave):
        less = replace(problem, rack=problem.rack - [tile], leave=Rack())
        found = _Search(less).best()
        fewer.append(replace(found, problem=problem))
    return replace(
        max(fewer, key=lambda solution: solution.rank),
        proven=all(solution.proven for solution in fewer),
        tidy=all(solution.tidy for solution in fewer),
    )


class _Search:
    """Branches answered in turn, the most promising first.

    What is worth most is found first, and then, of that, what leaves most melds as they are.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.found = Solution(problem, problem.table)
        self.worth = (0, 0)
        self.proven = self.tidy = True
        self.looked_at = 0

    def best(self) -> Solution:
        """Return the best play of all branches, no play if there is none that places a tile."""
        promising = []
        for settlement in settlements(self.problem):
            branch = relaxed(self.problem, settlement)
            laid = branch and self._laid(branch.counts.plain())
            if branch and laid:
                promising.append((branch.score + laid.score, branch, laid))
        promising.sort(key=lambda some: some[0], reverse=True)
        for bound, branch, laid in promising:
            if bound < max(1, self.worth[0]):
                break
            if branch.relaxed:
                self._house(branch, laid)
            else:
                self._take_tidied(branch, laid)
        return replace(self.found, proven=self.proven, tidy=self.proven and self.tidy)

    def _house(self, branch: Branch, free: Laid) -> None:
        """Look for homes for the replaced jokers, until as good as *free* to lie anywhere."""
        best = self._tidied(branch.counts, free)
        bound = _worth(branch, best)
        likely = arrange(branch, best, self.problem.tiles) or ()
        homes: Iterator[Branch] = housed(self.problem, branch.settlement, likely)
        for some in islice(homes, _MOST_HOUSINGS):
            self._try(some)
            if self.worth >= bound:
                return
        if next(homes, None) is not None:
            self.proven = False

    def _try(self, branch: Branch) -> None:
        """Answer a branch, as far as it can be better than what was found before."""
        floor = max(0, self.worth[0] - branch.score)
        laid = self._laid(replace(branch.counts.plain(), floor=floor))
        if laid:
            self._take_tidied(branch, laid)

    def _take_tidied(self, branch: Branch, best: Laid) -> None:
        """Remember an answer, or one as good that leaves more melds, if that is better."""
        if branch.score + best.score >= max(1, self.worth[0]):
            laid = self._tidied(branch.counts, best)
            if _worth(branch, laid) > self.worth and not self._take(branch, laid):
                self.tidy = False
                if not self._take(branch, best):
                    self._anchor(branch, branch.score + best.score)

    def _laid(self, counts: Counts) -> Laid | None:
        try:
            laid = lay(counts)
        except OutOfBudgetError:
            self.proven = False
            return None
        if laid and not laid.proven:
            self.proven = False
        return laid

    def _tidied(self, counts: Counts, best: Laid) -> Laid:
        """Return an answer worth the same that leaves more melds as they are, if there is one."""
        if not self.problem.tidy:
            self.tidy = False
            return best
        try:
            laid = lay(replace(counts, floor=best.score))
        except OutOfBudgetError:
            laid = None
        if laid is None or not laid.proven:
            self.tidy = False
        return laid or best

    def _take(self, branch: Branch, laid: Laid) -> bool:
        """Remember an answer; return whether it can be laid without a meld of jokers alone."""
        table = arrange(branch, laid, self.problem.tiles)
        if table is None:
            return False
        self.found = Solution(self.problem, table)
        self.worth = _worth(branch, laid)
        return True

    def _anchor(self, branch: Branch, bound: int) -> None:
        """Answer with melds for jokers that would lie alone, until as good as *bound*."""
        self.proven = self.proven and is_whole(branch)
        for some in anchored(branch, self.problem.tiles):
            if self.worth[0] >= bound:
                return
            self.looked_at += 1
            if self.looked_at > _MOST_ANCHORED:
                self.proven = False
                return
            floor = max(0, self.worth[0] + 1 - some.score)
            laid = self._laid(replace(some.counts.plain(), floor=floor))
            if laid and not self._take(some, laid):
                self._anchor(some, some.score + laid.score)


def _worth(branch: Branch, laid: Laid) -> tuple[int, int]:
    return branch.score + laid.score, branch.kept + laid.kept
