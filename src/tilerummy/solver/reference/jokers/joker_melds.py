"""Where freed jokers may go: RULES 2.2, rule 4, as far as melds must be chosen for them.

A *joker meld* takes freed jokers. Equal tiles are interchangeable, so it is lawful if its tiles can
be traced to the rack and to old melds in some way: this module finds how many tiles of the rack
must be placed for that. The referee judges the same of a play that is made, in
:mod:`tilerummy.rules.jokers.homes`; neither uses the other, so that one tests the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerMelds, ReplaceFrom, Reuse
from tilerummy.melds import Group, Meld, Run, fits
from tilerummy.solver.problem import Kind, Problem
from tilerummy.solver.reference.jokers import shapes
from tilerummy.solver.reference.jokers.joker_plans import JokerPlan, MeldPlan
from tilerummy.tiles import JOKER, Tile

_TracedPlace = tuple[int, Tile]
_Traced = dict[_TracedPlace, int]
_RACK = -1
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
    """Melds for all freed jokers; ``due`` is what the rack must place for them to be lawful."""

    takers: tuple[JokerMeld, ...]
    due: Counter[Tile]


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
                yield from (FreedJokerPlacement(chosen, due) for due in supply.dues(chosen))


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
        self.olds = [
            (i, meld_plan)
            for i, meld_plan in enumerate(plan.meld_plans)
            if not fixed and meld_plan.core is None
        ]
        self.sources: dict[Tile, Counter[int]] = {
            tile: Counter({_RACK: times}) for tile, times in self.rack.items() if tile != JOKER
        }
        for source, meld_plan in self.olds:
            for tile in meld_plan.was.naturals:
                self.sources.setdefault(tile, Counter())[source] += 1
        self.loose = Counter(tile for _, old in self.olds for tile in old.was.naturals)
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
        most = _FORMER if self.reuse is Reuse.NEW_MELD else tiles.numbers
        yield from shapes.runs(tiles, most)
        # a longer one may equal an old meld, and count as left unchanged
        yield from {
            old.was.faces: None
            for _, old in self.olds
            if isinstance(old.was, Run) and len(old.was) > most and old.freed
        }
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
        """Return whether the meld may be lawful for some origin of its tiles."""
        if self.reuse is Reuse.RACK_ONLY:
            return len(taker.meld) - taker.freed >= 2
        if self.reuse is Reuse.NEW_MELD_WITH_RACK:
            here = sum(1 for tile in taker.meld.naturals if self.rack[tile])
            return here + taker.from_rack >= 2
        return True

    def suffices(self, takers: tuple[JokerMeld, ...]) -> bool:
        """Return whether there are enough tiles for all *takers*."""
        wanted = Counter(tile for taker in takers for tile in taker.meld.naturals)
        shown = Counter(tile for taker in takers for tile in taker.shown)
        return (
            sum(taker.from_rack for taker in takers) <= self.rack[JOKER]
            and shown <= self.shown
            and all(n <= self.sources[tile].total() for tile, n in wanted.items())
        )

    def dues(self, takers: tuple[JokerMeld, ...]) -> list[Counter[Tile]]:
        """Return the smallest sets of rack tiles that must be placed for *takers* to be lawful.

        Raises OutOfTimeError where the deadline has passed.
        """
        dues: list[Counter[Tile]] = []
        for traced in self._traces(takers):
            least = Counter(tile for (_, tile), source in traced.items() if source == _RACK)
            for due in self._more(least, takers):
                self.deadline.check()
                if due not in dues and self._lawful(takers, traced, due):
                    dues.append(due)
        return [due for due in dues if not any(other < due for other in dues)]

    def _more(self, least: Counter[Tile], takers: tuple[JokerMeld, ...]) -> Iterator[Counter[Tile]]:
        """Yield *least*, and sets with more copies of tiles that replace a joker.

        Another copy may then be the one in a joker meld, which matters only where one of them may
        take the joker that was freed for another.
        """
        paid = {t for o in self.plan.meld_plans for t in o.paid} if len(takers) > 1 else ()
        spare = [
            range(max(self.plan.due[t], least[t]) - least[t] + 2)
            if least[t] < self.rack[t]
            else range(1)
            for t in paid
        ]
        for extra in product(*spare):
            due = least + Counter(dict(zip(paid, extra, strict=True)))
            if due <= self.rack:
                yield due

    def _traces(self, takers: tuple[JokerMeld, ...]) -> Iterator[_Traced]:
        """Yield the possible origins of the tiles of joker melds, and of those paid into cores."""
        pinned = self.plan.pinned.elements()
        places = [(-1 - i, tile) for i, tile in enumerate(pinned)]
        places += [(i, tile) for i, taker in enumerate(takers) for tile in taker.meld.naturals]
        within = {source for source, old in self.olds if any(self._inside(old, h) for h in takers)}
        contested = {t for t, n in Counter(t for _, t in places).items() if n > 1}
        contested.update(t for meld_plan in self.plan.meld_plans for t in meld_plan.paid)
        left = {tile: Counter(self.sources.get(tile, Counter())) for _, tile in places}
        from_rack = self.problem.law.replace_from is ReplaceFrom.RACK

        def choices(place: int, tile: Tile) -> list[int]:
            there = sorted(+left[tile])
            if from_rack if place < 0 else self.reuse is Reuse.RACK_ONLY:
                return [source for source in there if source == _RACK]
            if tile in contested:
                return there
            safe = [source for source in there if source != _RACK and source not in within]
            return [*safe[:1], *(s for s in there if s == _RACK or s in within)]

        def trace(done: int) -> Iterator[_Traced]:
            if done == len(places):
                yield {}
                return
            place, tile = places[done]
            for source in choices(place, tile):
                left[tile][source] -= 1
                for others in trace(done + 1):
                    yield {(place, tile): source, **others}
                left[tile][source] += 1

        return trace(0)

    def _inside(self, old: MeldPlan, taker: JokerMeld) -> bool:
        return set(old.was.naturals) <= set(taker.meld.naturals)

    def _lawful(self, takers: tuple[JokerMeld, ...], traced: _Traced, due: Counter[Tile]) -> bool:
        """Return whether every joker meld is lawful where its tiles have this origin."""
        if self.reuse is Reuse.RACK_ONLY:
            return True
        by_itself = []
        for i, taker in enumerate(takers):
            from_rack = (
                sum(traced[i, tile] == _RACK for tile in taker.meld.naturals) + taker.from_rack
            )
            if self.reuse is Reuse.NEW_MELD_WITH_RACK and from_rack < 2:
                return False
            for source, old in self.olds:
                if self._lies_in(source, old, (i, taker), traced):
                    if self._paid_in(old, i, traced, due) >= old.freed:
                        return False
                    by_itself.append(i)
        return _some_elsewhere(by_itself, {i: taker.freed for i, taker in enumerate(takers)})

    def _lies_in(
        self, source: int, old: MeldPlan, taker: tuple[int, JokerMeld], traced: _Traced
    ) -> bool:
        """Return whether the tiles of *old* and the jokers it keeps all lie in one joker meld."""
        index, there = taker
        return all(traced.get((index, tile)) == source for tile in old.was.naturals) and all(
            tile in there.shown for tile in old.shown
        )

    def _paid_in(self, old: MeldPlan, taker: int, traced: _Traced, due: Counter[Tile]) -> int:
        """Return how many freed jokers of *old* count in a joker meld by the tiles replacing them.

        A tile counts as the one that replaced a joker where it cannot be another copy.
        """
        here = [
            tile
            for tile in old.paid
            if (taker, tile) in traced and self._only_copy((taker, tile), traced, due)
        ]
        if len(here) == len(old.paid):
            return old.freed
        return len(here) if len(old.paid) == old.freed else 0

    def _only_copy(self, place: _TracedPlace, traced: _Traced, due: Counter[Tile]) -> bool:
        tile = place[1]
        left = Counter(self.sources[tile])
        left[_RACK] = max(due[tile], self.plan.due[tile])
        left.subtract(s for (taker, t), s in traced.items() if taker < 0 and t == tile)
        if self.problem.law.replace_from is ReplaceFrom.RACK:
            return traced[place] == _RACK and left[_RACK] == 1
        return left.total() == 1


def _some_elsewhere(takers: list[int], shares: dict[int, int]) -> bool:
    """Return whether no old meld must have all its freed jokers with it in one joker meld.

    *takers* names, for each old meld that lies whole in a joker meld, the one where it does.
    """
    if not takers:
        return True
    taker, *others = takers
    return any(
        _some_elsewhere(others, {**shares, other: room - 1})
        for other, room in shares.items()
        if other != taker and room > 0
    )
