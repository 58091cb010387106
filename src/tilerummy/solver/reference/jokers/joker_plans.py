"""What becomes of the jokers of the table: RULES 2.2, rule 3, and 3 for melds that only grow.

A *joker plan* says of every joker on the table whether it is kept or replaced, and by which tile.
What is left to be done is counted: see :mod:`tilerummy.solver.reference.dp.counts`.

* A locked meld that keeps a joker becomes a core: it stays whole and may grow.
* A kept joker in an open meld counts as a tile: it still represents the same one.
* A freed joker must be laid and may represent anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import GroupOfThree, JokerMelds, ReplaceFrom
from tilerummy.melds import Group, Meld, Run
from tilerummy.solver.problem import Kind, Problem
from tilerummy.tiles import Tile, TileSet


@dataclass(frozen=True, slots=True)
class MeldPlan:
    """What becomes of one meld of the table.

    ``core`` is the meld that must stay whole, with the tiles ``paid`` for ``freed`` jokers in it;
    without one its tiles are loose. ``shown`` are the tiles that the kept jokers of a loose meld go
    on to represent. A ``frozen`` meld must stay exactly as it is.
    """

    was: Meld
    core: Meld | None = None
    paid: tuple[Tile, ...] = ()
    freed: int = 0
    shown: tuple[Tile, ...] = ()
    frozen: bool = False


@dataclass(frozen=True, slots=True)
class JokerPlan:
    """What becomes of every meld, and how many tiles of the rack must be placed for it.

    ``pinned`` are the paid tiles that lie in a core.
    """

    meld_plans: tuple[MeldPlan, ...]
    due: Counter[Tile]
    pinned: Counter[Tile]

    @property
    def freed(self) -> int:
        """How many jokers were replaced and must be laid again."""
        return sum(meld_plan.freed for meld_plan in self.meld_plans)

    @property
    def shown(self) -> Counter[Tile]:
        """The tiles that kept jokers of loose melds represent."""
        return Counter(tile for meld_plan in self.meld_plans for tile in meld_plan.shown)


def joker_plans(problem: Problem, *, deadline: Deadline = NEVER) -> Iterator[JokerPlan]:
    """Yield all plans for the jokers of the table that the rack has the tiles for.

    Raises OutOfTimeError where the deadline has passed.
    """
    have = Counter(problem.rack)
    for meld_plans in product(*(list(_meld_plans(meld, problem)) for meld in problem.table)):
        deadline.check()
        due = _due(meld_plans, problem)
        if due <= have:
            pinned = Counter(tile for o in meld_plans if o.core for tile in o.paid)
            yield JokerPlan(meld_plans, due, pinned)


def _meld_plans(meld: Meld, problem: Problem) -> Iterator[MeldPlan]:
    """Yield the plans for one meld."""
    match problem.kind:
        case Kind.OPEN:
            yield MeldPlan(meld, frozen=True)
        case Kind.EXTEND:
            yield from _grown(meld, problem)
        case Kind.REARRANGE if meld.jokers == 0:
            yield MeldPlan(meld)
        case Kind.REARRANGE:
            yield from _rearranged(meld, problem)


def _grown(meld: Meld, problem: Problem) -> Iterator[MeldPlan]:
    for now, paid, freed in _replacements(meld, problem):
        yield MeldPlan(meld, now, paid, freed)


def _rearranged(meld: Meld, problem: Problem) -> Iterator[MeldPlan]:
    melds = problem.law.melds
    if melds is JokerMelds.FREE:
        yield MeldPlan(meld, freed=meld.jokers)
        return
    for now, paid, freed in _replacements(meld, problem):
        if melds is JokerMelds.LOCKED:
            yield MeldPlan(meld, now if now.jokers else None, paid, freed)
            continue
        for shown in _shown(now, problem.tiles):
            yield MeldPlan(meld, None, paid, freed, shown)


def _shown(meld: Meld, tiles: TileSet) -> Iterator[tuple[Tile, ...]]:
    """Yield the tiles that the jokers of an open meld may go on to represent."""
    match meld:
        case Run(wild=wild):
            yield wild
        case Group():
            yield from combinations(meld.missing(tiles), meld.jokers)


def _replacements(meld: Meld, problem: Problem) -> Iterator[tuple[Meld, tuple[Tile, ...], int]]:
    """Yield the meld with some jokers replaced, the tiles that replace them, and how many."""
    if isinstance(meld, Run):
        for paid in _subsets(meld.wild, meld.jokers):
            wild = tuple(face for face in meld.wild if face not in paid)
            yield Run(meld.faces, wild), paid, len(paid)
        return
    missing = meld.missing(problem.tiles)
    every = problem.law.group_of_three is GroupOfThree.ALL
    if every and len(meld) < problem.tiles.colours:
        yield meld, (), 0
        if meld.jokers:
            yield Group(tuple(sorted(meld.naturals + missing))), missing, meld.jokers
        return
    for paid in _subsets(missing, meld.jokers):
        naturals = tuple(sorted(meld.naturals + paid))
        yield Group(naturals, meld.jokers - len(paid)), paid, len(paid)


def _subsets(tiles: Sequence[Tile], most: int) -> Iterator[tuple[Tile, ...]]:
    return chain.from_iterable(combinations(tiles, n) for n in range(most + 1))


def _due(meld_plans: Sequence[MeldPlan], problem: Problem) -> Counter[Tile]:
    """Return how many of each tile the rack must give so that every freed joker is replaced.

    A tile of the rack that is placed counts wherever it ends; a tile of the table must be loose.
    """
    paid = Counter(tile for meld_plan in meld_plans for tile in meld_plan.paid)
    if problem.law.replace_from is ReplaceFrom.ANY and problem.kind is Kind.REARRANGE:
        for meld_plan in meld_plans:
            if meld_plan.core is None:
                paid.subtract(tile for tile in meld_plan.was.naturals if tile in paid)
    return +paid
