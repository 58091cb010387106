"""From the cells of an answer to the melds on the table."""

from __future__ import annotations

from collections import Counter

from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.solver.reference.dp.counts import Cell, Laid
from tilerummy.solver.reference.jokers.branches import Branch
from tilerummy.solver.reference.search.partial_melds import Lying, Slot, mended
from tilerummy.tiles import COLOURS, Tile, TileSet


def arrange(branch: Branch, laid: Laid, tiles: TileSet) -> Table | None:
    """Return the whole table of an answer.

    Returns None in the rare case that jokers alone would have to lie in a meld, or jokers that go
    on to show their tile in one that is left as it was.
    """
    arranger = _Arranger(branch, laid, tiles)
    cells = iter(laid.cells)
    for place in branch.counts.places:
        arranger.lay(place, [next(cells) for _ in range(tiles.colours)])
    lying = None if any(arranger.shown.values()) else mended(arranger.lying, tiles)
    if lying is None:
        return None
    melds = [*branch.melds, *arranger.left, *(_meld(some, tiles) for some in lying)]
    table = Table(melds)
    if branch.counts.at_least > sum(m.points for m in melds[len(branch.melds) :]):
        return None
    return table


def _meld(lying: Lying, tiles: TileSet) -> Meld:
    if lying.group:
        naturals = tuple(sorted(slot.face for slot in lying.slots if not slot.wild))
        return Group(naturals, len(lying) - len(naturals))
    faces = tuple(slot.face for slot in lying.slots)
    if len(faces) == tiles.numbers:
        faces = tuple(sorted(faces))
    wild = {slot.face for slot in lying.slots if slot.wild}
    return Run(faces, tuple(face for face in faces if face in wild))


class _Arranger:
    """Lays cell by cell; ``lying`` are the melds made, ``left`` those left as they were.

    ``low`` are runs that hold a low 1 and cannot be cut in two before a high 1.
    """

    def __init__(self, branch: Branch, laid: Laid, tiles: TileSet) -> None:
        self.branch, self.tiles = branch, tiles
        self.shown = Counter(branch.shown)
        for index in (*laid.runs, *(len(branch.runs) + i for i in laid.groups)):
            self.shown.subtract(branch.shown_in[index])
        self.runs = [i for i, r in enumerate(branch.counts.runs) if r.core and i not in laid.runs]
        self.groups = {
            i: self._core(branch.groups[i])
            for i, group in enumerate(branch.counts.groups)
            if group.core and i not in laid.groups
        }
        self.left: list[Meld] = [branch.runs[i] for i in laid.runs]
        self.left += [branch.groups[i] for i in laid.groups]
        self.lying = [*self.groups.values()]
        self.open: list[list[Lying]] = [[] for _ in range(tiles.colours)]
        self.inside: dict[int, Lying] = {}
        self.low: set[Lying] = set()

    def _core(self, meld: Meld) -> Lying:
        match meld:
            case Run(faces, wild):
                slots = [Slot(face, wild=face in wild, fast=True) for face in faces]
                return Lying(slots)
            case Group(naturals, jokers):
                slots = [Slot(face, wild=False, fast=True) for face in naturals]
                joker = Slot(naturals[0], wild=True, fast=True)
                return Lying([*slots, *(joker,) * jokers], group=True)

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
        """Return what is laid of a cell, tiles before jokers."""
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
        """Deal what lies in new groups round and round, so that they differ in colours."""
        total = sum(map(len, cells))
        if not total:
            return
        count = max(*map(len, cells), -(-total // self.tiles.colours))
        groups = [Lying([], group=True) for _ in range(count)]
        for i, slot in enumerate(slot for slots in cells for slot in slots):
            groups[i % count].slots.append(slot)
        self.lying += groups

    def _lay_runs(self, place: int, colour: int, slots: list[Slot], more: int) -> None:
        """Let the runs of a colour go on, the shortest first, and begin new ones.

        Cores that begin take in as many as need be, and some *more*.
        """
        mine = sorted(self.open[colour], key=lambda lying: (len(lying), lying in self.low))
        counts = self.branch.counts
        begun = [i for i in self.runs if self._places(i)[:2] == (colour, place)]
        begun.sort(key=lambda i: (counts.is_uncut(counts.runs[i]), counts.runs[i].last))
        short = sum(len(lying) < 3 for lying in mine)
        taken = max(0, min(len(begun), short, len(mine) - len(slots))) + more
        # those with a low 1, the longest, go where they still can be cut, or go on further
        before, mine = mine[:taken], mine[taken:]
        for i in begun:
            core = self._core(self.branch.runs[i])
            if before:
                taken_in = before.pop()
                core.slots[:0] = taken_in.slots
                self.lying.remove(taken_in)
            self.lying.append(core)
            self.inside[i] = core
            if counts.is_uncut(counts.runs[i]) and core.slots[0].face.number == 1:
                self.low.add(core)
        for lying, slot in zip(mine, slots, strict=False):
            lying.slots.append(slot)
        new = [Lying([slot]) for slot in slots[len(mine) :]]
        self.lying += new
        ended = [i for i in self.inside if self._places(i)[::2] == (colour, place)]
        self.open[colour] = [*mine[: len(slots)], *new, *(self.inside.pop(i) for i in ended)]

    def _places(self, index: int) -> tuple[int, int, int]:
        run = self.branch.counts.runs[index]
        return run.colour, run.first, run.last
