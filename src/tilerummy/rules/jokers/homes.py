"""Where replaced jokers may go: RULES 2.2, rule 4.

A *home* is a laid meld that takes a freed joker. The law speaks of melds that were not there
before and of tiles from the rack, but equal tiles are interchangeable. So each tile of a home is
traced to a source, the rack or an old meld, and any way of tracing them will do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerMelds, ReplaceFrom, Reuse
from tilerummy.melds import Meld
from tilerummy.rules.jokers.melds import Replacement
from tilerummy.rules.jokers.readings import Reading
from tilerummy.tiles import Tile

_RACK = -1
"""The source of the tiles placed in this play; old melds are numbered from 0."""

Place = tuple[int, Tile]
"""A tile and the index of its laid meld; below 0 for a replacing tile of a locked meld."""

Traced = dict[Place, int]
"""The source of the tile in each place."""

Shares = dict[int, int]
"""How many freed jokers a laid meld takes."""


@dataclass(frozen=True, slots=True)
class _Old:
    """A meld of before whose tiles may have moved; ``lifted`` is what became of its jokers."""

    source: int
    meld: Meld
    lifted: Replacement | None = None


def all_have_homes(reading: Reading) -> bool:
    """Return whether the freed jokers of *reading* can all lie where the law lets them."""
    return any(True for _ in joker_homes(reading))


def joker_homes(reading: Reading, deadline: Deadline = NEVER) -> Iterator[tuple[Shares, Traced]]:
    """Yield how the freed jokers of *reading* can all lie where the law lets them.

    That is how many each laid meld takes, and where the tiles of these come from; nothing where the
    law lets them lie anywhere. Raises OutOfTimeError.
    """
    if reading.law.reuse is Reuse.ANY or not reading.freed:
        yield {}, {}
        return
    olds = tuple(_olds(reading))
    rooms = [reading.room(home) for home in range(len(reading.play.lay))]
    for shares in _shares(reading.freed, rooms, 0):
        if _possible(reading, shares):
            for traced in _traces(reading, olds, shares):
                deadline.check()
                if _satisfied(reading, olds, shares, traced):
                    yield shares, traced


def may_be_home(reuse: Reuse, *, from_rack: int, from_table: bool, holds_meld: bool) -> bool:
    """Return whether freed jokers may lie in a meld whose tiles are known to come from there.

    *from_rack* counts its tiles of the rack; *from_table* says whether other tiles of the table
    than freed jokers lie in it, *holds_meld* whether a whole meld of before does.
    """
    match reuse:
        case Reuse.ANY:
            return True
        case Reuse.NEW_MELD:
            return not holds_meld
        case Reuse.NEW_MELD_WITH_RACK:
            return from_rack >= 2 and not holds_meld
        case Reuse.RACK_ONLY:
            return from_rack >= 2 and not from_table
    assert_never(reuse)


def _olds(reading: Reading) -> Iterator[_Old]:
    """Yield the melds of before, but for locked ones that keep a joker; the lifted ones first."""
    for source, lifted in enumerate(reading.lifted):
        if not reading.is_locked(lifted.now):
            yield _Old(source, lifted.was, lifted)
    for source, meld in enumerate(reading.play.rest, len(reading.lifted)):
        yield _Old(source, meld)


def _shares(freed: int, rooms: Sequence[int], home: int) -> Iterator[Shares]:
    """Yield how the freed jokers may be shared among the laid melds that have room for them."""
    if freed == 0:
        yield {}
    elif home < len(rooms):
        for here in range(min(freed, rooms[home]) + 1):
            for others in _shares(freed - here, rooms, home + 1):
                yield {home: here, **others} if here else others


def _possible(reading: Reading, shares: Shares) -> bool:
    """Return whether the homes are possible at all, whatever their tiles are traced to."""
    lay = reading.play.lay
    alone = reading.law.reuse is Reuse.RACK_ONLY
    # a locked meld that keeps a joker lies whole in its home, so that is no new meld
    closed = alone or reading.law.melds is JokerMelds.LOCKED
    if closed and any(reading.room(home) < lay[home].jokers for home in shares):
        return False
    return not alone or all(len(lay[home]) - freed >= 2 for home, freed in shares.items())


def _satisfied(reading: Reading, olds: tuple[_Old, ...], shares: Shares, traced: Traced) -> bool:
    """Return whether every home is a meld of the kind that the law demands."""
    if reading.law.reuse is Reuse.RACK_ONLY:
        return True  # its tiles are traced to the rack alone
    homes: list[int] = []
    for home, freed in shares.items():
        racked = sum(traced[home, t] == _RACK for t in reading.play.lay[home].naturals)
        with_rack = reading.law.reuse is Reuse.NEW_MELD_WITH_RACK
        if with_rack and racked + reading.room(home) - freed < 2:
            return False
        for old in olds:
            if _lies_in(reading, old, home, traced):
                freed_of_old = old.lifted.freed if old.lifted else 0
                if _counted_in(reading, olds, old, home, traced) >= freed_of_old:
                    return False
                homes.append(home)
    return _some_elsewhere(homes, shares)


def _lies_in(reading: Reading, old: _Old, home: int, traced: Traced) -> bool:
    """Return whether the numbered tiles of *old* and the jokers it keeps all lie in *home*."""
    return all(traced.get((home, t)) == old.source for t in old.meld.naturals) and all(
        there == home for source, there in reading.kept if source == old.source
    )


def _counted_in(
    reading: Reading, olds: tuple[_Old, ...], old: _Old, home: int, traced: Traced
) -> int:
    """Return how many freed jokers of *old* count as lying in *home*: their tiles lie there."""
    if old.lifted is None or not old.lifted.replacing:
        return 0
    there = [
        t
        for t in old.lifted.replacing
        if (home, t) in traced and _replaced_a_joker(reading, olds, (home, t), traced)
    ]
    if len(there) == len(old.lifted.replacing):
        return old.lifted.freed
    return len(there) if len(old.lifted.replacing) == old.lifted.freed else 0


def _replaced_a_joker(
    reading: Reading, olds: tuple[_Old, ...], place: Place, traced: Traced
) -> bool:
    """Return whether the copy in *place* replaced a joker: no other copy can have done it."""
    left = Counter(s for t, s in _copies(reading, olds) if t == place[1])
    left -= Counter(s for (home, t), s in traced.items() if home < 0 and t == place[1])
    if reading.law.replace_from is ReplaceFrom.RACK:
        return traced[place] == _RACK and left[_RACK] == 1
    return left.total() == 1


def _some_elsewhere(homes: list[int], shares: Shares) -> bool:
    """Return whether the freed jokers can be shared so that no old meld has all of its own at home.

    *homes* names, for each old meld that else lies whole, the home where it lies: with all its
    freed jokers there too, each counted by itself, it would be no new meld.
    """
    if not homes:
        return True
    home, *others = homes
    return any(
        _some_elsewhere(others, {**shares, other: room - 1})
        for other, room in shares.items()
        if other != home and room > 0
    )


def _copies(reading: Reading, olds: tuple[_Old, ...]) -> Iterator[tuple[Tile, int]]:
    """Yield every tile that may have moved, with its source."""
    for tile in reading.play.placed:
        yield tile, _RACK
    for old in olds:
        for tile in old.meld.naturals:
            yield tile, old.source


def _traces(reading: Reading, olds: tuple[_Old, ...], shares: Shares) -> Iterator[Traced]:
    """Yield the ways of tracing the tiles of the homes, the most favourable first."""
    supply: dict[Tile, Counter[int]] = {}
    for tile, source in _copies(reading, olds):
        supply.setdefault(tile, Counter())[source] += 1
    replacing = [t for h in reading.lifted if reading.is_locked(h.now) for t in h.replacing]
    places: list[Place] = [(-1 - i, t) for i, t in enumerate(replacing)]
    places += [(home, t) for home in shares for t in reading.play.lay[home].naturals]
    from_rack = reading.law.replace_from is ReplaceFrom.RACK
    threats = {o.source for o in olds if _inside(o, reading, shares)}
    contested = {t for t, n in Counter(t for _, t in places).items() if n > 1}
    contested.update(t for h in reading.lifted for t in h.replacing)

    def choices(home: int, tile: Tile) -> list[int]:
        left = sorted(+supply[tile])
        if from_rack if home < 0 else reading.law.reuse is Reuse.RACK_ONLY:
            return [s for s in left if s == _RACK]
        safe = [s for s in left if s not in threats]
        return safe[:1] if safe and tile not in contested else left

    def trace(done: int) -> Iterator[Traced]:
        if done == len(places):
            yield {}
            return
        home, tile = place = places[done]
        for source in choices(home, tile):
            supply[tile][source] -= 1
            for others in trace(done + 1):
                yield {place: source, **others}
            supply[tile][source] += 1

    return trace(0)


def _inside(old: _Old, reading: Reading, shares: Shares) -> bool:
    """Return whether *old* could lie whole in one of the homes."""
    return any(set(old.meld.naturals) <= set(reading.play.lay[home].naturals) for home in shares)
