"""The outer search for the best play: over all joker plans and joker placements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from tilerummy.solver.problem import Problem, Solution
from tilerummy.solver.reference.dp.counts import CountLayout, Counts, OutOfBudgetError
from tilerummy.solver.reference.dp.solve_counts import solve_counts
from tilerummy.solver.reference.jokers.branches import Branch, placement_branches, relaxed_branch
from tilerummy.solver.reference.jokers.joker_plans import joker_plans
from tilerummy.solver.reference.jokers.mixed_melds import is_whole, with_mixed_melds
from tilerummy.solver.reference.melds.build_melds import build_melds
from tilerummy.tiles import Rack

_MOST_PLACEMENTS = 20_000
_MOST_MIXED = 5_000


def solve(problem: Problem) -> Solution:
    """Return the best play."""
    best = _BranchSearch(problem).best()
    if not problem.leave or best.left & problem.leave:
        return best
    fewer = []
    for tile in dict.fromkeys(problem.leave):
        less = replace(problem, rack=problem.rack - [tile], leave=Rack())
        found = _BranchSearch(less).best()
        fewer.append(replace(found, problem=problem))
    return replace(
        max(fewer, key=lambda solution: solution.rank),
        proven=all(solution.proven for solution in fewer),
        tidy=all(solution.tidy for solution in fewer),
    )


class _BranchSearch:
    """Branches answered in turn, the most promising first.

    The best score is found first, and then, with that score, what leaves most melds unchanged.
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
        for plan in joker_plans(self.problem):
            branch = relaxed_branch(self.problem, plan)
            layout = branch and self._layout(branch.counts.plain())
            if branch and layout:
                promising.append((branch.score + layout.score, branch, layout))
        promising.sort(key=lambda some: some[0], reverse=True)
        for bound, branch, layout in promising:
            if bound < max(1, self.worth[0]):
                break
            if branch.relaxed:
                self._place_freed(branch, layout)
            else:
                self._take_tidied(branch, layout)
        return replace(self.found, proven=self.proven, tidy=self.proven and self.tidy)

    def _place_freed(self, branch: Branch, free: CountLayout) -> None:
        """Try joker placements, until one is as good as *free*, with freed jokers anywhere."""
        best = self._tidied(branch.counts, free)
        bound = _worth(branch, best)
        likely = build_melds(branch, best, self.problem.tiles) or ()
        branches: Iterator[Branch] = placement_branches(self.problem, branch.plan, likely)
        for some in islice(branches, _MOST_PLACEMENTS):
            self._try(some)
            if self.worth >= bound:
                return
        if next(branches, None) is not None:
            self.proven = False

    def _try(self, branch: Branch) -> None:
        """Answer a branch, as far as it can be better than what is known."""
        floor = max(0, self.worth[0] - branch.score)
        layout = self._layout(replace(branch.counts.plain(), floor=floor))
        if layout:
            self._take_tidied(branch, layout)

    def _take_tidied(self, branch: Branch, best: CountLayout) -> None:
        """Accept an answer, or one as good that leaves more melds unchanged, if it is better."""
        if branch.score + best.score >= max(1, self.worth[0]):
            layout = self._tidied(branch.counts, best)
            if _worth(branch, layout) > self.worth and not self._take(branch, layout):
                self.tidy = False
                if not self._take(branch, best):
                    self._try_mixed_melds(branch, branch.score + best.score)

    def _layout(self, counts: Counts) -> CountLayout | None:
        try:
            layout = solve_counts(counts)
        except OutOfBudgetError:
            self.proven = False
            return None
        if layout and not layout.proven:
            self.proven = False
        return layout

    def _tidied(self, counts: Counts, best: CountLayout) -> CountLayout:
        """Return an answer with the same score that leaves more melds unchanged, if any."""
        if not self.problem.tidy:
            self.tidy = False
            return best
        try:
            layout = solve_counts(replace(counts, floor=best.score))
        except OutOfBudgetError:
            layout = None
        if layout is None or not layout.proven:
            self.tidy = False
        return layout or best

    def _take(self, branch: Branch, layout: CountLayout) -> bool:
        """Accept an answer; return whether melds can be built from it."""
        table = build_melds(branch, layout, self.problem.tiles)
        if table is None:
            return False
        self.found = Solution(self.problem, table)
        self.worth = _worth(branch, layout)
        return True

    def _try_mixed_melds(self, branch: Branch, bound: int) -> None:
        """Answer with mixed melds on the table, until as good as *bound*."""
        self.proven = self.proven and is_whole(branch)
        for some in with_mixed_melds(branch, self.problem.tiles):
            if self.worth[0] >= bound:
                return
            self.looked_at += 1
            if self.looked_at > _MOST_MIXED:
                self.proven = False
                return
            floor = max(0, self.worth[0] + 1 - some.score)
            layout = self._layout(replace(some.counts.plain(), floor=floor))
            if layout and not self._take(some, layout):
                self._try_mixed_melds(some, some.score + layout.score)


def _worth(branch: Branch, layout: CountLayout) -> tuple[int, int]:
    return branch.score + layout.score, branch.kept + layout.kept
