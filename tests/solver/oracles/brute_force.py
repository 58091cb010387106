"""The best play of a small position by trying every table that could be left: RULES 2.2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from tilerummy.jokers.extend import Extend
from tilerummy.jokers.table_change import table_change
from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.solver import Kind, Problem
from tilerummy.tiles import JOKER, Rack, Tile, TileSet

Counts = tuple[tuple[Tile, int], ...]
Shape = tuple[Meld, Counts, int]
"""A meld, its tiles with numbers and how many jokers it holds."""


@cache
def best_rank(problem: Problem) -> tuple[int, int, int]:
    """Return the rank of the best play, that of the unchanged table where there is none."""
    ranks = [problem.rank(problem.table)]
    for placed in _allowed(problem):
        ranks += (problem.rank(after) for after in _after(problem, placed))
    return max(ranks)


def legal(problem: Problem, after: Table) -> bool:
    """Return whether the referee allows a play to leave the table *after*."""
    if problem.kind is Kind.OPEN:
        new = after - problem.table
        jokers = problem.joker_opens or JOKER not in new.tiles
        return after >= problem.table and new.points >= problem.at_least and jokers
    rules = (Rearrange if problem.kind is Kind.REARRANGE else Extend)(problem.law)
    lift, lay = problem.table - after, after - problem.table
    return all(fits(meld, problem.tiles) for meld in after) and not any(
        rules.faults(
            table_change(problem.table, lift, lay, problem.tiles, placed=lay.tiles - lift.tiles)
        )
    )


def _parts(rack: Rack) -> Iterator[Rack]:
    for size in range(1, len(rack) + 1):
        yield from dict.fromkeys(map(Rack, combinations(rack, size)))


def _after(problem: Problem, placed: Rack) -> Iterator[Table]:
    if problem.kind is Kind.OPEN:
        for melds in _tables(placed, problem.tiles):
            if legal(problem, problem.table + melds):
                yield problem.table + melds
        return
    for melds in _tables(placed + problem.table.tiles, problem.tiles):
        if legal(problem, Table(melds)):
            yield Table(melds)


def _tables(tiles: Rack, tile_set: TileSet) -> Iterator[tuple[Meld, ...]]:
    """Yield every way to lay all *tiles* in melds."""
    heap = Counter(tiles)
    jokers = heap.pop(JOKER, 0)
    shapes = _melds(tile_set, jokers)

    def lay(left: dict[Tile, int], jokers: int) -> Iterator[tuple[Meld, ...]]:
        if not left:
            if not jokers:
                yield ()
            return
        for meld, naturals, wild in shapes[min(left)]:
            if wild <= jokers and all(left.get(tile, 0) >= n for tile, n in naturals):
                for others in lay(_without(left, naturals), jokers - wild):
                    yield (meld, *others)

    seen = set()
    for melds in lay(heap, jokers):
        key = Table(melds)
        if key not in seen:
            seen.add(key)
            yield melds


def _without(left: dict[Tile, int], tiles: Counts) -> dict[Tile, int]:
    taken = dict(tiles)
    return {tile: n - taken.get(tile, 0) for tile, n in left.items() if n > taken.get(tile, 0)}


@cache
def _melds(tiles: TileSet, jokers: int) -> dict[Tile, tuple[Shape, ...]]:
    """Return every meld with at most so many jokers, by the first of its tiles."""
    melds: dict[Meld, None] = {}
    order = [*range(1, tiles.numbers + 1), *([1] if tiles.one_high else [])]
    for letter in tiles.letters:
        for first, last in combinations(range(len(order) + 1), 2):
            faces = tuple(Tile.of(letter, number) for number in order[first:last])
            for wild in _subsets(faces, jokers):
                melds[Run(faces, wild)] = None
    for number in range(1, tiles.numbers + 1):
        every = tuple(Tile.of(letter, number) for letter in tiles.letters)
        for naturals in _subsets(every, len(every)):
            for count in range(jokers + 1):
                if naturals:
                    melds[Group(naturals, count)] = None
    by_tile: dict[Tile, list[Shape]] = {tile: [] for tile in tiles.kinds}
    for meld in melds:
        if fits(meld, tiles):
            counts = tuple(Counter(meld.naturals).items())
            by_tile[min(meld.naturals)].append((meld, counts, meld.jokers))
    return {tile: tuple(some) for tile, some in by_tile.items()}


def _subsets(tiles: tuple[Tile, ...], most: int) -> Iterator[tuple[Tile, ...]]:
    for size in range(min(most, len(tiles)) + 1):
        yield from combinations(tiles, size)


def playable(problem: Problem) -> set[Rack]:
    """Return every set of tiles of the rack that some legal play places."""
    return {placed for placed in _allowed(problem) if any(_after(problem, placed))}


def plays(problem: Problem) -> set[Table]:
    """Return every table that a legal play may leave."""
    return {after for placed in _allowed(problem) for after in _after(problem, placed)}


def _allowed(problem: Problem) -> Iterator[Rack]:
    """Yield the sets that leave on the rack what must be left, and no joker that must be laid."""
    for placed in _parts(problem.rack):
        left = problem.rack - placed
        if (problem.leave and not left & problem.leave) or (problem.jokers_due and JOKER in left):
            continue
        yield placed
