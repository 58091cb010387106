"""Assigning each of some things another partner, so that the costs come to the least sum."""

from __future__ import annotations

from collections.abc import Sequence

Costs = Sequence[Sequence[int | None]]
"""What it costs to assign the row to the column; None where they cannot be partners."""


def least_cost(costs: Costs) -> int | None:
    """Return the least sum of one cost of each row, all of different columns; None without any.

    This is the Hungarian method (Kuhn, 1955) with potentials: rows are assigned one after the
    other, each by the cheapest path of changes. It takes rows² × columns steps.
    """
    never = 1 + sum(max((c for c in row if c is not None), default=0) for row in costs)
    columns = len(costs[0]) if costs else 0
    if columns < len(costs):
        return None
    dense = [[never if c is None else c for c in row] for row in costs]
    of_row, of_column = [0] * len(dense), [0] * columns
    partner: list[int | None] = [None] * columns
    for row in range(len(dense)):
        _assign(row, dense, of_row, of_column, partner)
    least = sum(dense[row][j] for j, row in enumerate(partner) if row is not None)
    return least if least < never else None


def _assign(
    row: int,
    costs: Sequence[Sequence[int]],
    of_row: list[int],
    of_column: list[int],
    partner: list[int | None],
) -> None:
    """Give *row* a column, and others new ones where that is cheaper, by the potentials."""
    columns = range(len(partner))
    slack = [costs[row][j] - of_row[row] - of_column[j] for j in columns]
    before: list[int | None] = [None] * len(partner)
    looked: list[int] = []
    while True:
        column = min((j for j in columns if j not in looked), key=slack.__getitem__)
        looked.append(column)
        other = partner[column]
        if other is None:
            break
        for j in columns:
            if j not in looked:
                way = slack[column] + costs[other][j] - of_row[other] - of_column[j]
                if way < slack[j]:
                    slack[j], before[j] = way, column
    last = slack[column]
    of_row[row] += last
    for j in looked[:-1]:
        taken = partner[j]
        assert taken is not None
        of_row[taken] += last - slack[j]
        of_column[j] -= last - slack[j]
    while (source := before[column]) is not None:
        partner[column], column = partner[source], source
    partner[column] = row
