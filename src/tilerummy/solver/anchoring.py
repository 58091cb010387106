"""Melds for jokers that would lie alone else: one of them lies with a tile, or none is laid.

It takes three jokers for that, and hardly any other tiles; the steps from cell to cell do not see
it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tilerummy.melds import Group, Meld, Run, fits
from tilerummy.solver.branches import Branch
from tilerummy.tiles import COLOURS, Tile, TileSet


@dataclass(frozen=True, slots=True)
class Anchor:
    """A meld with jokers and a tile, and what it takes of what is to be laid.

    That are ``naturals``, kept jokers that go on to show the tiles ``shown``, and other ``jokers``.
    ``old`` is the place of the old meld that it is grown from, groups coming after runs, or -1.
    """

    meld: Meld
    naturals: tuple[Tile, ...]
    shown: tuple[Tile, ...]
    jokers: int
    old: int


def anchored(branch: Branch, tiles: TileSet) -> Iterator[Branch]:
    """Yield *branch* with each meld that may be laid of jokers and tiles, and with no joker at all.

    Those with most jokers come first. All that can be laid is among what these can lay, but where
    two old runs of a colour lie whole, as one may take in the other.
    """
    for anchor in sorted(_Anchors(branch, tiles).all(), key=lambda some: -some.jokers):
        yield _with(branch, anchor)
    if branch.counts.jokers_spare and not branch.counts.jokers_need:
        yield replace(branch, counts=replace(branch.counts, jokers_spare=0))


def is_whole(branch: Branch) -> bool:
    """Return whether :func:`anchored` leaves out nothing that can be laid."""
    return (
        max(Counter(run.colour for run in branch.counts.runs if run.core).values(), default=0) < 2
    )


class _Anchors:
    def __init__(self, branch: Branch, tiles: TileSet) -> None:
        self.branch, self.tiles = branch, tiles
        self.jokers = branch.counts.jokers_need + branch.counts.jokers_spare
        cells = zip(branch.counts.need, branch.counts.spare, strict=True)
        order = (Tile.of(c, n) for n in range(1, tiles.numbers + 1) for c in tiles.letters)
        self.shown = +branch.shown
        self.there = {
            face
            for face, (need, spare) in zip(order, cells, strict=True)
            if need + spare > self.shown[face]
        }

    def all(self) -> Iterator[Anchor]:
        branch = self.branch
        yield from self._runs(None)
        yield from self._groups(None)
        for i, old in enumerate(branch.counts.runs):
            if old.core:
                yield from self._runs(branch.runs[i], i)
        for i, group in enumerate(branch.counts.groups):
            if group.core:
                yield from self._groups(branch.groups[i], len(branch.runs) + i)

    def _runs(self, core: Run | None, old: int = -1) -> Iterator[Anchor]:
        order = [*range(1, self.tiles.numbers + 1), *([1] if self.tiles.one_high else [])]
        fast = core.faces if core else ()
        for letter in (core.faces[0].colour,) if core else self.tiles.letters:
            line = tuple(Tile.of(letter, number) for number in order)
            for first in range(len(line)):
                for last in range(first + 3, len(line) + 1):
                    faces = line[first:last]
                    at = next(
                        (i for i in range(len(faces)) if faces[i : i + len(fast)] == fast), -1
                    )
                    if core and (at < 0 or len(faces) == len(fast)):
                        continue
                    others = (*faces[:at], *faces[at + len(fast) :]) if core else faces
                    for naturals, shown, jokers in self._filled(others, self.jokers):
                        wild = {*shown, *jokers, *(core.wild if core else ())}
                        run = Run(faces, tuple(face for face in faces if face in wild))
                        if jokers and (naturals or core) and fits(run, self.tiles):
                            yield Anchor(run, naturals, shown, len(jokers), old)

    def _filled(
        self, faces: Sequence[Tile], jokers: int
    ) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]]:
        """Yield which faces are tiles, which kept jokers show, and which other jokers represent."""
        if not faces:
            yield (), (), ()
            return
        face = faces[0]
        if face in self.there:
            for naturals, shown, wild in self._filled(faces[1:], jokers):
                yield (face, *naturals), shown, wild
        if face in self.shown:
            for naturals, shown, wild in self._filled(faces[1:], jokers):
                yield naturals, (face, *shown), wild
        if jokers:
            for naturals, shown, wild in self._filled(faces[1:], jokers - 1):
                yield naturals, shown, (face, *wild)

    def _groups(self, core: Group | None, old: int = -1) -> Iterator[Anchor]:
        fast = core.naturals if core else ()
        for number in (core.number,) if core else range(1, self.tiles.numbers + 1):
            faces = [Tile.of(c, number) for c in self.tiles.letters]
            for naturals, shown, wild in self._filled([f for f in faces if f not in fast], 8):
                for jokers in range(1, min(self.jokers, len(wild)) + 1):
                    group = Group(
                        tuple(sorted((*fast, *naturals))),
                        len(shown) + jokers + (core.jokers if core else 0),
                    )
                    if group.naturals and fits(group, self.tiles):
                        yield Anchor(group, naturals, shown, jokers, old)


def _with(branch: Branch, anchor: Anchor) -> Branch:
    """Return the branch with such a meld on the table, its tiles taken from those to be laid."""
    counts = branch.counts
    need, spare, score = list(counts.need), list(counts.spare), branch.score
    for tile in (*anchor.shown, *anchor.naturals):
        cell = (tile.number - 1) * counts.colours + COLOURS.index(tile.colour)
        if need[cell]:
            need[cell] -= 1
        else:
            spare[cell] -= 1
            score += counts.per_tile + tile.number * counts.per_point
    more = max(0, anchor.jokers - counts.jokers_need)
    runs = [i for i in range(len(branch.runs)) if i != anchor.old]
    groups = [i for i in range(len(branch.groups)) if len(branch.runs) + i != anchor.old]
    counts = replace(
        counts,
        need=tuple(need),
        spare=tuple(spare),
        jokers_need=counts.jokers_need - anchor.jokers + more,
        jokers_spare=counts.jokers_spare - more,
        runs=tuple(counts.runs[i] for i in runs),
        groups=tuple(counts.groups[i] for i in groups),
        at_least=max(0, counts.at_least - anchor.meld.points),
    )
    shown_in = branch.shown_in
    return replace(
        branch,
        counts=counts,
        melds=(*branch.melds, anchor.meld),
        runs=tuple(branch.runs[i] for i in runs),
        groups=tuple(branch.groups[i] for i in groups),
        shown=branch.shown - Counter(anchor.shown),
        shown_in=tuple(shown_in[i] for i in (*runs, *(len(branch.runs) + g for g in groups))),
        score=score + more * counts.per_joker,
    )
