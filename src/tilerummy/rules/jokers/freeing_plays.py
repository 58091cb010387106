"""Plays that free jokers of the table into melds of rack tiles: RULES 2.2, rules 3 and 4.

Such a play changes no more than it must. Of a meld whose joker is freed, either the tile that
replaces the joker takes its place, or the joker just goes where what is left is still a meld, or
two; that tile then lies in one of the melds of freed jokers or, if tiles of the table may replace
jokers, anywhere on the table. A tile of the table that takes the place of a joker leaves a meld,
or two, behind. The freed jokers lie in new melds with tiles of the rack, maybe jokers of the rack
among them, and no more of those than make the melds.

What is yielded here need not be legal: that is for the referee to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import assert_never

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom
from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.melds.enumeration import possible_melds
from tilerummy.tiles import JOKER, Rack, Tile, TileSet


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to free jokers of a meld: the melds left, tiles ``missing`` in them, tiles ``loose``.

    Missing tiles are to take the place of jokers in the melds left; loose ones replace jokers too,
    but lie elsewhere.
    """

    melds: tuple[Meld, ...]
    missing: tuple[Tile, ...]
    loose: tuple[Tile, ...]
    freed: int


@dataclass(frozen=True, slots=True)
class _Paid:
    """A table whose jokers are freed, and the tiles of the rack that are left."""

    table: Table
    hand: Counter[Tile]
    missing: tuple[Tile, ...] = ()
    loose: tuple[Tile, ...] = ()
    freed: int = 0

    def then(self, way: _Way) -> _Paid:
        return _Paid(
            self.table + way.melds,
            self.hand,
            self.missing + way.missing,
            self.loose + way.loose,
            self.freed + way.freed,
        )


@dataclass(frozen=True, slots=True)
class FreeingPlays:
    """How jokers may be freed, and for what.

    ``jokers_due`` says that no joker may stay on the rack. ``wanted`` tells which melds are of use
    for what comes after; others are left out. When the ``deadline`` is over, OutOfTimeError is
    raised.
    """

    law: JokerLaw
    tiles: TileSet
    jokers_due: bool
    wanted: Callable[[Meld], bool]
    deadline: Deadline = NEVER

    def tables(self, before: Table, hand: Rack) -> Iterator[Table]:
        """Yield the tables after a play that frees jokers of *before* with tiles of *hand*."""
        seen = set()
        for paid in self._paid(before, Counter(hand)):
            if paid.freed:
                for melds in self._homes(paid, jokers_due=self.jokers_due):
                    table = paid.table + melds
                    if table not in seen:
                        seen.add(table)
                        yield table

    def with_jokers_laid(self, before: Table, hand: Rack) -> Iterator[Table]:
        """Yield the tables after a play that lays all jokers of *hand* in new melds."""
        for melds in self._homes(_Paid(before, Counter(hand)), jokers_due=True):
            yield before + melds

    def _paid(self, before: Table, hand: Counter[Tile]) -> Iterator[_Paid]:
        """Yield what the table and the rack can be when some jokers, or none, are freed."""
        holders = [meld for meld in before if meld.jokers]

        def pay(index: int, paid: _Paid) -> Iterator[_Paid]:
            self.deadline.check()
            if index == len(holders):
                yield from self._complete(paid, before)
                return
            meld = holders[index]
            yield from pay(index + 1, replace(paid, table=Table((*paid.table, meld))))
            for way in self._ways(meld):
                yield from pay(index + 1, paid.then(way))

        return pay(0, _Paid(before - holders, hand))

    def _complete(self, paid: _Paid, before: Table) -> Iterator[_Paid]:
        """Yield *paid* with the missing tiles taken from the rack or out of other melds."""
        self.deadline.check()
        from_table = self.law.replace_from is ReplaceFrom.ANY
        if not paid.missing:
            lying = {tile for meld in before for tile in meld.naturals} if from_table else set()
            loose = tuple(tile for tile in paid.loose if tile not in lying)
            if Counter(loose) <= paid.hand:
                yield replace(paid, loose=loose)
            return
        tile, *others = paid.missing
        left = replace(paid, missing=tuple(others))
        if paid.hand[tile]:
            yield from self._complete(replace(left, hand=paid.hand - Counter([tile])), before)
        if from_table:
            for meld in dict.fromkeys(m for m in paid.table if m in before and tile in m.naturals):
                parts = without(meld, (tile,), self.tiles)
                if parts is not None:
                    table = paid.table - (meld,) + parts
                    yield from self._complete(replace(left, table=table), before)

    def _ways(self, meld: Meld) -> Iterator[_Way]:
        """Yield the ways to free jokers of one meld."""
        ways = self._of_run(meld) if isinstance(meld, Run) else self._of_group(meld)
        if self.law.melds is not JokerMelds.LOCKED:
            return ways
        return (way for way in ways if not way.loose or way.freed == meld.jokers)

    def _of_run(self, run: Run) -> Iterator[_Way]:
        for freed in _subsets(run.wild, 1):
            now = Run(run.faces, tuple(face for face in run.wild if face not in freed))
            for loose in _subsets(freed, 0):
                parts = without(now, loose, self.tiles)
                if parts is not None:
                    missing = tuple(face for face in freed if face not in loose)
                    yield _Way(parts, missing, loose, len(freed))

    def _of_group(self, group: Group) -> Iterator[_Way]:
        lacks = group.missing(self.tiles)
        every = self.law.group_of_three is GroupOfThree.ALL and len(group) < self.tiles.colours
        for paid in [lacks] if every else _subsets(lacks, 1, group.jokers):
            freed = group.jokers if every else len(paid)
            for loose in _subsets(paid, 0):
                missing = tuple(tile for tile in paid if tile not in loose)
                naturals = tuple(sorted((*group.naturals, *missing)))
                left = Group(naturals, group.jokers - freed)
                if fits(left, self.tiles):
                    yield _Way((left,), missing, loose, freed)

    def _homes(self, paid: _Paid, *, jokers_due: bool) -> Iterator[tuple[Meld, ...]]:
        """Yield the new melds in which the freed jokers, and jokers of the rack, may lie."""
        most = paid.freed + paid.hand[JOKER]
        least = most if jokers_due else paid.freed
        count = most if jokers_due else paid.freed
        melds = [m for m in self._melds(paid.hand, most, paid.loose) if self.wanted(m)]
        loose = Counter(paid.loose)

        def lay(
            start: int, laid: tuple[Meld, ...], hand: Counter[Tile], jokers: int
        ) -> Iterator[tuple[Meld, ...]]:
            self.deadline.check()
            if jokers >= least > 0 and loose <= Counter(t for m in laid for t in m.naturals):
                yield laid
            if len(laid) < count:
                for i in range(start, len(melds)):
                    meld = melds[i]
                    naturals = Counter(meld.naturals)
                    if jokers + meld.jokers <= most and naturals <= hand:
                        yield from lay(i, (*laid, meld), hand - naturals, jokers + meld.jokers)

        return lay(0, (), paid.hand, 0)

    def _melds(self, hand: Counter[Tile], jokers: int, loose: tuple[Tile, ...]) -> Iterator[Meld]:
        """Yield the melds with jokers of which no tile can be spared, but for *loose* ones."""
        longest = 3 if jokers < 2 and not loose else None
        every = possible_melds(hand, jokers, self.tiles, longest=longest, deadline=self.deadline)
        for meld in every:
            if meld.jokers and self._needs_all(meld, loose):
                yield meld

    def _needs_all(self, meld: Meld, loose: tuple[Tile, ...]) -> bool:
        match meld:
            case Run(faces, wild):
                ends = {faces[0], faces[-1]}
                return len(faces) - len(wild) <= 2 or {*wild, *loose} >= ends or len(faces) == 3
            case Group(naturals):
                every = self.law.group_of_three is GroupOfThree.ALL
                spare = any(tile not in loose for tile in naturals)
                return every or len(meld) == 3 or len(naturals) <= 2 or not spare
        assert_never(meld)


def represented(meld: Meld, tiles: TileSet) -> tuple[Tile, ...]:
    """Return the tiles that a joker of *meld* represents or may represent."""
    return meld.wild if isinstance(meld, Run) else meld.missing(tiles)


def without(meld: Meld, gone: Sequence[Tile], tiles: TileSet) -> tuple[Meld, ...] | None:
    """Return the melds that are left of *meld* without those of its faces, None if others are."""
    match meld:
        case Group(naturals, jokers):
            left: list[Meld] = [Group(tuple(t for t in naturals if t not in gone), jokers)]
        case Run(faces, wild):
            parts: list[tuple[Tile, ...]] = [()]
            for face in faces:
                if face in gone:
                    parts.append(())
                else:
                    parts[-1] = (*parts[-1], face)
            left = [Run(part, tuple(f for f in wild if f in part)) for part in parts if part]
    return tuple(left) if all(fits(part, tiles) for part in left) else None


def _subsets(
    tiles: Sequence[Tile], least: int, most: int | None = None
) -> Iterator[tuple[Tile, ...]]:
    top = len(tiles) if most is None else min(most, len(tiles))
    return chain.from_iterable(combinations(tiles, n) for n in range(least, top + 1))
