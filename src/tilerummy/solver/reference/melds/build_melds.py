"""Builds the melds on the table from the cells of an answer."""

from __future__ import annotations

from collections import Counter

from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.solver.reference.dp.counts import Cell, CountLayout
from tilerummy.solver.reference.jokers.branches import Branch
from tilerummy.solver.reference.melds.partial_melds import PartialMeld, Slot, repaired
from tilerummy.tiles import COLOURS, Tile, TileSet


def build_melds(branch: Branch, layout: CountLayout, tiles: TileSet) -> Table | None:
    """Return the whole table of an answer.

    Returns None in the rare case that a meld would have jokers alone, or that kept jokers would
    have to leave a meld that is left unchanged.
    """
    builder = _MeldBuilder(branch, layout, tiles)
    cells = iter(layout.cells)
    for place in branch.counts.places:
        builder.lay(place, [next(cells) for _ in range(tiles.colours)])
    partial = None if any(builder.shown.values()) else repaired(builder.partial, tiles)
    if partial is None:
        return None
    melds = [*branch.melds, *builder.left, *(_meld(some, tiles) for some in partial)]
    table = Table(melds)
    if branch.counts.at_least > sum(m.points for m in melds[len(branch.melds) :]):
        return None
    return table


def _meld(partial: PartialMeld, tiles: TileSet) -> Meld:
    if partial.group:
        naturals = tuple(sorted(slot.face for slot in partial.slots if not slot.wild))
        return Group(naturals, len(partial) - len(naturals))
    faces = tuple(slot.face for slot in partial.slots)
    if len(faces) == tiles.numbers and not partial.slots[-1].fixed:
        faces = tuple(sorted(faces))  # where the 1 may be low, it is
    wild = {slot.face for slot in partial.slots if slot.wild}
    return Run(faces, tuple(face for face in faces if face in wild))


class _MeldBuilder:
    """Lays cell by cell; ``partial`` are the melds being built, ``left`` those left unchanged.

    ``low`` are runs with a low 1 that could not be split in two before a high 1.
    """

    def __init__(self, branch: Branch, layout: CountLayout, tiles: TileSet) -> None:
        self.branch, self.tiles = branch, tiles
        self.shown = Counter(branch.shown)
        for index in (*layout.runs, *(len(branch.runs) + i for i in layout.groups)):
            self.shown.subtract(branch.shown_in[index])
        self.runs = [i for i, r in enumerate(branch.counts.runs) if r.core and i not in layout.runs]
        self.groups = {
            i: self._core(branch.groups[i])
            for i, group in enumerate(branch.counts.groups)
            if group.core and i not in layout.groups
        }
        self.left: list[Meld] = [branch.runs[i] for i in layout.runs]
        self.left += [branch.groups[i] for i in layout.groups]
        self.partial = [*self.groups.values()]
        self.open: list[list[PartialMeld]] = [[] for _ in range(tiles.colours)]
        self.inside: dict[int, PartialMeld] = {}
        self.low: set[PartialMeld] = set()

    def _core(self, meld: Meld) -> PartialMeld:
        match meld:
            case Run(faces, wild):
                slots = [Slot(face, wild=face in wild, fixed=True) for face in faces]
                return PartialMeld(slots)
            case Group(naturals, jokers):
                slots = [Slot(face, wild=False, fixed=True) for face in naturals]
                joker = Slot(naturals[0], wild=True, fixed=True)
                return PartialMeld([*slots, *(joker,) * jokers], group=True)

    def lay(self, place: int, cells: list[Cell]) -> None:
        """Lay the cells of one number."""
        grouped = [self._slots(place, colour, cell) for colour, cell in enumerate(cells)]
        self._lay_groups([slots[: c.grouped] for slots, c in zip(grouped, cells, strict=True)])
        for colour, (slots, cell) in enumerate(zip(grouped, cells, strict=True)):
            rest = slots[cell.grouped :]
            for core in cell.grown:
                self.groups[core].slots.append(rest.pop())
            self._lay_runs(place, colour, rest, cell.taken)

    def _slots(self, place: int, colour: int, cell: Cell) -> list[Slot]:
        """Return the slots for what is laid of a cell, tiles before jokers."""
        number = place if place <= self.tiles.numbers else 1
        face = Tile.of(COLOURS[colour], number)
        shown = min(self.shown[face], cell.tiles)
        self.shown[face] -= shown
        return [
            *(Slot(face) for _ in range(cell.tiles - shown)),
            *(Slot(face, wild=True, shown=True) for _ in range(shown)),
            *(Slot(face, wild=True) for _ in range(cell.jokers)),
        ]

    def _lay_groups(self, cells: list[list[Slot]]) -> None:
        """Deal what goes into new groups in turns, so that the colours of each differ."""
        total = sum(map(len, cells))
        if not total:
            return
        count = max(*map(len, cells), -(-total // self.tiles.colours))
        groups = [PartialMeld([], group=True) for _ in range(count)]
        for i, slot in enumerate(slot for slots in cells for slot in slots):
            groups[i % count].slots.append(slot)
        self.partial += groups

    def _lay_runs(self, place: int, colour: int, slots: list[Slot], more: int) -> None:
        """Extend the runs of a colour, the shortest first, and begin new ones.

        Cores that begin are joined to as many runs as they must be, and to some *more*.
        """
        mine = sorted(self.open[colour], key=lambda partial: (len(partial), partial in self.low))
        counts = self.branch.counts
        begun = [i for i in self.runs if self._places(i)[:2] == (colour, place)]
        begun.sort(key=lambda i: (counts.is_unsplittable(counts.runs[i]), counts.runs[i].last))
        short = sum(len(partial) < 3 for partial in mine)
        taken = max(0, min(len(begun), short, len(mine) - len(slots))) + more
        # the longest, those with a low 1, are joined where they still can be split or extended
        before, mine = mine[:taken], mine[taken:]
        for i in begun:
            core = self._core(self.branch.runs[i])
            if before:
                taken_in = before.pop()
                core.slots[:0] = taken_in.slots
                self.partial.remove(taken_in)
            self.partial.append(core)
            self.inside[i] = core
            if counts.is_unsplittable(counts.runs[i]) and core.slots[0].face.number == 1:
                self.low.add(core)
        for partial, slot in zip(mine, slots, strict=False):
            partial.slots.append(slot)
        new = [PartialMeld([slot]) for slot in slots[len(mine) :]]
        self.partial += new
        ended = [i for i in self.inside if self._places(i)[::2] == (colour, place)]
        self.open[colour] = [*mine[: len(slots)], *new, *(self.inside.pop(i) for i in ended)]

    def _places(self, index: int) -> tuple[int, int, int]:
        run = self.branch.counts.runs[index]
        return run.colour, run.first, run.last
