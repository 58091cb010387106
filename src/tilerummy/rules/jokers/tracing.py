"""Where the tiles of the melds that take freed jokers come from: RULES 2.2, rule 4.

The homes are traced one after the other. A home that cannot be what the law demands ends the
branch, and what could not be continued once is not tried again: a state of the search is what is
left of the tiles that later homes need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tilerummy.deadline import Deadline
from tilerummy.jokers import ReplaceFrom, Reuse
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

_State = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Old:
    """A meld of before whose tiles may have moved; ``lifted`` is what became of its jokers."""

    source: int
    meld: Meld
    lifted: Replacement | None = None


class Tracing:
    """The search for the sources of all tiles of the homes, where the homes take these *shares*."""

    def __init__(self, reading: Reading, shares: Shares, deadline: Deadline) -> None:
        self._reading, self._shares, self._deadline = reading, shares, deadline
        self._lay = reading.play.lay
        self._with_rack = reading.law.reuse is Reuse.NEW_MELD_WITH_RACK
        self._olds = tuple(_olds(reading))
        self._homes = [*shares]
        self._replacing = [
            (-1 - i, tile)
            for i, tile in enumerate(
                t for h in reading.lifted if reading.is_locked(h.now) for t in h.replacing
            )
        ]
        places = [t for home in shares for t in self._lay[home].naturals]
        places += [t for _, t in self._replacing]
        self._supply: dict[Tile, Counter[int]] = {tile: Counter() for tile in places}
        for tile, source in self._copies():
            if tile in self._supply:
                self._supply[tile][source] += 1
        self._contested = {tile for tile, n in Counter(places).items() if n > 1}
        self._contested.update(*(h.replacing for h in reading.lifted))
        fitting = {home: [*self._fitting(home)] for home in shares}
        self._threats = {old.source for olds in fitting.values() for old in olds}
        self._inside = {home: [*self._inside_of(home, olds)] for home, olds in fitting.items()}
        self._later_threats = [
            {old.source for there in self._homes[done:] for old in self._inside[there]}
            for done in range(len(self._homes))
        ]
        self._dead: set[tuple[int, _State, _State, _State]] = set()

    def ways(self) -> Iterator[Traced]:
        """Yield the ways that the law allows, the most favourable first. Raises OutOfTimeError."""
        if self._hopeful(0):
            for traced in self._sources(self._replacing, {}, 0):
                yield from self._continue(0, traced, ())

    def _continue(self, done: int, traced: Traced, closed: _State) -> Iterator[Traced]:
        """Yield the ways of tracing the homes left after so many are *done*.

        *closed* names, for each old meld that would lie whole in a home but for its freed jokers,
        that home.
        """
        self._deadline.check()
        if done == len(self._homes):
            yield traced
            return
        state = (done, self._left(done), closed, tuple(traced[p] for p in self._replacing))
        if state in self._dead:
            return
        home, found = self._homes[done], False
        places = [(home, t) for t in self._lay[home].naturals]
        for way in self._sources(places, traced, done + 1):
            more = self._closing(home, way)
            if more is not None and self._some_elsewhere((*closed, *more), self._shares):
                for whole in self._continue(done + 1, way, (*closed, *more)):
                    found = True
                    yield whole
        if not found:
            self._dead.add(state)

    def _left(self, done: int) -> _State:
        """Return what is left of the tiles that the homes after those *done* need.

        Old melds that can lie whole in none of these homes are all the same to them.
        """
        left, threats = [], self._later_threats[done]
        for tile in dict.fromkeys(
            t for home in self._homes[done:] for t in self._lay[home].naturals
        ):
            supply = self._supply[tile]
            left += [n for source, n in supply.items() if source == _RACK or source in threats]
            left.append(supply.total())
        return tuple(left)

    def _hopeful(self, done: int) -> bool:
        """Return whether what is left of the rack may suffice for the homes after those *done*.

        It must for each home, and for all of them together.
        """
        wanted, usable = 0, Counter[Tile]()
        for home in self._homes[done:] if self._with_rack else ():
            tiles = [t for t in self._lay[home].naturals if self._supply[t][_RACK] > 0]
            if len(tiles) < (needed := self._needed(home)):
                return False
            wanted += max(0, needed)
            usable.update(tiles)
        return wanted <= sum(min(n, self._supply[t][_RACK]) for t, n in usable.items())

    def _racked(self, tiles: Sequence[Tile]) -> int:
        """Return how many of the *tiles* may still come from the rack."""
        return sum(self._supply[t][_RACK] > 0 for t in tiles)

    def _needed(self, home: int) -> int:
        """Return how many numbered tiles of the rack must lie in that home at least."""
        return 2 - (self._reading.room(home) - self._shares[home]) if self._with_rack else 0

    def _sources(self, places: Sequence[Place], traced: Traced, later: int) -> Iterator[Traced]:
        """Yield *traced* with the sources of *places*, of one home or of replacing tiles.

        While one is looked at, its tiles are taken out of the supply. The next home is that with
        the number *later*.
        """
        if not places:
            yield traced
            return
        home, tile = place = places[0]
        if home >= 0 and self._with_rack:
            here = sum(traced.get((home, t)) == _RACK for t in self._lay[home].naturals)
            if here + self._racked([t for _, t in places]) < self._needed(home):
                return
        self._deadline.check()
        for source in self._choices(home, tile):
            self._supply[tile][source] -= 1
            if source != _RACK or self._hopeful(later):
                yield from self._sources(places[1:], {**traced, place: source}, later)
            self._supply[tile][source] += 1

    def _choices(self, home: int, tile: Tile) -> list[int]:
        """Return the sources of *tile* to try: of those that nothing depends on, one suffices."""
        law = self._reading.law
        left = sorted(+self._supply[tile])
        only_rack = (
            law.replace_from is ReplaceFrom.RACK if home < 0 else law.reuse is Reuse.RACK_ONLY
        )
        if only_rack:
            return [s for s in left if s == _RACK]
        safe = [s for s in left if s not in self._threats]
        return safe[:1] if safe and tile not in self._contested else left

    def _closing(self, home: int, traced: Traced) -> _State | None:
        """Return *home* once for each old meld in it, but for freed jokers, whole.

        None if it is not a meld of the kind that the law demands.
        """
        if self._reading.law.reuse is Reuse.RACK_ONLY:
            return ()  # its tiles are traced to the rack alone
        if sum(traced[home, t] == _RACK for t in self._lay[home].naturals) < self._needed(home):
            return None
        whole = [
            old
            for old in self._inside[home]
            if all(traced[home, t] == old.source for t in old.meld.naturals)
        ]
        freed = [old.lifted.freed if old.lifted else 0 for old in whole]
        if any(self._counted_in(o, home, traced) >= n for o, n in zip(whole, freed, strict=True)):
            return None
        return (home,) * len(whole)

    def _counted_in(self, old: _Old, home: int, traced: Traced) -> int:
        """Return how many freed jokers of *old* count as lying in *home*: their tiles lie there."""
        if old.lifted is None or not old.lifted.replacing:
            return 0
        there = [
            t
            for t in old.lifted.replacing
            if (home, t) in traced and self._replaced_a_joker((home, t), traced)
        ]
        if len(there) == len(old.lifted.replacing):
            return old.lifted.freed
        return len(there) if len(old.lifted.replacing) == old.lifted.freed else 0

    def _replaced_a_joker(self, place: Place, traced: Traced) -> bool:
        """Return whether the copy in *place* replaced a joker: no other copy can have done it."""
        left = Counter(s for t, s in self._copies() if t == place[1])
        left -= Counter(s for (home, t), s in traced.items() if home < 0 and t == place[1])
        if self._reading.law.replace_from is ReplaceFrom.RACK:
            return traced[place] == _RACK and left[_RACK] == 1
        return left.total() == 1

    def _some_elsewhere(self, closed: _State, shares: Shares) -> bool:
        """Return whether no old meld need have all of its freed jokers at home.

        With all of them in the home that *closed* names for it, each counted by itself, that home
        would be no new meld.
        """
        if not closed:
            return True
        home, *others = closed
        return any(
            self._some_elsewhere(tuple(others), {**shares, other: room - 1})
            for other, room in shares.items()
            if other != home and room > 0
        )

    def _copies(self) -> Iterator[tuple[Tile, int]]:
        """Yield every tile that may have moved, with its source."""
        for tile in self._reading.play.placed:
            yield tile, _RACK
        for old in self._olds:
            for tile in old.meld.naturals:
                yield tile, old.source

    def _fitting(self, home: int) -> Iterator[_Old]:
        """Yield the old melds of whose tiles each lies in that home too."""
        tiles = set(self._lay[home].naturals)
        return (old for old in self._olds if tiles.issuperset(old.meld.naturals))

    def _inside_of(self, home: int, olds: Iterable[_Old]) -> Iterator[_Old]:
        """Yield those of *olds* whose kept jokers all lie in that home."""
        elsewhere = {source for source, there in self._reading.kept if there != home}
        return (old for old in olds if old.source not in elsewhere)


def _olds(reading: Reading) -> Iterator[_Old]:
    """Yield the melds of before, but for locked ones that keep a joker; the lifted ones first."""
    for source, lifted in enumerate(reading.lifted):
        if not reading.is_locked(lifted.now):
            yield _Old(source, lifted.was, lifted)
    for source, meld in enumerate(reading.play.rest, len(reading.lifted)):
        yield _Old(source, meld)
