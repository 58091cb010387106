"""Tables that several plays of one turn can reach with jokers and one play cannot.

A play that frees jokers can prepare the next one: a freed joker in a new meld may be freed again,
laid off, or become part of another meld. This module decides when that can help, and finds the
tables between two plays. It only rules tables out: the plays need not be legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers.freeing_plays import FreeingPlays
from tilerummy.jokers.melds import covers, represented
from tilerummy.jokers.options import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.jokers.pre_images import pre_images
from tilerummy.melds import Meld, Run, Table
from tilerummy.tiles import JOKER, Rack, Tile, TileSet


def freeing_may_help(law: JokerLaw, table: Table, tiles: TileSet) -> bool:
    """Return whether a play that frees jokers of *table* may allow more than one play does.

    If replaced jokers may go anywhere, it only helps by letting one tile replace two jokers.
    """
    if law.melds is JokerMelds.FREE:
        return False
    if law.reuse is not Reuse.ANY:
        return any(meld.jokers for meld in table)
    return _may_replace_two(law, table, tiles)


def law_for_one_play(law: JokerLaw, table: Table, tiles: TileSet) -> JokerLaw:
    """Return a law that allows in one play what *law* allows in two, starting from *table*.

    The first of the two frees jokers: see :mod:`tilerummy.jokers.freeing_plays`.
    """
    anywhere = replace(law, reuse=Reuse.ANY)
    if _may_replace_two(law, table, tiles):
        return replace(anywhere, melds=JokerMelds.FREE)
    return anywhere


def _may_replace_two(law: JokerLaw, table: Table, tiles: TileSet) -> bool:
    """Return whether one tile may replace two jokers in a turn by moving between them."""
    if law.replace_from is not ReplaceFrom.ANY:
        return False
    seen: set[Tile] = set()
    for meld in table:
        faces = {*represented(meld, tiles)} if meld.jokers else set()
        if faces & seen:
            return True
        seen |= faces
    return False


def more_plays_may_help(law: JokerLaw, table: Table, *, rearranges: bool) -> bool:
    """Return whether a further play after one that leaves *table* may achieve more."""
    together = law.group_of_three is GroupOfThree.ALL
    limited = rearranges and (law.reuse is not Reuse.ANY or law.melds is JokerMelds.OPEN)
    return (together or limited) and any(meld.jokers for meld in table)


class TwoPlays:
    """Two plays that lead from the table *before* to the table *after*.

    *rearranges* is True if melds may be taken apart; otherwise they may only grow: RULES 3.
    """

    def __init__(
        self,
        law: JokerLaw,
        tiles: TileSet,
        before: Table,
        after: Table,
        *,
        rearranges: bool,
        deadline: Deadline = NEVER,
    ) -> None:
        self.law, self.tiles, self.after = law, tiles, after
        self.rearranges, self.deadline = rearranges, deadline
        self._from_table = law.replace_from is ReplaceFrom.ANY
        placed = after.tiles - before.tiles
        self._replacing = {*after.tiles} if self._from_table else {*placed}
        self._single = {tile for tile, count in Counter(after.tiles).items() if count == 1}
        self._freed_again = any(self._may_take(meld, before) for meld in after if meld.jokers)
        self._shown = {face for meld in after if meld.jokers for face in represented(meld, tiles)}

    def freed_between(
        self, table: Table, rack: Rack, *, jokers_due: bool, reuse_forbidden: bool
    ) -> Iterator[Table]:
        """Yield the tables between two plays from *table* to ``after`` that free jokers.

        *rack* are the tiles to lay; with *jokers_due* all rack jokers must be laid.
        *reuse_forbidden* means that the law forbids the single play because of a reused joker.
        """
        law, tiles = self.law, self.tiles
        twice = self._from_table and sum(meld.jokers for meld in table) > 1
        settles = self.rearranges and law.melds is JokerMelds.OPEN
        if settles or (self.rearranges and (reuse_forbidden or twice)):
            freeing = FreeingPlays(law, tiles, jokers_due, self._is_useful, self.deadline)
            yield from filter(self._may_follow, freeing.tables(table, rack))
        if settles or law.group_of_three is GroupOfThree.ALL:
            found = pre_images(law, tiles, self.after, rack, deadline=self.deadline)
            yield from filter(self._may_follow, found)

    def laid_between(self, table: Table, rack: Rack, *, jokers_due: bool) -> Iterator[Table]:
        """Yield the tables between a play that lays all jokers of *rack* and the next one."""
        freeing = FreeingPlays(self.law, self.tiles, jokers_due, self.may_last, self.deadline)
        yield from filter(self._may_follow, freeing.with_jokers_laid(table, rack))

    def may_last(self, meld: Meld) -> bool:
        """Return whether *meld*, new and with a joker, may have become part of ``after``."""
        faces = represented(meld, self.tiles)
        return self._may_stay(meld) or any(face in self._replacing for face in faces)

    def _may_follow(self, between: Table) -> bool:
        """Quickly check whether ``after`` may be reached from *between*.

        If replaced jokers only go into new melds, the jokers of other melds were in them before.
        """
        anywhere = self.law.reuse is Reuse.ANY or self.law.melds is JokerMelds.FREE
        if anywhere or not self.rearranges:
            return True
        if JOKER in self.after.tiles - between.tiles:
            return True
        jokered = [meld for meld in between if meld.jokers]
        return all(
            self._kept(meld, jokered)
            for meld in self.after - between
            if meld.jokers and self._holds_one(meld, between)
        )

    def _kept(self, meld: Meld, jokered: list[Meld]) -> bool:
        """Return whether all jokers of *meld* may come from *jokered* without being freed."""
        if self.law.melds is JokerMelds.LOCKED:
            return sum(m.jokers for m in jokered if covers(meld, m)) >= meld.jokers
        shown = {face for m in jokered for face in represented(m, self.tiles)}
        faces = {*represented(meld, self.tiles)}
        return faces <= shown if isinstance(meld, Run) else bool(faces & shown)

    def _is_useful(self, meld: Meld) -> bool:
        """Return whether a freed joker in *meld* between two plays may help.

        Freeing it again helps only if it may then go into a meld that was not new in the first
        play.
        """
        return self.may_last(meld) if self._freed_again else self._may_stay(meld)

    def _may_take(self, meld: Meld, before: Table) -> bool:
        """Return whether a joker freed twice may go to *meld* of the table ``after``.

        The meld is not new while it contains a meld of the table. A freeing play changes melds
        without jokers only if tiles of the table may replace jokers.
        """
        if self.law.reuse in (Reuse.ANY, Reuse.RACK_ONLY):
            return False
        return self._from_table or not self._holds_one(meld, before)

    def _holds_one(self, meld: Meld, table: Table) -> bool:
        """Return whether *meld*, and no other, contains a meld without jokers of *table*."""
        return any(
            covers(meld, old) and {*old.numbered} & self._single for old in table if not old.jokers
        )

    def _may_stay(self, meld: Meld) -> bool:
        """Return whether the joker of *meld* may stay until ``after``."""
        if not self.rearranges or self.law.melds is JokerMelds.FREE:
            return True
        if self.law.melds is JokerMelds.LOCKED:
            return any(covers(other, meld) for other in self.after)
        return any(face in self._shown for face in represented(meld, self.tiles))
