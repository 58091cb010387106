"""Decides whether a change to the table is legal in American and International (RULES 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers.law import joker_fault
from tilerummy.jokers.matching import minimum_cost
from tilerummy.jokers.melds import spans
from tilerummy.jokers.options import GroupOfThree, JokerLaw, Reuse
from tilerummy.jokers.reasons import Reason, Refusal, reason
from tilerummy.jokers.table_change import TableChange
from tilerummy.melds import Group, Meld, Run
from tilerummy.tiles import TileSet

Cost = Callable[[Meld, Meld, TileSet], int | None]
"""A function that returns the cost of turning a lifted meld into a laid one, or None if that is
impossible."""


@dataclass(frozen=True, slots=True)
class Extend:
    """Judges plays if the rules allow only adding to melds and replacing jokers from the rack.

    Tiles never move between melds, so it is clear which new meld each old one has become. Only the
    options ``group_of_three`` and ``reuse`` of the joker rules apply.
    """

    jokers: JokerLaw

    def faults(self, play: TableChange, _deadline: Deadline = NEVER) -> Iterator[Reason]:
        """Yield the reasons why a player who has opened may not make this change.

        The deadline is ignored, because the check takes only milliseconds.
        """
        if self._minimum(play, _grown_cost) is None:
            stuck = [m for m in play.lift if not any(_grown(m, new) for new in play.lay)]
            melds = stuck or [*play.lift]
            names = " / ".join(map(repr, melds))
            yield reason(
                Refusal.TABLE_CLOSED, f"melds may only be added to here: {names}", melds=melds
            )
            return
        taken = self._minimum(play, self._replaced_cost)
        if taken is None:
            yield joker_fault(Refusal.JOKER_NOT_REPLACED, self.jokers, play)
        elif self.jokers.reuse is not Reuse.ANY and taken > sum(map(self._room, play.lay)):
            yield joker_fault(Refusal.JOKER_REUSE, self.jokers, play)

    def _minimum(self, play: TableChange, cost: Cost) -> int | None:
        """Return the minimum total cost of turning lifted melds into laid ones.

        Returns None if this is impossible.
        """
        total = 0
        for old_melds, new_melds in _by_kind(play):
            minimum = minimum_cost(
                [[cost(old, new, play.tiles) for new in new_melds] for old in old_melds]
            )
            if minimum is None:
                return None
            total += minimum
        return total

    def _replaced_cost(self, old: Meld, new: Meld, tiles: TileSet) -> int | None:
        """Return the number of freed jokers that must go to other melds if *old* has become *new*.

        This counts the jokers that *old* gave up, plus those that *new* could have taken if it were
        a new meld instead. Returns None if the tiles that replace the jokers are missing.
        """
        if _grown_cost(old, new, tiles) is None or not self._replaced(old, new, tiles):
            return None
        return _freed(old, new) + self._room(new)

    def _replaced(self, old: Meld, new: Meld, tiles: TileSet) -> bool:
        """Return whether the jokers freed from *old* were properly replaced.

        All jokers in a group are freed together, following S3: "must be replaced with both missing
        tiles".
        """
        if self.jokers.group_of_three is GroupOfThree.ANY or isinstance(old, Run):
            return True
        full = len(old) == tiles.colours or len(new.numbered) == tiles.colours
        return full or _freed(old, new) == 0

    def _room(self, meld: Meld) -> int:
        """Return the number of freed jokers that *meld* may take if it counts as a new meld."""
        most = 2 if self.jokers.reuse is not Reuse.NEW_MELD else 0
        return min(meld.jokers, len(meld) - most)


def _by_kind(play: TableChange) -> Iterator[tuple[list[Meld], list[Meld]]]:
    """Yield the lifted melds and the laid melds for each group number or run colour."""
    old_melds: dict[str | int, list[Meld]] = {}
    new_melds: dict[str | int, list[Meld]] = {}
    for melds, kinds in ((play.lift, old_melds), (play.lay, new_melds)):
        for meld in melds:
            kind = meld.number if isinstance(meld, Group) else meld.faces[0].colour
            kinds.setdefault(kind, []).append(meld)
    for kind, lifted in old_melds.items():
        yield lifted, new_melds.get(kind, [])


def _grown_cost(old: Meld, new: Meld, _: TileSet) -> int | None:
    """Return a cost of 0 if *old* may have become *new*, otherwise None."""
    return 0 if _grown(old, new) else None


def _grown(old: Meld, new: Meld) -> bool:
    """Return whether *new* is *old* with added tiles; some of these may replace jokers."""
    match old, new:
        case Run(), Run():
            return spans(new, old) and set(old.numbered) <= set(new.numbered)
        case Group(), Group(numbered):
            added = len(numbered) - len(old.numbered)
            return set(old.numbered) <= set(numbered) and _freed(old, new) <= added
    return False


def _freed(old: Meld, new: Meld) -> int:
    """Return the minimum number of jokers in *old* that must have been replaced in *new*."""
    match old, new:
        case Run(wild=wild), Run(wild=now):
            return len(set(wild) - set(now))
        case _:
            return max(0, old.jokers - new.jokers)
