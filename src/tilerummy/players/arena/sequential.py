"""A sequential test that stops once one of two players is clearly better."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import log
from typing import Final

DIFFERENCE: Final = 0.02
"""The distance between each hypothesis and the fair share: two wins per hundred rounds."""

ERROR: Final = 0.05
"""The error rate of the test, provided that one of its hypotheses is true."""

FEWEST: Final = 20
"""The minimum number of deals. With fewer deals, the variance is too uncertain."""


class SequentialDecision(StrEnum):
    """The outcome of a sequential test."""

    BETTER = "better"
    NOT_BETTER = "not better"
    OPEN = "open"


@dataclass(slots=True)
class SequentialTest:
    """Wald's test of whether a player wins more than *fair*, the share if all are equally strong.

    It tests a true share of *fair* + ``DIFFERENCE`` against *fair* - ``DIFFERENCE``, using the
    likelihood ratio for normal means with the sample variance. Because the sample variance could be
    0, two additional deals, half a win away from the mean, are included in it. Deals after the
    decision are ignored.

    >>> test = SequentialTest(fair=0.5)
    >>> for share in [1.0, 0.5] * 50:
    ...     test.add(share)
    >>> test.decision, test.deals
    (<SequentialDecision.BETTER: 'better'>, 23)
    """

    fair: float
    deals: int = 0
    decision: SequentialDecision = SequentialDecision.OPEN
    _mean: float = 0.0
    _squares: float = 0.0

    def add(self, share: float) -> None:
        """Add the share of wins that the player achieved in one more deal."""
        if self.decision is not SequentialDecision.OPEN:
            return
        self.deals += 1
        before = share - self._mean
        self._mean += before / self.deals
        self._squares += before * (share - self._mean)
        variance = (self._squares + 2 * 0.5**2) / (self.deals + 1)
        ratio = self.deals * 2 * DIFFERENCE * (self._mean - self.fair) / variance
        if self.deals >= FEWEST and abs(ratio) >= log((1 - ERROR) / ERROR):
            self.decision = (
                SequentialDecision.BETTER if ratio > 0 else SequentialDecision.NOT_BETTER
            )
