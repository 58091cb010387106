"""What can be placed where freed jokers must go into lawful melds: RULES 2.2, rule 4.

A meld that takes freed jokers only takes tiles away from what else can be laid. So what can be
placed beside several of them can be placed beside each of them, and where that is nothing new the
others need not be tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import combinations, combinations_with_replacement, product
from operator import or_

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import Reuse
from tilerummy.solver.problem import Problem
from tilerummy.solver.reference.dp.counts import Counts
from tilerummy.solver.reference.jokers.branches import Branch, placement_branch
from tilerummy.solver.reference.jokers.joker_melds import (
    FreedJokerPlacement,
    JokerMeld,
    Supply,
    partitions,
)
from tilerummy.solver.subsets import Subsets
from tilerummy.tiles import COLOURS, Tile

MOST_PLACEMENTS = 20_000
"""How many joker placements are tried for one joker plan, at most."""


class FreedJokers:
    """The melds for the freed jokers of a ``relaxed`` branch, and what can be placed beside them.

    *subsets_for* returns what can be placed for counts. ``found`` is what was found so far;
    ``proven`` is false where there were more choices of melds than are tried.
    """

    def __init__(
        self,
        problem: Problem,
        branch: Branch,
        subsets: Subsets,
        subsets_for: Callable[[Counts], int],
        *,
        deadline: Deadline = NEVER,
    ) -> None:
        self.problem, self.branch = problem, branch
        self.subsets, self.subsets_for = subsets, subsets_for
        self.supply = Supply(problem, branch.plan, deadline=deadline)
        self.deadline = deadline
        self.found, self.proven = 0, True
        self.known: dict[tuple[object, ...], int] = {}

    def look_for(self, missing: int) -> None:
        """Find which of the *missing* sets can be placed with lawful melds for the freed jokers.

        Raises OutOfTimeError where the deadline has passed.
        """
        looked_at = 0
        for takers in self._choices(missing):
            hoped = missing
            for taker in takers if len(takers) > 1 else ():
                hoped &= self._at_most(taker)
            if hoped and self.supply.suffices(takers) and hoped & self._beside(takers):
                looked_at += 1
                for placement in self.supply.placements(takers):
                    self.found |= hoped & self._with(placement)
                missing &= ~self.found
            if not missing:
                break
            if looked_at == MOST_PLACEMENTS:
                self.proven = False
                break

    def _choices(self, missing: int) -> Iterator[tuple[JokerMeld, ...]]:
        """Yield the choices of melds for all freed jokers that missing sets may need."""
        freed = self.branch.plan.freed
        takers = {
            n: [
                taker
                for taker in _distinct(self.supply.joker_melds(n))
                if missing & self._at_most(taker)
            ]
            for n in range(1, freed + 1)
        }
        for shares in partitions(freed, freed):
            sizes = Counter(shares)
            for choice in product(
                *(combinations_with_replacement(takers[n], times) for n, times in sizes.items())
            ):
                self.deadline.check()
                yield tuple(taker for some in choice for taker in some)

    def _with(self, placement: FreedJokerPlacement) -> int:
        """Return what can be placed with these melds, and with old melds whole that must be."""
        if placement.plan == self.branch.plan:
            return self._beside(placement.takers) & self.subsets.with_all(placement.due)
        branch = placement_branch(self.problem, placement)
        return self.subsets_for(branch.counts) if branch else 0

    def _at_most(self, taker: JokerMeld) -> int:
        """Return what can be placed at most beside one such meld, whatever the others are."""
        held = [tile for tile in taker.meld.naturals if self.supply.rack[tile]]
        match self.supply.reuse:
            case Reuse.RACK_ONLY:
                return self._beside((taker,)) & self.subsets.with_all(Counter(taker.meld.naturals))
            case Reuse.NEW_MELD_WITH_RACK:
                fewest = max(0, 2 - taker.from_rack)
                several = map(Counter, combinations(held, fewest))
                from_rack = reduce(or_, map(self.subsets.with_all, several), 0)
                return self._beside((taker,)) & from_rack
            case _:
                return self._beside((taker,))

    def _beside(self, takers: tuple[JokerMeld, ...]) -> int:
        """Return what can be placed beside these melds, with other freed jokers anywhere."""
        key = (
            tuple(sorted(tile for taker in takers for tile in taker.meld.naturals)),
            tuple(sorted(tile for taker in takers for tile in taker.shown)),
            sum(taker.freed for taker in takers),
            sum(taker.from_rack for taker in takers),
        )
        if key not in self.known:
            counts = self._left_by(takers)
            self.known[key] = self.subsets_for(counts) if counts else 0
        return self.known[key]

    def _left_by(self, takers: tuple[JokerMeld, ...]) -> Counts | None:
        """Return the counts without what *takers* need, None if there are not so many tiles."""
        counts, shown = self.branch.counts, self.branch.shown
        used = Counter(tile for taker in takers for tile in taker.meld.naturals)
        shows = Counter(tile for taker in takers for tile in taker.shown)
        need, spare = [*counts.need], [*counts.spare]
        for tile in {*used, *shows}:
            cell = cell_of(tile, counts)
            on_table = need[cell] - shown[tile]
            more = max(0, used[tile] - on_table)
            if more > spare[cell]:
                return None
            spare[cell] -= more
            need[cell] -= used[tile] - more + shows[tile]
        freed = sum(taker.freed for taker in takers)
        from_rack = sum(taker.from_rack for taker in takers)
        due = from_rack if self.problem.jokers_due else 0
        if from_rack - due > counts.jokers_spare:
            return None
        return replace(
            counts,
            need=tuple(need),
            spare=tuple(spare),
            jokers_need=counts.jokers_need - freed - due,
            jokers_spare=counts.jokers_spare - from_rack + due,
        )


def cell_of(tile: Tile, counts: Counts) -> int:
    """Return the index of a tile among the cells of *counts*."""
    return (tile.number - 1) * counts.colours + COLOURS.index(tile.colour)


def _distinct(takers: list[JokerMeld]) -> Iterator[JokerMeld]:
    """Yield one of all melds that need the same tiles, whatever their jokers represent."""
    seen = set()
    for taker in takers:
        takes = taker.meld.naturals, taker.freed, taker.from_rack, taker.shown
        if takes not in seen:
            seen.add(takes)
            yield taker
