"""Means with 95% confidence intervals, computed from a single value for each deal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Final

Z95: Final = 1.96
"""Half the width of a 95% confidence interval, measured in standard errors."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over independent deals, with half the width of its 95% confidence interval.

    The rounds of one deal are correlated, so each deal contributes a single value: the mean over
    its rounds. Only different deals count as independent.
    """

    mean: float
    margin: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Estimate:
        """Return the estimate from one value per deal. With one deal, the margin is infinite."""
        each = [*values]
        margin = Z95 * stdev(each) / sqrt(len(each)) if len(each) > 1 else inf
        return cls(fmean(each), margin)

    @classmethod
    def of_share(cls, values: Iterable[float]) -> Estimate:
        """Return the estimate of a share, which is a number from 0 to 1.

        If all deals are won or all are lost, the sample variance is useless. The margin is then the
        distance to the share that would give this result in 5% of all samples (1 - 0.05^(1/n)).

        >>> Estimate.of_share([1.0] * 100)
        Estimate(mean=1.0, margin=0.029513049607039932)
        """
        each = [*values]
        found = cls.of(each)
        if len(each) > 1 and found.margin == 0 and found.mean in (0, 1):
            return cls(found.mean, 1 - 0.05 ** (1 / len(each)))
        return found

    @property
    def low(self) -> float:
        """The lower end of the confidence interval."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end of the confidence interval."""
        return self.mean + self.margin
