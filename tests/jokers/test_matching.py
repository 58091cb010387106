"""The minimum cost of assigning rows to columns, compared with brute force."""

from __future__ import annotations

from itertools import permutations
from random import Random

from tilerummy.jokers.matching import Costs, minimum_cost


def least_of_all(costs: Costs) -> int | None:
    """Return the minimum sum over all assignments of rows to different columns."""
    columns = range(len(costs[0]) if costs else 0)
    sums = []
    for chosen in permutations(columns, len(costs)):
        found = [row[j] for row, j in zip(costs, chosen, strict=True)]
        if None not in found:
            sums.append(sum(c for c in found if c is not None))
    return min(sums, default=None)


def test_no_way_is_cheaper() -> None:
    rng, impossible = Random(1), 0
    for _ in range(1500):
        rows, columns = rng.randint(0, 5), rng.randint(1, 6)
        possible = rng.random()
        costs = [
            [rng.randint(0, 4) if rng.random() < possible else None for _ in range(columns)]
            for _ in range(rows)
        ]
        least = least_of_all(costs)
        assert minimum_cost(costs) == least, costs
        impossible += least is None
    assert 200 < impossible < 1300


def test_many_equal_rows_take_no_longer() -> None:
    """Trying all assignments of 60 equal rows would never end."""
    assert minimum_cost([[1] * 60] * 60) == 60
    assert minimum_cost([[1] * 59 + [None]] * 60) is None
