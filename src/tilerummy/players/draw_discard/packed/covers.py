"""The melds in a packed rack, and the best choice of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from tilerummy.players.draw_discard.packed.packing import FIELD, MARK, Packing, bits, packing
from tilerummy.players.draw_discard.packed.useful import completing
from tilerummy.tiles import Tile, TileSet

_MOST_KNOWN = 40_000
"""More racks than these are forgotten all at once, which takes some milliseconds."""

_POINTS = 12
"""The bits of the points in what compares covers."""

_FEW = 5
"""So many melds, or fewer, are compared in all ways where no kind is there three times."""

_MOST_PARTS = 80
"""As many parts of a rack of more melds are searched; then it takes one meld after the other."""

_MOST_JOKERS = 4
"""More jokers than these are kept."""

_LOOKS = 3
"""As so many kinds each joker is tried, the highest first; as one where that takes too long."""


class PackedMeld(NamedTuple):
    """A meld of three to five tiles: longer ones are two.

    ``run`` are the shifts of its first and last place, the high 1 above the highest number;
    None for a group.
    """

    tiles: int
    size: int
    points: int
    run: tuple[int, int] | None

    @property
    def worth(self) -> int:
        """What compares covers: tiles, then points."""
        return self.size << _POINTS | self.points


class Cover(NamedTuple):
    """Melds that lie in a rack side by side; ``worth`` compares them: most tiles, then points."""

    worth: int = 0
    melds: tuple[PackedMeld, ...] = ()

    @property
    def size(self) -> int:
        """The number of tiles in the melds."""
        return self.worth >> _POINTS

    @property
    def points(self) -> int:
        """The sum of the numbers in the melds."""
        return self.worth & (1 << _POINTS) - 1


class Covers:
    """Finds the melds of racks of one tile set; what it has found it knows."""

    def __init__(self, tiles: TileSet) -> None:
        self.packing = packing(tiles)
        self._runs = dict(_runs(self.packing))
        self._groups: dict[int, tuple[PackedMeld, ...]] = {}
        self._known: dict[int, Cover] = {}
        self._known_with_jokers: dict[int, tuple[Cover, int, int]] = {}

    def best(self, rack: int) -> Cover:
        """Return the best melds of the numbered tiles of a rack.

        In a rack of very many melds they are good ones, not proven to be the best.
        """
        return self._best(rack & self.packing.numbered)

    def _best(self, rack: int) -> Cover:
        known = self._known.get(rack)
        if known is None:
            melds = self.melds(rack)
            search = self._best if self.is_easy(rack, melds) else _BoundedSearch(self).best
            known = self.choice(rack, melds, search)
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            self._known[rack] = known
        return known

    def is_easy(self, rack: int, melds: list[PackedMeld]) -> bool:
        """Return whether the *melds* of a rack are soon compared in all ways."""
        p = self.packing
        return not melds or (len(melds) <= _FEW and not rack + p.at_least[2] & p.kinds)

    def choice(self, rack: int, melds: list[PackedMeld], search: Callable[[int], Cover]) -> Cover:
        """Return the best of the *melds* in a rack, where *search* finds the best of what is left.

        The first tile that is in a meld is left out, or is laid in one of its melds. Of equal
        choices the first in this order is taken. They are tried in the opposite order, large melds
        first, because the search may become rough meanwhile.
        """
        if not melds:
            return Cover()
        in_melds = 0
        for meld in melds:
            in_melds |= meld.tiles
        live = 15 * in_melds & rack
        if live != rack:
            return search(live)
        if len(melds) == 1 and in_melds << MARK & ~self.packing.doubles(rack):
            return Cover(melds[0].worth, (melds[0],))
        pivot = melds[0].tiles & -melds[0].tiles
        best = Cover()
        for meld in reversed(melds):
            if meld.tiles & pivot:
                rest = search(rack - meld.tiles)
                worth = rest.worth + meld.worth
                if worth >= best.worth:
                    best = Cover(worth, (meld, *rest.melds))
        without = search(rack - pivot)
        return without if without.worth >= best.worth else best

    def melds(self, rack: int) -> list[PackedMeld]:
        """Return the melds of three to five numbered tiles that lie in a rack."""
        p = self.packing
        marks = p.marks(rack)
        line = marks | (marks & p.high_ones) << p.high_shift
        found = []
        for start in bits(line & line >> FIELD & line >> 2 * FIELD):
            for meld in self._runs[start]:
                if meld.tiles << MARK & ~marks:
                    break
                found.append(meld)
        for number in bits(p.colour_counts(marks) + 5 * p.column & 8 * p.column):
            found += self._groups_of(p.in_all_colours(number) & marks)
        return found

    def _groups_of(self, marks: int) -> tuple[PackedMeld, ...]:
        """Return the groups of three to five of the marked kinds, which have one number."""
        if marks not in self._groups:
            units = [mark >> MARK for mark in bits(marks)]
            number = self.packing.points[units[0]]
            self._groups[marks] = tuple(
                PackedMeld(sum(some), size, size * number, None)
                for size in (3, 4, 5)
                for some in combinations(units, size)
            )
        return self._groups[marks]

    def with_jokers(self, rack: int) -> tuple[Cover, int, int]:
        """Return good melds of a rack, the rack with jokers as what they represent, their number.

        A joker is laid only where it adds to the melds. With jokers there may be better melds.
        """
        if rack < self.packing.joker:
            return self._best(rack), rack, 0
        known = self._known_with_jokers.get(rack)
        if known is None:
            known = self._with_jokers(rack)
            if len(self._known_with_jokers) > _MOST_KNOWN:
                self._known_with_jokers.clear()
            self._known_with_jokers[rack] = known
        return known

    def _with_jokers(self, rack: int) -> tuple[Cover, int, int]:
        p, search = self.packing, _BoundedSearch(self)
        shown = rack & p.numbered
        best, used = search.best(shown), 0
        for _ in range(min(_MOST_JOKERS, rack >> p.joker_shift)):
            dead = p.marks(shown - sum(meld.tiles for meld in best.melds))
            kinds = completing(p, dead) or completing(p, p.marks(shown))
            then = best
            for _ in range(1 if search.spent else _LOOKS):
                if not kinds:
                    break
                highest = 1 << kinds.bit_length() - 1
                kinds ^= highest
                tried = search.best(shown + (highest >> MARK))
                if tried.worth > then.worth and tried.size > best.size:
                    then, as_kind = tried, highest >> MARK
            if then is best:
                break
            best, shown, used = then, shown + as_kind, used + 1
        return best, shown, used


class _BoundedSearch:
    """A search in racks of many melds, which becomes quick and rough where it takes too long.

    What it finds depends on what it was asked before, so whoever asks takes a new one.
    """

    def __init__(self, covers: Covers) -> None:
        self._covers = covers
        self._known: dict[int, Cover] = {}

    @property
    def spent(self) -> bool:
        """Whether it is quick and rough from now on."""
        return len(self._known) >= _MOST_PARTS

    def best(self, rack: int) -> Cover:
        """Return good melds of a rack, the best where time allows."""
        known = self._known.get(rack)
        if known is None:
            melds = self._covers.melds(rack)
            if self._covers.is_easy(rack, melds):
                known = self._covers.best(rack)
            elif not self.spent:
                self._known[rack] = Cover()
                known = self._covers.choice(rack, melds, self.best)
            else:
                known = self._one_after_the_other(rack, melds)
            self._known[rack] = known
        return known

    def _one_after_the_other(self, rack: int, melds: list[PackedMeld]) -> Cover:
        """Take the meld with most tiles and points."""
        meld = max(melds, key=lambda meld: meld.worth)
        rest = self.best(rack - meld.tiles)
        return Cover(rest.worth + meld.worth, (meld, *rest.melds))


def _runs(p: Packing) -> list[tuple[int, tuple[PackedMeld, ...]]]:
    """Return the runs of three to five tiles by the mark of the place where they begin."""
    runs = []
    for letter in p.tile_set.letters:
        line = [Tile.of(letter, number) for number in range(1, p.numbers + 1)]
        base = p.units[line[0]].bit_length() - 1
        if p.tile_set.one_high:
            line.append(line[0])
        for start in range(len(line) - 2):
            first = base + FIELD * start
            found = [
                PackedMeld(p.pack(faces), size, sum(f.number for f in faces), (first, last))
                for size in (3, 4, 5)
                if len(set(faces := line[start : start + size])) == size
                for last in [first + FIELD * (size - 1)]
            ]
            runs.append((1 << first + MARK, tuple(found)))
    return runs


@lru_cache(maxsize=32)
def covers(tiles: TileSet) -> Covers:
    """Return what finds the melds in racks of that tile set."""
    return Covers(tiles)
