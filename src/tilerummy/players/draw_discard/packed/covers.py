"""The melds in a packed rack, and the best choice of them."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from tilerummy.players.draw_discard.packed.packing import FIELD, MARK, Packing, bits, packing
from tilerummy.players.draw_discard.packed.useful import completing
from tilerummy.tiles import Tile, TileSet

_MOST_KNOWN = 100_000
_POINTS = 12
"""The bits of the points in what compares covers."""

_MOST_JOKERS = 4
"""More jokers than these are kept."""

_LOOKS = 3
"""As so many kinds each joker is tried, the highest first."""


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

    def best(self, rack: int) -> Cover:
        """Return the best melds of the numbered tiles of a rack."""
        return self._best(rack & self.packing.numbered)

    def _best(self, rack: int) -> Cover:
        known = self._known.get(rack)
        if known is not None:
            return known
        melds = self.melds(rack)
        best = Cover()
        if len(melds) == 1 and melds[0].tiles << MARK & ~self.packing.doubles(rack):
            best = Cover(melds[0].worth, (melds[0],))
        elif melds:
            pivot = melds[0].tiles & -melds[0].tiles
            best = self._best(rack - pivot)
            for meld in melds:
                if meld.tiles & pivot:
                    rest = self._best(rack - meld.tiles)
                    worth = rest.worth + meld.worth
                    if worth > best.worth:
                        best = Cover(worth, (meld, *rest.melds))
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        self._known[rack] = best
        return best

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
        p = self.packing
        shown = rack & p.numbered
        best, used = self._best(shown), 0
        for _ in range(min(_MOST_JOKERS, rack >> p.joker_shift)):
            dead = p.marks(shown - sum(meld.tiles for meld in best.melds))
            kinds = completing(p, dead) or completing(p, p.marks(shown))
            then = best
            for _ in range(_LOOKS):
                if not kinds:
                    break
                highest = 1 << kinds.bit_length() - 1
                kinds ^= highest
                tried = self._best(shown + (highest >> MARK))
                if tried.worth > then.worth and tried.size > best.size:
                    then, as_kind = tried, highest >> MARK
            if then is best:
                break
            best, shown, used = then, shown + as_kind, used + 1
        return best, shown, used


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
