"""Finds plays that free table jokers and use them with rack tiles (RULES 2.2, rules 3 and 4).

Such a play changes as little as possible. A joker can be freed in two ways. Either the tile that
replaces it takes its position, or the joker leaves its meld and one or two melds remain. In the
second case, the replacing tile is in one of the new melds or, if table tiles may replace jokers,
anywhere on the table. If a table tile takes a joker's position, the meld it came from must leave
one or two valid melds behind. The freed jokers are laid in new melds with rack tiles and possibly
rack jokers, and these melds contain no more tiles than necessary.

The plays need not be legal: the referee decides whether they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers.melds import replacements, subsets, without
from tilerummy.jokers.options import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.melds.enumeration import possible_melds
from tilerummy.tiles import JOKER, Rack, Tile, TileSet


@dataclass(frozen=True, slots=True)
class _FreedMeld:
    """The melds left after freeing jokers from one meld, and the tiles that replace those jokers.

    ``missing`` tiles must take the jokers' positions in the remaining melds. ``loose`` tiles
    replace jokers too, but are elsewhere on the table.
    """

    melds: tuple[Meld, ...]
    missing: tuple[Tile, ...]
    loose: tuple[Tile, ...]
    freed: int


@dataclass(frozen=True, slots=True)
class _FreedTable:
    """A table after jokers have been freed, and the tiles that remain on the rack."""

    table: Table
    rack: Counter[Tile]
    missing: tuple[Tile, ...] = ()
    loose: tuple[Tile, ...] = ()
    freed: int = 0

    def with_melds(self, freed: _FreedMeld) -> _FreedTable:
        return _FreedTable(
            self.table + freed.melds,
            self.rack,
            self.missing + freed.missing,
            self.loose + freed.loose,
            self.freed + freed.freed,
        )


@dataclass(frozen=True, slots=True)
class FreeingPlays:
    """A search for plays that free jokers under given joker rules.

    If ``jokers_due`` is True, all rack jokers must be laid. New melds are considered only if
    ``useful`` returns True for them. Raises OutOfTimeError when the ``deadline`` passes.
    """

    law: JokerLaw
    tiles: TileSet
    jokers_due: bool
    useful: Callable[[Meld], bool]
    deadline: Deadline = NEVER

    def tables(self, before: Table, rack: Rack) -> Iterator[Table]:
        """Yield the possible tables after a play from *rack* that frees jokers in *before*."""
        seen = set()
        for freed in self._freed_tables(before, Counter(rack)):
            if freed.freed:
                for melds in self._new_melds(freed, jokers_due=self.jokers_due):
                    table = freed.table + melds
                    if table not in seen:
                        seen.add(table)
                        yield table

    def with_jokers_laid(self, before: Table, rack: Rack) -> Iterator[Table]:
        """Yield the possible tables after a play that lays all rack jokers in new melds."""
        for melds in self._new_melds(_FreedTable(before, Counter(rack)), jokers_due=True):
            yield before + melds

    def _freed_tables(self, before: Table, rack: Counter[Tile]) -> Iterator[_FreedTable]:
        """Yield the possible tables and racks after zero or more jokers have been freed."""
        holders = [meld for meld in before if meld.jokers]

        def free(index: int, so_far: _FreedTable) -> Iterator[_FreedTable]:
            self.deadline.check()
            if index == len(holders):
                yield from self._complete(so_far, before)
                return
            meld = holders[index]
            yield from free(index + 1, replace(so_far, table=Table((*so_far.table, meld))))
            for freed in self._freed_melds(meld):
                yield from free(index + 1, so_far.with_melds(freed))

        return free(0, _FreedTable(before - holders, rack))

    def _complete(self, freed: _FreedTable, before: Table) -> Iterator[_FreedTable]:
        """Yield the ways to complete *freed* with tiles from the rack or from other melds."""
        self.deadline.check()
        from_table = self.law.replace_from is ReplaceFrom.ANY
        if not freed.missing:
            on_table = {tile for meld in before for tile in meld.numbered} if from_table else set()
            loose = tuple(tile for tile in freed.loose if tile not in on_table)
            if Counter(loose) <= freed.rack:
                yield replace(freed, loose=loose)
            return
        tile, *others = freed.missing
        left = replace(freed, missing=tuple(others))
        if freed.rack[tile]:
            yield from self._complete(replace(left, rack=freed.rack - Counter([tile])), before)
        if from_table:
            for meld in dict.fromkeys(m for m in freed.table if m in before and tile in m.numbered):
                parts = without(meld, (tile,), self.tiles)
                if parts is not None:
                    table = freed.table - (meld,) + parts
                    yield from self._complete(replace(left, table=table), before)

    def _freed_melds(self, meld: Meld) -> Iterator[_FreedMeld]:
        """Yield the possible ways to free jokers from one meld."""
        whole = self.law.melds is JokerMelds.LOCKED
        for found in replacements(meld, self.law, self.tiles):
            if not found.freed:
                continue
            for loose in subsets(found.replacing):
                if loose and whole and found.freed < meld.jokers:
                    break  # a locked meld stays intact unless all its jokers leave
                left = without(found.now, loose, self.tiles)
                if left is not None:
                    missing = tuple(tile for tile in found.replacing if tile not in loose)
                    yield _FreedMeld(left, missing, loose, found.freed)

    def _new_melds(self, freed: _FreedTable, *, jokers_due: bool) -> Iterator[tuple[Meld, ...]]:
        """Yield the sets of new melds that use all freed jokers, and possibly also rack jokers."""
        most = freed.freed + freed.rack[JOKER]
        least = most if jokers_due else freed.freed
        count = most if jokers_due else freed.freed
        melds = [m for m in self._possible_melds(freed.rack, most, freed.loose) if self.useful(m)]
        loose = Counter(freed.loose)

        def lay(
            start: int, laid: tuple[Meld, ...], rack: Counter[Tile], jokers: int
        ) -> Iterator[tuple[Meld, ...]]:
            self.deadline.check()
            if jokers >= least > 0 and loose <= Counter(t for m in laid for t in m.numbered):
                yield laid
            if len(laid) < count:
                for i in range(start, len(melds)):
                    meld = melds[i]
                    numbered = Counter(meld.numbered)
                    if jokers + meld.jokers <= most and numbered <= rack:
                        yield from lay(i, (*laid, meld), rack - numbered, jokers + meld.jokers)

        return lay(0, (), freed.rack, 0)

    def _possible_melds(
        self, rack: Counter[Tile], jokers: int, loose: tuple[Tile, ...]
    ) -> Iterator[Meld]:
        """Yield the melds with jokers that contain no unnecessary tiles other than *loose* ones."""
        longest = 3 if jokers < 2 and not loose else None
        every = possible_melds(rack, jokers, self.tiles, longest=longest, deadline=self.deadline)
        for meld in every:
            if meld.jokers and self._needs_all(meld, loose):
                yield meld

    def _needs_all(self, meld: Meld, loose: tuple[Tile, ...]) -> bool:
        match meld:
            case Run(faces, wild):
                ends = {faces[0], faces[-1]}
                return len(faces) - len(wild) <= 2 or {*wild, *loose} >= ends or len(faces) == 3
            case Group(numbered):
                every = self.law.group_of_three is GroupOfThree.ALL
                spare = any(tile not in loose for tile in numbered)
                return every or len(meld) == 3 or len(numbered) <= 2 or not spare
        assert_never(meld)
