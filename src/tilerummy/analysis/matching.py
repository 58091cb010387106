"""Which meld of a table became which: the pairs that leave most tiles where they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilerummy.melds import Group, Meld, Run
from tilerummy.tiles import JOKER

_FAR = 1 << 60


def matched(before: Sequence[Meld], after: Sequence[Meld]) -> tuple[int | None, ...]:
    """Return for each meld of *before* the place in *after* of the meld that it became.

    Each meld is used once, and None says that a meld is gone. No other pairing keeps more tiles
    in their meld; a joker is a tile. Equal melds are paired, so what does not change stays.

    >>> from tilerummy.melds import table
    >>> matched(table("b2 b3 b4 b5 / k5 r5 o5"), table("b2 b3 b4 / k5 r5 b5 o5"))
    (0, 1)
    """
    became: dict[int, int] = {}
    free = list(range(len(after)))
    for old, meld in enumerate(before):
        same = next((new for new in free if after[new] == meld), None)
        if same is not None:
            became[old] = same
            free.remove(same)
    changed = [old for old in range(len(before)) if old not in became]
    worth = [[_worth(before[old], after[new]) for new in free] for old in changed]
    for row, column in assigned(worth):
        became[changed[row]] = free[column]
    return tuple(became.get(old) for old in range(len(before)))


def _worth(old: Meld, new: Meld) -> int:
    """Return what a pair is worth: the tiles that stay, then what reads as the same meld."""
    stays = Counter(old.tiles) & Counter(new.tiles)
    shared = stays.total()
    if not shared:
        return 0
    wholes = 16 * (shared == len(old)) + 4 * (shared == len(new)) + 8 * (type(old) is type(new))
    return (shared << 20) + 64 * (shared - stays[JOKER]) + wholes + _steady(old, new)


def _steady(old: Meld, new: Meld) -> int:
    """Return how many jokers stay in their place."""
    match old, new:
        case Run(), Run():
            return len({*old.wild} & {*new.wild})
        case Group(), Group():
            return min(old.jokers, new.jokers)
        case _:
            return 0


def assigned(worth: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the rows and columns of a best assignment, those of no worth left out.

    The worth of no other assignment of rows to columns, each used once, adds up to more.

    >>> assigned([[3, 2], [3, 0]])
    [(0, 1), (1, 0)]
    """
    size = max(len(worth), len(worth[0]) if worth else 0)
    cost = [
        [-worth[i][j] if i < len(worth) and j < len(worth[i]) else 0 for j in range(size)]
        for i in range(size)
    ]
    row_of = _hungarian(cost, size)
    pairs = ((row, column) for column, row in enumerate(row_of))
    return sorted((row, column) for row, column in pairs if cost[row][column] < 0)


def _hungarian(cost: Sequence[Sequence[int]], size: int) -> list[int]:
    """Return the row of each column in the cheapest assignment: shortest augmenting paths.

    Rows and columns are counted from 1 here; column 0 holds the row that is being placed.
    """
    prices, row_of = ([0] * (size + 1), [0] * (size + 1)), [0] * (size + 1)
    for row in range(1, size + 1):
        row_of[0] = row
        column, way = _cheapest_way(cost, prices, row_of)
        while column:
            row_of[column] = row_of[way[column]]
            column = way[column]
    return [row - 1 for row in row_of[1:]]


def _cheapest_way(
    cost: Sequence[Sequence[int]], prices: tuple[list[int], list[int]], row_of: list[int]
) -> tuple[int, list[int]]:
    """Return the column that is free next, and from which column each was reached.

    The *prices* of rows and columns are raised so that no later way costs less than nothing.
    """
    of_row, of_column = prices
    far, way = [_FAR] * len(row_of), [0] * len(row_of)
    reached, column = [0], 0
    while row_of[column]:
        row, others = row_of[column], [j for j in range(len(row_of)) if j not in reached]
        for j in others:
            step = cost[row - 1][j - 1] - of_row[row] - of_column[j]
            if step < far[j]:
                far[j], way[j] = step, column
        nearest = min(others, key=lambda j: far[j])
        least = far[nearest]
        for j in reached:
            of_row[row_of[j]] += least
            of_column[j] -= least
        for j in others:
            far[j] -= least
        column = nearest
        reached.append(column)
    return column, way
