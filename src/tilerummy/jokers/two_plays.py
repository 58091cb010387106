"""Finds tables that several plays in a turn can reach by moving jokers, but a single play cannot.

A play that frees jokers can prepare the next play: a freed joker in a new meld may be freed again,
laid off, or become part of another meld. This module decides whether that can help, and finds the
possible tables between two plays. It may find too many tables, because the plays that lead to and
from them need not be legal.
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
    """Return whether freeing jokers in *table* first may achieve more than a single play.

    If replaced jokers may go anywhere, this helps only if it allows one tile to replace two jokers.
    """
    if law.melds is JokerMelds.FREE:
        return False
    if law.reuse is not Reuse.ANY:
        return any(meld.jokers for meld in table)
    return _may_replace_two(law, table, tiles)


def law_for_one_play(law: JokerLaw, table: Table, tiles: TileSet) -> JokerLaw:
    """Return rules that allow one play from *table* to do as much as two plays under *law*.

    The first of these two plays frees jokers: see :mod:`tilerummy.jokers.freeing_plays`.
    """
    anywhere = replace(law, reuse=Reuse.ANY)
    if _may_replace_two(law, table, tiles):
        return replace(anywhere, melds=JokerMelds.FREE)
    return anywhere


def _may_replace_two(law: JokerLaw, table: Table, tiles: TileSet) -> bool:
    """Return whether a single tile may replace two jokers in one turn, by moving between them."""
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
    """Return whether another play, after one that leads to *table*, might still achieve more."""
    together = law.group_of_three is GroupOfThree.ALL
    limited = rearranges and (law.reuse is not Reuse.ANY or law.melds is JokerMelds.OPEN)
    return (together or limited) and any(meld.jokers for meld in table)


class TwoPlays:
    """A pair of plays that leads from the table *before* to the table *after*.

    *rearranges* is True if melds may be taken apart; otherwise tiles may only be added (RULES 3).
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
        """Yield the possible tables between a play from *table* and a play to ``after``.

        At least one of the two plays frees jokers. *rack* contains the tiles to lay. If
        *jokers_due* is True, all its jokers must be laid. *reuse_forbidden* is True if a single
        play would be illegal because of its use of a freed joker.
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
        """Yield the possible tables between a play that lays all rack jokers and a second play."""
        freeing = FreeingPlays(self.law, self.tiles, jokers_due, self.may_last, self.deadline)
        yield from filter(self._may_follow, freeing.with_jokers_laid(table, rack))

    def may_last(self, meld: Meld) -> bool:
        """Return whether ``after`` may have been built using *meld*, a new meld with a joker."""
        faces = represented(meld, self.tiles)
        return self._may_stay(meld) or any(face in self._replacing for face in faces)

    def _may_follow(self, between: Table) -> bool:
        """Quickly check whether a play may lead from *between* to ``after``.

        If replaced jokers can go only into new melds, the jokers in all other melds must have been
        there before.
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
        """Return whether the jokers in *meld* may come from *jokered* melds without being freed."""
        if self.law.melds is JokerMelds.LOCKED:
            return sum(m.jokers for m in jokered if covers(meld, m)) >= meld.jokers
        shown = {face for m in jokered for face in represented(m, self.tiles)}
        faces = {*represented(meld, self.tiles)}
        return faces <= shown if isinstance(meld, Run) else bool(faces & shown)

    def _is_useful(self, meld: Meld) -> bool:
        """Return whether having a freed joker in *meld* between the two plays may help.

        Freeing the joker again helps only if it can then go into a meld that would not have counted
        as new in the first play.
        """
        return self.may_last(meld) if self._freed_again else self._may_stay(meld)

    def _may_take(self, meld: Meld, before: Table) -> bool:
        """Return whether a joker that is freed twice may end up in *meld* on the table ``after``.

        A meld is not new while it contains a meld that is on the table. A play that frees jokers
        changes melds without jokers only if table tiles may replace jokers.
        """
        if self.law.reuse in (Reuse.ANY, Reuse.RACK_ONLY):
            return False
        return self._from_table or not self._holds_one(meld, before)

    def _holds_one(self, meld: Meld, table: Table) -> bool:
        """Return whether a *table* meld without jokers is contained in *meld* and in no other."""
        return any(
            covers(meld, old) and {*old.numbered} & self._single for old in table if not old.jokers
        )

    def _may_stay(self, meld: Meld) -> bool:
        """Return whether the joker in *meld* may stay there until the table is ``after``."""
        if not self.rearranges or self.law.melds is JokerMelds.FREE:
            return True
        if self.law.melds is JokerMelds.LOCKED:
            return any(covers(other, meld) for other in self.after)
        return any(face in self._shown for face in represented(meld, self.tiles))
