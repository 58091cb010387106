"""Solves the assignment problem with the Hungarian algorithm (Kuhn, 1955)."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.deadline import NEVER, Deadline

Costs = Sequence[Sequence[int | None]]
"""The cost of assigning each row to each column, or None for pairs that are not allowed."""


def minimum_cost(costs: Costs) -> int | None:
    """Return the minimum total cost of assigning each row to a column of its own.

    Returns None if this is impossible.
    """
    never = 1 + sum(max((c for c in row if c is not None), default=0) for row in costs)
    values = [[0 if c is None else never - c for c in row] for row in costs]
    pairs, _ = best_assignment(values)
    if len(pairs) < len(costs):
        return None
    return sum(never - values[row][column] for row, column in pairs.items())


def best_assignment(
    values: Sequence[Sequence[int]], deadline: Deadline = NEVER
) -> tuple[dict[int, int], bool]:
    """Return the column assigned to each row, and True if this assignment is proven optimal.

    An optimal assignment is one-to-one and maximises the total value. Pairs with value 0 are left
    out. After the deadline, each remaining row takes the best column that is still free.

    >>> best_assignment([[3, 2], [3, 0]])
    ({0: 1, 1: 0}, True)
    """
    rows, columns = len(values), max(len(values), *map(len, values)) if values else 0
    value = [[*row, *[0] * (columns - len(row))] for row in values]
    # A pair's value never exceeds the sum of its row's and column's prices. A row starts at column
    # -1.
    price, column_price = [0] * rows, [0] * (columns + 1)
    row_of = [-1] * (columns + 1)
    best = True
    for start in range(rows):
        best = best and not deadline.is_over
        if not best:
            column = max((c for c in range(columns) if row_of[c] < 0), key=value[start].__getitem__)
            row_of[column] = start
            continue
        row_of[-1], column = start, -1
        slack, previous = [1 << 60] * columns, [-1] * columns
        reached = list[int]()
        free = {*range(columns)}
        while row_of[column] >= 0:
            reached.append(column)
            row, nearest = row_of[column], -1
            for c in free:
                gap = price[row] + column_price[c] - value[row][c]
                if gap < slack[c]:
                    slack[c], previous[c] = gap, column
                if nearest < 0 or slack[c] < slack[nearest]:
                    nearest = c
            step = slack[nearest]
            for c in reached:
                price[row_of[c]] -= step
                column_price[c] += step
            for c in free:
                slack[c] -= step
            free.remove(nearest)
            column = nearest
        while column >= 0:
            row_of[column] = row_of[previous[column]]
            column = previous[column]
    pairs = {row: column for column, row in enumerate(row_of[:-1]) if row >= 0}
    return {r: pairs[r] for r in range(rows) if value[r][pairs[r]]}, best
