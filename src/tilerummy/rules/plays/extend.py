"""What may be done with the melds of the table in American and International: RULES 3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilerummy.jokers import GroupOfThree, JokerLaw, Reuse
from tilerummy.melds import Group, Meld, Run
from tilerummy.rules.jokers.law import joker_fault
from tilerummy.rules.jokers.table_change import TableChange
from tilerummy.rules.reasons import Reason, Refusal, reason
from tilerummy.tiles import TileSet

Growth = tuple[tuple[Meld, Meld], ...]
"""Each lifted meld with the laid one that it has become."""


@dataclass(frozen=True, slots=True)
class Extend:
    """Melds may only be added to, and their jokers be replaced from the rack.

    No tile moves from one meld to another, so what became of each meld is known; of the joker
    law only ``group_of_three`` and ``reuse`` matter.
    """

    jokers: JokerLaw

    def faults(self, play: TableChange) -> Iterator[Reason]:
        """Yield the reasons why the melds may not be changed so by a player who has opened."""
        growths = [*_growths([*play.lift], [*play.lay])]
        if not growths:
            stuck = [m for m in play.lift if not any(_grown(m, new) for new in play.lay)]
            melds = stuck or [*play.lift]
            names = " / ".join(map(repr, melds))
            yield reason(
                Refusal.TABLE_CLOSED, f"melds may only be added to here: {names}", melds=melds
            )
            return
        replaced = [g for g in growths if all(self._replaced(*pair, play.tiles) for pair in g)]
        if not replaced:
            yield joker_fault(Refusal.JOKER_NOT_REPLACED, play.lift)
        elif not any(self._settled(growth, play) for growth in replaced):
            yield joker_fault(Refusal.JOKER_REUSE, play.lift)

    def _replaced(self, old: Meld, new: Meld, tiles: TileSet) -> bool:
        """Return whether the jokers of *old* that are gone have the tiles that replace them.

        S3 "must be replaced with both missing tiles": then all its jokers are freed together.
        """
        if self.jokers.group_of_three is GroupOfThree.ANY or isinstance(old, Run):
            return True
        full = len(old) == tiles.colours or len(new.naturals) == tiles.colours
        return full or _freed(old, new) == 0

    def _settled(self, growth: Growth, play: TableChange) -> bool:
        """Return whether the freed jokers can all lie in melds that are laid anew."""
        freed = sum(_freed(old, new) for old, new in growth)
        if self.jokers.reuse is Reuse.ANY or not freed:
            return True
        homes = play.lay - [new for _, new in growth]
        most = 2 if self.jokers.reuse is not Reuse.NEW_MELD else 0
        return freed <= sum(min(m.jokers, len(m) - most) for m in homes)


def _growths(olds: list[Meld], news: list[Meld]) -> Iterator[Growth]:
    """Yield the ways in which every old meld has become a new one of its own: none are joined."""
    if not olds:
        yield ()
        return
    for i, new in enumerate(news):
        if _grown(olds[0], new):
            for others in _growths(olds[1:], [*news[:i], *news[i + 1 :]]):
                yield ((olds[0], new), *others)


def _grown(old: Meld, new: Meld) -> bool:
    """Return whether *new* is *old* with tiles added and perhaps jokers replaced by theirs."""
    match old, new:
        case Run(), Run(faces):
            return set(old.faces) <= set(faces) and set(old.naturals) <= set(new.naturals)
        case Group(), Group(naturals):
            added = len(naturals) - len(old.naturals)
            return set(old.naturals) <= set(naturals) and _freed(old, new) <= added
    return False


def _freed(old: Meld, new: Meld) -> int:
    """Return how many jokers of *old* must have been replaced for it to become *new*."""
    match old, new:
        case Run(wild=wild), Run(wild=now):
            return len(set(wild) - set(now))
        case _:
            return max(0, old.jokers - new.jokers)
