"""Repairs answers with melds of jokers alone: one joker must lie with a tile, or none is laid.

Such answers take three jokers and hardly any other tiles; the count model does not see them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilerummy.melds import Group, Meld, Run, fits
from tilerummy.solver.reference.jokers import shapes
from tilerummy.solver.reference.jokers.branches import Branch
from tilerummy.tiles import COLOURS, Tile, TileSet


@dataclass(frozen=True, slots=True)
class MixedMeld:
    """A meld of jokers and tiles, and what it takes of what is to be laid.

    It takes ``naturals``, kept jokers that go on to represent the tiles ``shown``, and other
    ``jokers``. ``old`` is the index of the old meld that it is grown from, groups after runs, or
    -1.
    """

    meld: Meld
    naturals: tuple[Tile, ...]
    shown: tuple[Tile, ...]
    jokers: int
    old: int


def with_mixed_melds(branch: Branch, tiles: TileSet) -> Iterator[Branch]:
    """Yield *branch* with each mixed meld that may be laid, and with no joker at all.

    Those with most jokers come first. Together they can lay all that can be laid, except where two
    old runs of a colour must stay whole, as they may be joined.
    """
    found = dict.fromkeys(_MixedMelds(branch, tiles).all())  # jokers of a group are of no colour
    for mixed in sorted(found, key=lambda some: -some.jokers):
        yield _with(branch, mixed)
    if branch.counts.jokers_spare and not branch.counts.jokers_need:
        yield replace(branch, counts=replace(branch.counts, jokers_spare=0))


def is_whole(branch: Branch) -> bool:
    """Return whether :func:`with_mixed_melds` leaves out nothing that can be laid."""
    return (
        max(Counter(run.colour for run in branch.counts.runs if run.core).values(), default=0) < 2
    )


class _MixedMelds:
    def __init__(self, branch: Branch, tiles: TileSet) -> None:
        self.branch, self.tiles = branch, tiles
        self.jokers = branch.counts.jokers_need + branch.counts.jokers_spare
        cells = zip(branch.counts.need, branch.counts.spare, strict=True)
        order = (Tile.of(c, n) for n in range(1, tiles.numbers + 1) for c in tiles.letters)
        self.there = {
            face
            for face, (need, spare) in zip(order, cells, strict=True)
            if need + spare > branch.shown[face]
        }

    def all(self) -> Iterator[MixedMeld]:
        counts, runs, groups = self.branch.counts, self.branch.runs, self.branch.groups
        whole = [(i, runs[i]) for i, old in enumerate(counts.runs) if old.core]
        for run_at, run in ((-1, None), *whole):
            for faces in shapes.runs(self.tiles):
                yield from self._runs(faces, run, run_at)
        grown = [(len(runs) + i, groups[i]) for i, old in enumerate(counts.groups) if old.core]
        for group_at, group in ((-1, None), *grown):
            for faces in shapes.groups(self.tiles):
                yield from self._groups(faces, group, group_at)

    def _runs(self, faces: tuple[Tile, ...], core: Run | None, old: int) -> Iterator[MixedMeld]:
        fixed = core.faces if core else ()
        at = range(0)
        if core:
            starts = range(len(faces) - len(fixed) + 1)
            begin = next((i for i in starts if faces[i : i + len(fixed)] == fixed), None)
            if begin is None:
                return
            at = range(begin, begin + len(fixed))
        places = [["core"] if i in at else self._fillings(face) for i, face in enumerate(faces)]
        for filling in shapes.filled(places, self.jokers):
            naturals, shown, wild = _sorted_out(faces, filling)
            jokers = {*shown, *wild, *(core.wild if core else ())}
            run = Run(faces, tuple(face for face in faces if face in jokers))
            if (wild or shown) and (naturals or core) and fits(run, self.tiles):
                yield MixedMeld(run, naturals, shown, len(wild), old)

    def _groups(self, faces: tuple[Tile, ...], core: Group | None, old: int) -> Iterator[MixedMeld]:
        fixed = core.naturals if core else ()
        if not set(fixed) <= set(faces):
            return
        there = core.jokers if core else 0  # which may represent any colour
        places = [["core"] if face in fixed else self._fillings(face) for face in faces]
        for filling in shapes.filled(places, self.jokers + there):
            naturals, shown, wild = _sorted_out(faces, filling)
            laid = tuple(sorted((*fixed, *naturals)))
            group = Group(laid, len(shown) + len(wild))
            more = len(wild) > there or (shown and len(wild) == there)
            if more and laid and fits(group, self.tiles):
                yield MixedMeld(group, naturals, shown, len(wild) - there, old)

    def _fillings(self, face: Tile) -> list[str]:
        """Return what may lie for *face*: the tile, a joker, or a kept joker that represents it."""
        return [
            *(["tile"] if face in self.there else []),
            "joker",
            *(["shown"] if self.branch.shown[face] else []),
        ]


def _sorted_out(
    faces: tuple[Tile, ...], filling: tuple[str, ...]
) -> tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]:
    """Return for which faces tiles lie, kept jokers that represent them, and other jokers."""
    pairs = list(zip(faces, filling, strict=True))
    naturals, shown, wild = (
        tuple(face for face, what in pairs if what == word) for word in ("tile", "shown", "joker")
    )
    return naturals, shown, wild


def _with(branch: Branch, mixed: MixedMeld) -> Branch:
    """Return the branch with such a meld on the table, its tiles taken from those to be laid."""
    counts = branch.counts
    need, spare, score = list(counts.need), list(counts.spare), branch.score
    for tile in (*mixed.shown, *mixed.naturals):
        cell = (tile.number - 1) * counts.colours + COLOURS.index(tile.colour)
        if need[cell]:
            need[cell] -= 1
        else:
            spare[cell] -= 1
            score += counts.per_tile + tile.number * counts.per_point
    more = max(0, mixed.jokers - counts.jokers_need)
    runs = [i for i in range(len(branch.runs)) if i != mixed.old]
    groups = [i for i in range(len(branch.groups)) if len(branch.runs) + i != mixed.old]
    counts = replace(
        counts,
        need=tuple(need),
        spare=tuple(spare),
        jokers_need=counts.jokers_need - mixed.jokers + more,
        jokers_spare=counts.jokers_spare - more,
        runs=tuple(counts.runs[i] for i in runs),
        groups=tuple(counts.groups[i] for i in groups),
        at_least=max(0, counts.at_least - mixed.meld.points),
    )
    shown_in = branch.shown_in
    return replace(
        branch,
        counts=counts,
        melds=(*branch.melds, mixed.meld),
        runs=tuple(branch.runs[i] for i in runs),
        groups=tuple(branch.groups[i] for i in groups),
        shown=branch.shown - Counter(mixed.shown),
        shown_in=tuple(shown_in[i] for i in (*runs, *(len(branch.runs) + g for g in groups))),
        score=score + more * counts.per_joker,
    )
