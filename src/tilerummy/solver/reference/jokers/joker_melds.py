"""Where replaced jokers may go: RULES 2.2, rule 4, as far as melds have to be chosen for it.

A *home* is a meld that takes replaced jokers. Equal tiles are interchangeable, so a home is what
the law wants if its tiles can be traced to the rack and to old melds in some way: what is asked for
here is how many tiles of the rack must be placed for that. The referee judges the same of a play
that is made, in :mod:`tilerummy.rules.jokers.homes`; neither knows the other, so that one tests the
other.
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
from tilerummy.solver.reference.jokers.joker_plans import Outcome, Settlement
from tilerummy.tiles import JOKER, Tile

_Place = tuple[int, Tile]
_Traced = dict[_Place, int]
_RACK = -1
_FORMER = 5  # of a longer run, a part of this length with the joker in it is a new meld as well


@dataclass(frozen=True, slots=True)
class Home:
    """A meld with ``freed`` replaced jokers and ``racked`` from the rack; its others are kept.

    ``shown`` are the tiles that the kept jokers in it represent.
    """

    meld: Meld
    freed: int
    racked: int
    shown: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Housing:
    """Homes for all replaced jokers; ``due`` is what the rack must place for them to be legal."""

    homes: tuple[Home, ...]
    due: Counter[Tile]


def housings(
    problem: Problem, settlement: Settlement, likely: Collection[Meld] = ()
) -> Iterator[Housing]:
    """Yield all homes that the replaced jokers may have; other melds then take none of them.

    Homes among the *likely* melds come first.
    """
    supply = Supply(problem, settlement)
    homes = {
        n: sorted(supply.homes(n), key=lambda home: home.meld not in likely)
        for n in range(1, settlement.freed + 1)
    }
    for shares in partitions(settlement.freed, settlement.freed):
        sizes = Counter(shares)
        for choice in product(
            *(combinations_with_replacement(homes[n], times) for n, times in sizes.items())
        ):
            chosen = tuple(home for some in choice for home in some)
            if supply.suffices(chosen):
                yield from (Housing(chosen, due) for due in supply.dues(chosen))


def partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to share *total* jokers out, the larger shares first, none above *most*."""
    if total == 0:
        yield ()
    for first in range(min(total, most), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


class Supply:
    """The tiles that homes may be made of, and the old melds that may not lie whole in one."""

    def __init__(
        self, problem: Problem, settlement: Settlement, *, deadline: Deadline = NEVER
    ) -> None:
        self.deadline = deadline
        self.problem, self.reuse = problem, problem.law.reuse
        self.settlement = settlement
        self.rack = Counter(problem.rack)
        fast = problem.kind is Kind.EXTEND
        self.olds = [
            (i, outcome)
            for i, outcome in enumerate(settlement.outcomes)
            if not fast and outcome.core is None
        ]
        self.sources: dict[Tile, Counter[int]] = {
            tile: Counter({_RACK: times}) for tile, times in self.rack.items() if tile != JOKER
        }
        for source, outcome in self.olds:
            for tile in outcome.was.naturals:
                self.sources.setdefault(tile, Counter())[source] += 1
        self.loose = Counter(tile for _, old in self.olds for tile in old.was.naturals)
        closed = self.reuse is Reuse.RACK_ONLY or problem.law.melds is JokerMelds.LOCKED
        self.shown: Counter[Tile] = Counter() if closed else settlement.shown

    def homes(self, freed: int) -> list[Home]:
        """Return the melds that may take that many replaced jokers.

        Raises OutOfTimeError where the deadline has passed.
        """
        tiles = self.problem.tiles
        found: dict[Home, None] = {}
        most = freed + self.rack[JOKER]
        for faces in self._shapes():
            for filling in shapes.filled([self._fillings(face) for face in faces], most):
                self.deadline.check()
                if filling.count("joker") >= freed:
                    home = self._home(faces, filling, freed)
                    if fits(home.meld, tiles) and self._may_be(home):
                        found[home] = None
        return list(found)

    def _shapes(self) -> Iterator[tuple[Tile, ...]]:
        tiles = self.problem.tiles
        most = _FORMER if self.reuse is Reuse.NEW_MELD else tiles.numbers
        yield from shapes.runs(tiles, most)
        # a longer one may look like an old one, and count as left as it was
        yield from {
            old.was.faces: None
            for _, old in self.olds
            if isinstance(old.was, Run) and len(old.was) > most and old.freed
        }
        yield from shapes.groups(tiles)

    def _fillings(self, face: Tile) -> list[str]:
        """Return what may lie for *face*: the tile, a joker, or one that goes on to show it."""
        have = self.rack[face] + (0 if self.reuse is Reuse.RACK_ONLY else self.loose[face])
        return [
            *(["tile"] if have else []),
            "joker",
            *(["shown"] if self.shown[face] else []),
        ]

    def _home(self, faces: tuple[Tile, ...], filling: tuple[str, ...], freed: int) -> Home:
        pairs = list(zip(faces, filling, strict=True))
        shown = tuple(face for face, what in pairs if what == "shown")
        racked = filling.count("joker") - freed
        if faces[0].colour == faces[1].colour:
            wild = tuple(face for face, what in pairs if what != "tile")
            return Home(Run(faces, wild), freed, racked, shown)
        naturals = tuple(sorted(face for face, what in pairs if what == "tile"))
        return Home(Group(naturals, len(faces) - len(naturals)), freed, racked, shown)

    def _may_be(self, home: Home) -> bool:
        """Return whether the meld is not ruled out whatever its tiles are traced to."""
        if self.reuse is Reuse.RACK_ONLY:
            return len(home.meld) - home.freed >= 2
        if self.reuse is Reuse.NEW_MELD_WITH_RACK:
            here = sum(1 for tile in home.meld.naturals if self.rack[tile])
            return here + home.racked >= 2
        return True

    def suffices(self, homes: tuple[Home, ...]) -> bool:
        """Return whether there are tiles for all *homes*."""
        wanted = Counter(tile for home in homes for tile in home.meld.naturals)
        shown = Counter(tile for home in homes for tile in home.shown)
        return (
            sum(home.racked for home in homes) <= self.rack[JOKER]
            and shown <= self.shown
            and all(n <= self.sources[tile].total() for tile, n in wanted.items())
        )

    def dues(self, homes: tuple[Home, ...]) -> list[Counter[Tile]]:
        """Return the least that the rack must give for *homes* to be what the law wants.

        Raises OutOfTimeError where the deadline has passed.
        """
        dues: list[Counter[Tile]] = []
        for traced in self._traces(homes):
            least = Counter(tile for (_, tile), source in traced.items() if source == _RACK)
            for due in self._more(least, homes):
                self.deadline.check()
                if due not in dues and self._lawful(homes, traced, due):
                    dues.append(due)
        return [due for due in dues if not any(other < due for other in dues)]

    def _more(self, least: Counter[Tile], homes: tuple[Home, ...]) -> Iterator[Counter[Tile]]:
        """Yield *least*, and more copies of tiles that pay: another may then be the one in a home.

        This matters only where one home may take the joker that was freed for another.
        """
        paid = {t for o in self.settlement.outcomes for t in o.paid} if len(homes) > 1 else ()
        spare = [
            range(max(self.settlement.due[t], least[t]) - least[t] + 2)
            if least[t] < self.rack[t]
            else range(1)
            for t in paid
        ]
        for extra in product(*spare):
            due = least + Counter(dict(zip(paid, extra, strict=True)))
            if due <= self.rack:
                yield due

    def _traces(self, homes: tuple[Home, ...]) -> Iterator[_Traced]:
        """Yield the ways to trace the tiles of the homes, and those paid into cores."""
        pinned = self.settlement.pinned.elements()
        places = [(-1 - i, tile) for i, tile in enumerate(pinned)]
        places += [(i, tile) for i, home in enumerate(homes) for tile in home.meld.naturals]
        within = {source for source, old in self.olds if any(self._inside(old, h) for h in homes)}
        contested = {t for t, n in Counter(t for _, t in places).items() if n > 1}
        contested.update(t for outcome in self.settlement.outcomes for t in outcome.paid)
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

    def _inside(self, old: Outcome, home: Home) -> bool:
        return set(old.was.naturals) <= set(home.meld.naturals)

    def _lawful(self, homes: tuple[Home, ...], traced: _Traced, due: Counter[Tile]) -> bool:
        """Return whether every home, its tiles so traced, is a meld of the kind that is wanted."""
        if self.reuse is Reuse.RACK_ONLY:
            return True
        by_itself = []
        for i, home in enumerate(homes):
            racked = sum(traced[i, tile] == _RACK for tile in home.meld.naturals) + home.racked
            if self.reuse is Reuse.NEW_MELD_WITH_RACK and racked < 2:
                return False
            for source, old in self.olds:
                if self._lies_in(source, old, (i, home), traced):
                    if self._paid_in(old, i, traced, due) >= old.freed:
                        return False
                    by_itself.append(i)
        return _some_elsewhere(by_itself, {i: home.freed for i, home in enumerate(homes)})

    def _lies_in(self, source: int, old: Outcome, home: tuple[int, Home], traced: _Traced) -> bool:
        """Return whether the numbered tiles of *old* and the jokers it keeps all lie in a home."""
        index, there = home
        return all(traced.get((index, tile)) == source for tile in old.was.naturals) and all(
            tile in there.shown for tile in old.shown
        )

    def _paid_in(self, old: Outcome, home: int, traced: _Traced, due: Counter[Tile]) -> int:
        """Return how many freed jokers of *old* are counted in a home by the tiles paid for them.

        A tile counts as the one that was paid where no other copy of it can have been.
        """
        here = [
            tile
            for tile in old.paid
            if (home, tile) in traced and self._only_copy((home, tile), traced, due)
        ]
        if len(here) == len(old.paid):
            return old.freed
        return len(here) if len(old.paid) == old.freed else 0

    def _only_copy(self, place: _Place, traced: _Traced, due: Counter[Tile]) -> bool:
        tile = place[1]
        left = Counter(self.sources[tile])
        left[_RACK] = max(due[tile], self.settlement.due[tile])
        left.subtract(s for (home, t), s in traced.items() if home < 0 and t == tile)
        if self.problem.law.replace_from is ReplaceFrom.RACK:
            return traced[place] == _RACK and left[_RACK] == 1
        return left.total() == 1


def _some_elsewhere(homes: list[int], shares: dict[int, int]) -> bool:
    """Return whether no old meld must have all its freed jokers with it in its home.

    *homes* names, for each old meld that else lies whole, the home where it does.
    """
    if not homes:
        return True
    home, *others = homes
    return any(
        _some_elsewhere(others, {**shares, other: room - 1})
        for other, room in shares.items()
        if other != home and room > 0
    )
