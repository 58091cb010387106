"""Means of samples, together with their confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Self

_TWO_SIDED = 1.96


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its 95% confidence interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        """Return the mean of independent *values*. With fewer than two, the interval is infinite.

        >>> Interval.of([1.0, 1.0, 1.0])
        Interval(mean=1.0, low=1.0, high=1.0)
        """
        mean, margin = sum(values) / max(1, len(values)), _TWO_SIDED * standard_error(values)
        return cls(mean, mean - margin, mean + margin)

    @classmethod
    def of_chance(cls, wins: Sequence[float]) -> Self:
        """Return the mean of *wins*, all 0 or 1, with Wilson's interval (1927)."""
        n = len(wins)
        if not n:
            return cls(0.5, 0.0, 1.0)
        mean, z = sum(wins) / n, _TWO_SIDED**2 / n
        centre, margin = mean + z / 2, sqrt(z * (mean * (1 - mean) + z / 4))
        return cls(mean, (centre - margin) / (1 + z), (centre + margin) / (1 + z))


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of *values*, which is infinite for fewer than two."""
    n = len(values)
    if n < 2:
        return float("inf")
    mean = sum(values) / n
    return sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)
