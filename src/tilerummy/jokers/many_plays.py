"""Limits on the use of jokers by several plays in one turn (RULES 2.1, 2.2).

Given the joker rules for each of several plays, this module provides rules that allow a single play
to do as much. It also detects changes to a table's jokers that no number of plays can make.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tilerummy.jokers.melds import represented
from tilerummy.jokers.options import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.jokers.two_plays import law_for_one_play
from tilerummy.melds import Group, Meld, Table
from tilerummy.tiles import JOKER, TileSet


def law_for_any_plays(law: JokerLaw, tiles: TileSet, before: Table, after: Table) -> JokerLaw:
    """Return rules that allow one play from *before* to *after* if *law* allows several plays.

    If melds are open, a joker in a group may represent different tiles in successive plays. A group
    of three with two jokers may become a full group, so that a single tile then replaces a joker.
    """
    found = law_for_one_play(law, before, tiles)
    if law.melds is JokerMelds.OPEN:
        found = replace(found, melds=JokerMelds.FREE)
    full = JOKER in after.tiles - before.tiles or any(
        isinstance(meld, Group) and meld.jokers > 1 for meld in before
    )
    return replace(found, group_of_three=GroupOfThree.ANY) if full else found


def jokers_may_lie(law: JokerLaw, tiles: TileSet, before: Table, after: Table) -> bool:
    """Quickly check whether plays could have put the jokers in *after* into their positions.

    A joker that cannot be replaced always has the same number. A freed joker may need two rack
    tiles in its meld. If melds with jokers must stay intact, those tiles are still there at the
    end.
    """
    if law.melds is JokerMelds.FREE:
        return True
    placed = after.tiles - before.tiles
    with_rack = law.reuse in (Reuse.NEW_MELD_WITH_RACK, Reuse.RACK_ONLY)
    replacing = placed if law.replace_from is ReplaceFrom.RACK else after.tiles
    none = with_rack and len(placed) < 2
    numbers = {tile.number for tile in replacing if tile.is_numbered and not none}
    kept = Counter(n for n in _joker_numbers(before, tiles) if n not in numbers)
    if not kept <= Counter(_joker_numbers(after, tiles)):
        return False
    return law.melds is JokerMelds.OPEN or not with_rack or _with_rack(tiles, before, after)


def _joker_numbers(melds: Iterable[Meld], tiles: TileSet) -> Iterator[int]:
    for meld in melds:
        if meld.jokers:
            yield from (face.number for face in represented(meld, tiles)[: meld.jokers])


def _with_rack(tiles: TileSet, before: Table, after: Table) -> bool:
    """Return whether all jokers in melds with fewer than two rack tiles can be explained.

    Such a joker must either come from the rack or not have been freed.
    """
    placed = Counter(after.tiles - before.tiles)
    held = placed[JOKER]
    for meld in after:
        if meld.jokers and (Counter(meld.tiles) & placed).total() < 2:
            held -= max(0, meld.jokers - _kept(tiles, before, meld))
    return held >= 0


def _kept(tiles: TileSet, before: Table, meld: Meld) -> int:
    """Return the maximum number of jokers that may have reached *meld* without being freed.

    These jokers were in other melds on the table *before* the plays.
    """
    faces = {*represented(meld, tiles)}
    old_melds = (old for old in before if old.jokers and type(old) is type(meld))
    return sum(old.jokers for old in old_melds if faces.intersection(represented(old, tiles)))
