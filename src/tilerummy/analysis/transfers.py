"""Which tiles go from where to where, so that one table becomes another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tilerummy.analysis.matching import matched
from tilerummy.analysis.spots import Spot, spots_of
from tilerummy.melds import Meld
from tilerummy.tiles import JOKER, Tile

RACK = -1
"""The source of tiles that lie in no pile."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Neighbouring tiles that go from one pile, or the rack, to another pile in one go.

    Each is told at its place ``old`` and at its place ``new``; tiles of the rack have no old one.
    Where ``source`` is ``target``, jokers stand for something else than before.
    """

    source: int
    target: int
    old: tuple[Spot, ...]
    new: tuple[Spot, ...]

    @property
    def in_row(self) -> bool:
        """Whether the tiles leave a run and become part of one."""
        return all(s.in_run for s in (*self.old, *self.new))


@dataclass(frozen=True, slots=True)
class Plan:
    """All that happens to the piles: what stays, at its old and its new place, and what goes.

    ``stays`` has a row for each pile, those that are not there yet last; so has ``become``, with
    None for a pile of which nothing is left.
    """

    stays: tuple[tuple[tuple[Spot, Spot], ...], ...]
    become: tuple[Meld | None, ...]
    transfers: tuple[Transfer, ...]


def plan(piles: Sequence[Meld | None], after: Sequence[Meld]) -> Plan:
    """Return what happens to *piles*, where None is an empty one, so that they become *after*.

    As few tiles as possible change their pile. What is not in the piles comes from the rack.
    """
    there = [i for i, meld in enumerate(piles) if meld is not None]
    became = matched([meld for meld in piles if meld is not None], after)
    pile_of = {new: there[i] for i, new in enumerate(became) if new is not None}
    fresh = [new for new in range(len(after)) if new not in pile_of]
    pile_of |= {new: len(piles) + i for i, new in enumerate(fresh)}
    become: list[Meld | None] = [None] * (len(piles) + len(fresh))
    for new, pile in pile_of.items():
        become[pile] = after[new]
    old = [() if meld is None else spots_of(meld) for meld in (*piles, *[None] * len(fresh))]
    new_ = [() if meld is None else spots_of(meld) for meld in become]
    stays = [_staying(a, b) for a, b in zip(old, new_, strict=True)]
    leaving = [_without(a, [pair[0] for pair in s]) for a, s in zip(old, stays, strict=True)]
    coming = [_without(b, [pair[1] for pair in s]) for b, s in zip(new_, stays, strict=True)]
    transfers = _transfers(leaving, coming, [len(spots) for spots in old])
    return Plan(tuple(stays), tuple(become), tuple(transfers))


def _staying(old: Sequence[Spot], new: Sequence[Spot]) -> tuple[tuple[Spot, Spot], ...]:
    """Return the tiles that both have, jokers only if they stand for the same."""
    left, pairs = [*new], []
    for spot in old:
        twin = next((s for s in left if s.word == spot.word), None)
        if twin is not None:
            left.remove(twin)
            pairs.append((spot, twin))
    return tuple(pairs)


def _without(spots: Sequence[Spot], away: Sequence[Spot]) -> list[Spot]:
    left = [*spots]
    for spot in away:
        left.remove(spot)
    return left


_Way = tuple[int, int]
"""A source and a target."""


def _transfers(
    leaving: Sequence[Sequence[Spot]], coming: Sequence[Sequence[Spot]], sizes: Sequence[int]
) -> Iterator[Transfer]:
    """Yield how the tiles that leave, and those of the rack, get to where they are wanted."""
    flows: dict[_Way, list[tuple[Spot | None, Spot]]] = defaultdict(list)
    for way, pair in _paired(leaving, coming, sizes):
        flows[way].append(pair)
    for (source, target), pairs in sorted(flows.items()):
        for piece in _pieces(pairs, {s.face for s in leaving[target] if s.face is not None}):
            old = tuple(a for a, _ in piece if a is not None)
            yield Transfer(source, target, old, tuple(b for _, b in piece))


def _paired(
    leaving: Sequence[Sequence[Spot]], coming: Sequence[Sequence[Spot]], sizes: Sequence[int]
) -> Iterator[tuple[_Way, tuple[Spot | None, Spot]]]:
    """Yield for each tile that comes to a pile where it comes from.

    Equal tiles are shared out so that tiles which leave together arrive together.
    """
    goes = [Counter(s.tile for s in spots) for spots in leaving]
    comes = [Counter(s.tile for s in spots) for spots in coming]
    placed = sum(comes, Counter[Tile]()) - sum(goes, Counter[Tile]())
    freed = [any(s.tile == JOKER for s in spots) for spots in leaving]

    def likeness(source: int, target: int, old: Spot | None, new: Spot) -> int:
        if source == target:
            return 1000
        if old is not None:
            return 2 * (goes[source] & comes[target]).total() + (old.word == new.word)
        whole = not sizes[target] and comes[target] <= placed
        for_joker = freed[target] and new.tile != JOKER  # it may have to come from the rack
        return 2 * (placed & comes[target]).total() + 100 * whole + 50 * for_joker

    for tile in sorted(sum(comes, Counter[Tile]())):
        offers: list[tuple[int, Spot | None]] = [
            (i, s) for i, spots in enumerate(leaving) for s in spots if s.tile == tile
        ]
        offers += [(RACK, None)] * placed[tile]
        wants = [(i, s) for i, spots in enumerate(coming) for s in spots if s.tile == tile]
        while offers:
            source, target = max(
                ((o, w) for o in offers for w in wants),
                key=lambda pair: likeness(pair[0][0], pair[1][0], pair[0][1], pair[1][1]),
            )
            offers.remove(source)
            wants.remove(target)
            yield (source[0], target[0]), (source[1], target[1])


def _pieces(
    pairs: list[tuple[Spot | None, Spot]], taken: AbstractSet[Tile]
) -> Iterator[list[tuple[Spot | None, Spot]]]:
    """Yield the tiles that lie side by side, before and after.

    A tile whose place is *taken* by another that stands for the same goes alone, and so does each
    of several jokers.
    """
    piece: list[tuple[Spot | None, Spot]] = []
    for pair in sorted(pairs, key=lambda pair: (pair[1].place, pair[1].tile)):
        if piece and not _side_by_side(piece[-1], pair, taken):
            yield piece
            piece = []
        piece.append(pair)
    yield piece


def _side_by_side(
    one: tuple[Spot | None, Spot], other: tuple[Spot | None, Spot], taken: AbstractSet[Tile]
) -> bool:
    for a, b in zip(one, other, strict=True):
        if a is not None and b is not None and a.in_run and b.in_run and b.place != a.place + 1:
            return False
    if one[1].tile == other[1].tile == JOKER and one[1].in_run:
        return False
    return one[1].face not in taken and other[1].face not in taken
