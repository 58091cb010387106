"""Where freed jokers may go: RULES 2.2, rule 4, as far as melds must be chosen for them.

A *joker meld* takes freed jokers. This module finds how many tiles of the rack must be placed for
several of them, and which old melds lie in one: those must lie elsewhere, too. The referee judges
the same of a play that is made, in :mod:`tilerummy.jokers.homes`; neither uses the other, so
that one tests the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, product

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerMelds, ReplaceFrom, Reuse
from tilerummy.melds import Group, Meld, Run, fits
from tilerummy.solver.problem import Kind, Problem
from tilerummy.solver.reference.jokers import shapes
from tilerummy.solver.reference.jokers.joker_plans import JokerPlan, MeldPlan
from tilerummy.tiles import JOKER, Tile

_FORMER = 5  # of a longer run, a part of this length with the joker in it is a new meld as well


@dataclass(frozen=True, slots=True)
class JokerMeld:
    """A meld with ``freed`` jokers of the table and ``from_rack`` of the rack; its others are kept.

    ``shown`` are the tiles that the kept jokers in it represent.
    """

    meld: Meld
    freed: int
    from_rack: int
    shown: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class FreedJokerPlacement:
    """Melds for all freed jokers; ``due`` is what the rack must place for them to be lawful.

    In ``plan`` the old melds that lie in one of them are cores: they must lie elsewhere, too.
    """

    takers: tuple[JokerMeld, ...]
    due: Counter[Tile]
    plan: JokerPlan


def joker_placements(
    problem: Problem, plan: JokerPlan, likely: Collection[Meld] = ()
) -> Iterator[FreedJokerPlacement]:
    """Yield all joker placements; other melds then take no freed jokers.

    Those with *likely* melds come first.
    """
    supply = Supply(problem, plan)
    takers = {
        n: sorted(supply.joker_melds(n), key=lambda taker: taker.meld not in likely)
        for n in range(1, plan.freed + 1)
    }
    for shares in partitions(plan.freed, plan.freed):
        sizes = Counter(shares)
        for choice in product(
            *(combinations_with_replacement(takers[n], times) for n, times in sizes.items())
        ):
            chosen = tuple(taker for some in choice for taker in some)
            if supply.suffices(chosen):
                yield from supply.placements(chosen)


def partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to divide *total* jokers into shares, larger ones first, none above *most*."""
    if total == 0:
        yield ()
    for first in range(min(total, most), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


class Supply:
    """The tiles that joker melds may be made of, and the old melds not to be whole in one."""

    def __init__(self, problem: Problem, plan: JokerPlan, *, deadline: Deadline = NEVER) -> None:
        self.deadline = deadline
        self.problem, self.reuse = problem, problem.law.reuse
        self.plan = plan
        self.rack = Counter(problem.rack)
        fixed = problem.kind is Kind.EXTEND
        self.olds = [old for old in plan.meld_plans if not fixed and old.core is None]
        self.loose = Counter(tile for old in self.olds for tile in old.was.naturals)
        self.have = self.rack + self.loose
        closed = self.reuse is Reuse.RACK_ONLY or problem.law.melds is JokerMelds.LOCKED
        self.shown: Counter[Tile] = Counter() if closed else plan.shown

    def joker_melds(self, freed: int) -> list[JokerMeld]:
        """Return the melds that may take that many freed jokers.

        Raises OutOfTimeError where the deadline has passed.
        """
        tiles = self.problem.tiles
        found: dict[JokerMeld, None] = {}
        most = freed + self.rack[JOKER]
        for faces in self._shapes():
            for filling in shapes.filled([self._fillings(face) for face in faces], most):
                self.deadline.check()
                if filling.count("joker") >= freed:
                    taker = self._joker_meld(faces, filling, freed)
                    if fits(taker.meld, tiles) and self._may_be(taker):
                        found[taker] = None
        return list(found)

    def _shapes(self) -> Iterator[tuple[Tile, ...]]:
        tiles = self.problem.tiles
        yield from shapes.runs(tiles, _FORMER if self.reuse is Reuse.NEW_MELD else tiles.numbers)
        yield from shapes.groups(tiles)

    def _fillings(self, face: Tile) -> list[str]:
        """Return what may lie for *face*: the tile, a joker, or a kept joker that represents it."""
        have = self.rack[face] + (0 if self.reuse is Reuse.RACK_ONLY else self.loose[face])
        return [
            *(["tile"] if have else []),
            "joker",
            *(["shown"] if self.shown[face] else []),
        ]

    def _joker_meld(
        self, faces: tuple[Tile, ...], filling: tuple[str, ...], freed: int
    ) -> JokerMeld:
        pairs = list(zip(faces, filling, strict=True))
        shown = tuple(face for face, what in pairs if what == "shown")
        from_rack = filling.count("joker") - freed
        if faces[0].colour == faces[1].colour:
            wild = tuple(face for face, what in pairs if what != "tile")
            return JokerMeld(Run(faces, wild), freed, from_rack, shown)
        naturals = tuple(sorted(face for face, what in pairs if what == "tile"))
        return JokerMeld(Group(naturals, len(faces) - len(naturals)), freed, from_rack, shown)

    def _may_be(self, taker: JokerMeld) -> bool:
        """Return whether the meld may be lawful, whatever else is laid."""
        if self.reuse is Reuse.RACK_ONLY:
            return len(taker.meld) - taker.freed >= 2
        if self.reuse is Reuse.NEW_MELD_WITH_RACK:
            here = sum(1 for tile in taker.meld.naturals if self.rack[tile])
            if here + taker.from_rack < 2:
                return False
        laid = Counter(taker.meld.naturals)
        return not any(
            old.shown or not laid + Counter((*old.was.naturals, *old.paid)) <= self.have
            for old in self.olds
            if _lies_in(old, taker)
        )

    def suffices(self, takers: tuple[JokerMeld, ...]) -> bool:
        """Return whether there are enough tiles for all *takers*."""
        wanted = Counter(tile for taker in takers for tile in taker.meld.naturals)
        shown = Counter(tile for taker in takers for tile in taker.shown)
        return (
            sum(taker.from_rack for taker in takers) <= self.rack[JOKER]
            and shown <= self.shown
            and wanted <= self.have
        )

    def placements(self, takers: tuple[JokerMeld, ...]) -> Iterator[FreedJokerPlacement]:
        """Yield the placements with these *takers*, with the smallest sets of rack tiles due.

        Raises OutOfTimeError where the deadline has passed.
        """
        plan = self.plan
        if self.reuse is not Reuse.RACK_ONLY:
            olds = [
                _whole(old)
                if old in self.olds and any(_lies_in(old, taker) for taker in takers)
                else old
                for old in plan.meld_plans
            ]
            plan = replace(plan, meld_plans=tuple(olds))
        for due in self._dues(takers):
            self.deadline.check()
            yield FreedJokerPlacement(takers, due, plan)

    def _dues(self, takers: tuple[JokerMeld, ...]) -> Iterator[Counter[Tile]]:
        """Yield the smallest sets of rack tiles that must be placed for *takers* to be lawful.

        As many of their tiles are due as must come from the rack, beside those that replace jokers
        of cores: these come from the table, if they may and there are enough.
        """
        pinned = self.plan.pinned
        if self.problem.law.replace_from is ReplaceFrom.ANY:
            pinned = pinned - self.loose
        choices = [
            [*combinations(taker.meld.naturals, fewest)]
            for taker in takers
            for fewest in [self._fewest(taker)]
        ]
        seen = set()
        for choice in product(*choices):
            due = Counter(tile for some in choice for tile in some)
            key = frozenset(due.items())
            if key not in seen and due + pinned <= self.rack:
                seen.add(key)
                yield due + pinned

    def _fewest(self, taker: JokerMeld) -> int:
        """Return how many tiles of the meld must come from the rack."""
        match self.reuse:
            case Reuse.RACK_ONLY:
                return len(taker.meld.naturals)
            case Reuse.NEW_MELD_WITH_RACK:
                return max(0, 2 - taker.from_rack)
            case _:
                return 0


def _lies_in(old: MeldPlan, taker: JokerMeld) -> bool:
    """Return whether an old meld lies in a joker meld, value by value.

    For its freed jokers the tiles that replaced them will do, or freed jokers.
    """
    tiles = {*taker.meld.naturals}
    lacking = sum(tile not in tiles for tile in old.paid)
    return (
        tiles.issuperset(old.was.naturals)
        and {*old.shown} <= {*taker.shown}
        and min(old.freed, lacking) <= taker.freed
    )


def _whole(old: MeldPlan) -> MeldPlan:
    """Return the plan with which an old meld stays whole, tiles in the places of its jokers."""
    match old.was:
        case Run(faces=faces):
            return replace(old, core=Run(faces))
        case Group(naturals=naturals):
            return replace(old, core=Group(tuple(sorted((*naturals, *old.paid)))))
