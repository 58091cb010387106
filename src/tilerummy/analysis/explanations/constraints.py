"""What the joker law demands of the tiles that go from one table to another.

A reading of a play says which jokers were kept, which were replaced and where those went. Here it
is translated to single tiles: where each joker of the table goes, and which tiles must come from
where so that the law allows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from tilerummy.analysis.explanations.spots import Spot, spots_of
from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.jokers.homes import Homes, Shares, joker_homes
from tilerummy.jokers.readings import Reading, readings
from tilerummy.jokers.table_change import table_change
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.tiles import JOKER, Tile, TileSet

RACK = -1
"""The source of tiles that lie in no pile."""


@dataclass(frozen=True, slots=True)
class JokerPlacement:
    """A joker of the table: the pile and the place that it leaves, and the home that it gets to.

    A home is a meld of the table after. The joker is ``freed`` if it is replaced.
    """

    pile: int
    old: Spot
    home: int
    new: Spot
    freed: bool


@dataclass(frozen=True, slots=True)
class JokerReplacement:
    """The tiles that replace jokers of a pile, together or each one, and where they may come from.

    ``jokers`` are the places of the jokers, ``tiles`` what comes in: as many, or where it takes a
    tile of every missing colour, more. Jokers and tiles of a run belong together in pairs.
    """

    pile: int
    jokers: tuple[Spot, ...]
    tiles: tuple[Tile, ...]
    together: bool


@dataclass(frozen=True, slots=True)
class Constraints:
    """What one reading of a play demands; false if it demands nothing.

    ``placements`` has all jokers of the melds concerned, ``sources`` the pile, or the rack, that a
    tile of a home comes from, ``whole`` the piles that stay whole wherever they go, and ``piles``
    and ``homes`` all that are named here. Freed jokers lie in homes that ``law`` allows.
    """

    placements: tuple[JokerPlacement, ...] = ()
    replacements: tuple[JokerReplacement, ...] = ()
    sources: Mapping[tuple[int, Tile], int] = field(default_factory=dict)
    whole: frozenset[int] = frozenset()
    piles: frozenset[int] = frozenset()
    homes: frozenset[int] = frozenset()
    law: JokerLaw | None = None
    _home_of: dict[tuple[int, Tile], int] = field(default_factory=dict)
    _kept: Counter[tuple[int, int]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._home_of.update({(pile, t): home for (home, t), pile in self.sources.items()})
        self._kept.update(
            (placement.pile, placement.home) for placement in self.placements if not placement.freed
        )

    def __bool__(self) -> bool:
        """Return whether anything is demanded."""
        return bool(self.placements)

    def may_stay(self, pile: int, home: int, tile: Tile) -> bool:
        """Return whether a numbered tile of a pile may be that of a home."""
        source = self.sources.get((home, tile))
        if source is not None:
            return source == pile
        return self._home_of.get((pile, tile), home) == home

    def kept(self, pile: int, home: int) -> int:
        """Return how many jokers of a pile are kept in a home."""
        return self._kept[pile, home]

    def stays(self, pile: int, home: int, old: Spot, new: Spot) -> bool:
        """Return whether the joker at the *old* place is kept at the *new* one of that home."""
        return JokerPlacement(pile, old, home, new, freed=False) in self.placements

    def replaces_joker(self, pile: int, tile: Tile) -> bool:
        """Return whether that tile replaces a joker of the pile."""
        return any(p.pile == pile and tile in p.tiles for p in self.replacements)


NO_CONSTRAINTS = Constraints()
"""Nothing is demanded: a joker is a tile like others."""


def constraints_of(
    piles: Sequence[Meld | None],
    after: Table,
    law: JokerLaw | None,
    tiles: TileSet,
    deadline: Deadline = NEVER,
) -> Iterator[Constraints]:
    """Yield what each reading of a play demands that *law* allows, those that keep jokers first.

    Nothing is demanded where no joker of the table can have been touched. Raises OutOfTimeError.
    """
    before = Table(meld for meld in piles if meld is not None)
    if law is None or law.melds is JokerMelds.FREE or _rest(before, after):
        yield NO_CONSTRAINTS
        return
    lift, lay = before - after, after - before
    play = table_change(before, lift, lay, tiles, placed=lay.tiles - lift.tiles)
    for reading in readings(law, play, deadline):
        names = _Numbering(piles, after, reading)
        for homes in joker_homes(reading, deadline):
            yield from names.constraints(homes)


def _rest(before: Table, after: Table) -> bool:
    """Return whether all melds with jokers are still there."""
    return after >= [meld for meld in before if meld.jokers]


class _Numbering:
    """The melds of a reading as piles and as homes."""

    def __init__(self, piles: Sequence[Meld | None], after: Table, reading: Reading) -> None:
        self.reading, self.piles = reading, piles
        play = reading.play
        self.pile = _places([*play.lift, *play.rest], piles)
        self.home = _places([*play.lay, *play.rest], after)
        self.after = after

    def constraints(self, lying: Homes) -> Iterator[Constraints]:
        """Yield the constraints where the freed jokers lie in these homes.

        First only what must be is demanded; then a tile of a home also comes from a certain pile,
        if there are several, as it can be simpler so.
        """
        play = self.reading.play
        olds = [*play.lift, *play.rest]
        sources = {(self.home[h], tile): RACK for h, tile in lying.racked}
        for old, home in lying.stay.items():
            for tile in olds[old].naturals:
                sources[self.home[home], tile] = self.pile[old]
        whole = set()
        if self.reading.law.melds is JokerMelds.LOCKED:
            for i, home in self.reading.kept:
                whole.add(self.pile[i])
                for tile in self.reading.lifted[i].was.naturals:
                    sources[self.home[home], tile] = self.pile[i]
        yield from self._with(sources, whole, lying)
        for home in lying.shares:
            for tile in play.lay[home].naturals:
                place, piles = (self.home[home], tile), self._holding({tile})
                for pile in piles if len(piles) > 1 and place not in sources else ():
                    yield from self._with({**sources, place: pile}, whole, lying)

    def _with(
        self, sources: Mapping[tuple[int, Tile], int], whole: AbstractSet[int], lying: Homes
    ) -> Iterator[Constraints]:
        reading, play = self.reading, self.reading.play
        replacements = tuple(self._replacements())
        limits = None if reading.law.reuse is Reuse.ANY else lying.shares
        concerned = {self.pile[i] for i, lifted in enumerate(reading.lifted) if lifted.was.jokers}
        concerned |= {pile for pile in sources.values() if pile != RACK}
        if reading.law.replace_from is ReplaceFrom.ANY:
            concerned |= self._holding(
                {tile for replacement in replacements for tile in replacement.tiles}
            )
        homes = [h for h, meld in enumerate(play.lay) if meld.jokers]
        for placements in self._placements(limits):
            yield Constraints(
                placements=placements,
                replacements=replacements,
                sources=sources,
                whole=frozenset(whole),
                piles=frozenset(concerned),
                homes=frozenset((*(self.home[h] for h in homes), *(h for h, _ in sources))),
                law=reading.law,
            )

    def _holding(self, tiles: AbstractSet[Tile]) -> set[int]:
        """Return the piles that hold one of these tiles, which may replace a joker."""
        piles = enumerate(self.piles)
        return {i for i, meld in piles if meld is not None and not tiles.isdisjoint(meld.naturals)}

    def _replacements(self) -> Iterator[JokerReplacement]:
        for i, lifted in enumerate(self.reading.lifted):
            if not lifted.freed:
                continue
            spots = [s for s in spots_of(lifted.was) if s.tile == JOKER]
            if isinstance(lifted.was, Run):
                for tile in lifted.replacing:
                    spot = next(s for s in spots if s.face == tile)
                    yield JokerReplacement(self.pile[i], (spot,), (tile,), together=False)
            else:
                jokers = tuple(spots[: lifted.freed])
                together = len(lifted.replacing) > lifted.freed
                yield JokerReplacement(self.pile[i], jokers, lifted.replacing, together=together)

    def _placements(self, shares: Shares | None) -> Iterator[tuple[JokerPlacement, ...]]:
        """Yield where the jokers of the table may go: first the kept ones, then the freed ones."""
        reading = self.reading
        empty = {
            self.home[h]: [s for s in spots_of(meld) if s.tile == JOKER]
            for h, meld in enumerate(reading.play.lay)
            if meld.jokers
        }
        kept = [(self.pile[i], self.home[h]) for i, h in reading.kept]
        remaining: dict[int, list[Spot]] = {}
        freed: list[tuple[int, Spot]] = []
        for i, lifted in enumerate(reading.lifted):
            spots = [s for s in spots_of(lifted.was) if s.tile == JOKER]
            gone = spots[: lifted.freed]
            if isinstance(lifted.was, Run):
                gone = [s for s in spots if s.face in lifted.replacing]
            freed += [(self.pile[i], s) for s in gone]
            remaining[self.pile[i]] = [*spots]
            for spot in gone:
                remaining[self.pile[i]].remove(spot)
        rooms = None if shares is None else {self.home[h]: n for h, n in shares.items()}
        for placements in self._keep(kept, remaining, empty):
            left = {home: [*spots] for home, spots in empty.items()}
            for placement in placements:
                left[placement.home].remove(placement.new)
            for others in _free(freed, left, rooms):
                yield (*placements, *others)

    def _keep(
        self,
        kept: Sequence[tuple[int, int]],
        remaining: Mapping[int, Sequence[Spot]],
        empty: Mapping[int, Sequence[Spot]],
    ) -> Iterator[tuple[JokerPlacement, ...]]:
        """Yield the places of the kept jokers, which represent what they did."""
        if not kept:
            yield ()
            return
        (pile, home), *others = kept
        for old in dict.fromkeys(remaining[pile]):
            for new in dict.fromkeys(empty[home]):
                if self._same(old, home, new):
                    less = {**remaining, pile: _without(remaining[pile], old)}
                    left = {**empty, home: _without(empty[home], new)}
                    placement = JokerPlacement(pile, old, home, new, freed=False)
                    for placements in self._keep(others, less, left):
                        yield (placement, *placements)

    def _same(self, old: Spot, home: int, new: Spot) -> bool:
        """Return whether a joker may represent at the *new* place what it did at the *old* one."""
        if old.number != new.number or (old.face and new.face and old.face != new.face):
            return False
        group = self.after[home]
        return not (old.face and isinstance(group, Group) and old.face in group.naturals)


def _free(
    freed: Sequence[tuple[int, Spot]],
    empty: Mapping[int, Sequence[Spot]],
    rooms: Mapping[int, int] | None,
) -> Iterator[tuple[JokerPlacement, ...]]:
    """Yield the places of the freed jokers, of which each home takes so many where that counts."""
    if not freed:
        yield ()
        return
    (pile, old), *others = freed
    for home, spots in empty.items():
        if not spots or (rooms is not None and not rooms.get(home)):
            continue
        placement = JokerPlacement(pile, old, home, spots[0], freed=True)
        left = {**empty, home: spots[1:]}
        fewer = rooms and {**rooms, home: rooms[home] - 1}
        for placements in _free(others, left, fewer):
            yield (placement, *placements)


def _without(spots: Sequence[Spot], spot: Spot) -> list[Spot]:
    left = [*spots]
    left.remove(spot)
    return left


def _places(melds: Sequence[Meld], among: Sequence[Meld | None]) -> list[int]:
    """Return for each of *melds* a place where it lies, a different one for each."""
    where: dict[Meld, list[int]] = {}
    for place, meld in enumerate(among):
        if meld is not None:
            where.setdefault(meld, []).append(place)
    return [where[meld].pop(0) for meld in melds]
