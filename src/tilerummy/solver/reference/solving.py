"""Finds the best play and all sets of tiles that can be laid. Checks if a rack can be emptied."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from operator import add, lshift, or_

from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.jokers.extend import Extend
from tilerummy.jokers.law import obeys
from tilerummy.jokers.melds import with_jokers
from tilerummy.jokers.table_change import table_change
from tilerummy.melds import Meld, Table, fits
from tilerummy.solver.placement_set import Placements
from tilerummy.solver.problem import Kind, Objective, Problem, Solution
from tilerummy.solver.reference.plans import JokerPlan, plans
from tilerummy.solver.reference.search import Search, SearchGoal
from tilerummy.solver.subsets import Subsets, codes
from tilerummy.tiles import JOKER, Rack, Tile


def solve(problem: Problem, *, deadline: Deadline = NEVER) -> Solution:
    """Return the best play, or the best play found by the *deadline*.

    >>> from tilerummy.analysis import problem
    >>> from tilerummy import read_state
    >>> from tilerummy.solver import reference
    >>> question = problem("sabra", read_state("table r3 r4 r5 | rack r6 r7 k1"))
    >>> reference.solve(question).placed
    r6 r7
    """
    goal = _BestPlay(problem)
    proven = _search(problem, goal, deadline)
    return Solution(problem, goal.found, proven, proven and problem.tidy)


def enumerate_placements(problem: Problem, *, deadline: Deadline = NEVER) -> Placements:
    """Return every set of rack tiles that one play can lay, or the sets found by the *deadline*.

    Raises ValueError if the rack has too many different tiles.
    """
    goal = _AllPlacements(problem)
    proven = _search(problem, goal, deadline)
    return Placements(problem, goal.subsets, goal.placed(), proven)


def can_empty(problem: Problem, *, deadline: Deadline = NEVER) -> bool:
    """Return whether one play can lay the entire rack, or all but one tile that must be left.

    Returns False if no such play is found by the *deadline*.
    """
    required = problem.required if problem.leave else problem.rack
    asked = replace(problem, required=required, objective=Objective.TILES, tidy=False)
    found = solve(asked, deadline=deadline)
    return bool(found) and len(found.left) <= 1


class _BestPlay(SearchGoal):
    """The goal of finding the best play.

    A value is a rank relative to the rank of placing the entire rack.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem, self.found, self.best = problem, problem.table, len(problem.table)
        tiles, points = (20, 40) if problem.objective is Objective.POINTS else (40, 20)
        staying = {
            tile: -(1 << tiles) - (problem.points(Rack([tile])) << points)
            for tile in (*problem.tiles.kinds, JOKER)
        }
        self.whole_rack = -sum(staying[tile] for tile in problem.rack)
        nothing, unchanged = -(1 << 90), int(problem.tidy)
        super().__init__(
            nothing=nothing, end=0, unchanged=unchanged, staying=staying, after=add, either=max
        )

    def improvement(self, gain: int, value: int) -> int:
        return max(0, self.whole_rack + gain + value - self.best)

    def take(self, _gain: int, after: Table) -> None:
        first, second, unchanged = self.problem.rank(after)
        rank = (first << 40) + (second << 20) + self.unchanged * unchanged
        if rank > self.best:
            self.found, self.best = after, rank


class _AllPlacements(SearchGoal):
    """The goal of finding all placements.

    A value is a set of codes, one for each set of tiles that may stay on the rack.
    """

    def __init__(self, problem: Problem) -> None:
        self.found, self.subsets, self.starts = 0, Subsets.of(problem.rack), dict[Tile, int]()
        bits = 0
        for tile, count in reversed(self.subsets.counts):  # tiles laid last have the lowest bits
            self.starts[tile] = bits
            bits += count.bit_length()
        gains = {tile: 1 << start for tile, start in self.starts.items()}
        super().__init__(
            nothing=0, end=1, unchanged=0, staying=defaultdict(int, gains), after=lshift, either=or_
        )

    def improvement(self, gain: int, value: int) -> int:
        return value << gain & ~self.found

    def take(self, gain: int, _after: Table) -> None:
        self.found |= 1 << gain

    def placed(self) -> int:
        """Return the codes of the sets that can be placed, except the empty set."""
        placed = bytearray(((1 << self.subsets.bits) + 7) // 8)
        for staying in codes(self.found):
            code = 0
            for (tile, count), start in zip(self.subsets.counts, self.subsets.starts, strict=True):
                stays = (staying >> self.starts[tile]) % (1 << count.bit_length())
                code |= count - stays << start
            placed[code // 8] |= 1 << (code % 8)
        return int.from_bytes(placed, "little") & ~1


def _search(problem: Problem, goal: _BestPlay | _AllPlacements, deadline: Deadline) -> bool:
    """Search all plans for *goal*, and return True if the search was complete."""
    deadline = min(deadline, Deadline(problem.milliseconds), key=lambda some: some.left)
    for plan in plans(problem):
        try:
            search = Search(problem, plan, goal, deadline)
            if plan.is_certain and isinstance(goal, _AllPlacements):
                goal.found |= search.value(search.start)
                continue
            for gain, melds in search.plays():
                for after in _tables(problem, plan, melds):
                    if _is_legal(problem, after, deadline):
                        goal.take(gain, after)
        except (OutOfTimeError, RecursionError):  # exceeded by hundreds of melds
            return False
    return True


def _tables(problem: Problem, plan: JokerPlan, melds: tuple[Meld, ...]) -> Iterator[Table]:
    """Yield the possible tables with *melds*, with jokers put back for the tiles they represent."""
    for laid in _with_jokers(melds, plan.faces):
        if all(fits(meld, problem.tiles) for meld in laid):
            yield problem.table + laid if problem.kind is Kind.OPEN else Table(laid)


def _with_jokers(melds: tuple[Meld, ...], faces: tuple[Tile, ...]) -> Iterator[tuple[Meld, ...]]:
    if not faces:
        yield melds
        return
    for place, meld in enumerate(melds):
        if faces[0] in meld.numbered:
            now = with_jokers(meld, faces[:1], 1)
            yield from _with_jokers((*melds[:place], now, *melds[place + 1 :]), faces[1:])


def _is_legal(problem: Problem, after: Table, deadline: Deadline) -> bool:
    """Return whether the joker rules allow a play that leaves the table *after*."""
    if problem.kind is Kind.OPEN:
        return True
    before, placed = problem.table, after.tiles - problem.table.tiles
    change = table_change(before, *before.changed(after), problem.tiles, placed=placed)
    if problem.kind is Kind.REARRANGE:
        return obeys(problem.law, change, deadline)
    return not any(Extend(problem.law).faults(change))
