"""Summaries of turn times that need only a limited amount of memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import floor, log
from typing import Final

RATIO: Final = 1.05
"""The ratio between the limits of consecutive classes. Percentiles are thus accurate to 5%."""

LOWEST: Final = 0.001
"""The upper limit of the lowest class, in milliseconds."""


@dataclass(frozen=True, slots=True)
class TurnTimes:
    """A summary of turn times in milliseconds: their number, sum and maximum, and counts by class.

    ``classes`` contains pairs of a class number and the number of turns in that class. Class *n*
    covers times up to ``LOWEST * RATIO ** n``. Adding two summaries merges them.

    >>> times = TurnTimes.of([1.0, 2.0]) + TurnTimes.of([9.0])
    >>> times.turns, times.mean, times.longest, round(times.percentile(0.5), 1)
    (3, 4.0, 9.0, 2.0)
    """

    turns: int = 0
    total: float = 0.0
    longest: float = 0.0
    classes: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, times: Iterable[float]) -> TurnTimes:
        """Return the summary of *times*, in milliseconds."""
        each = [*times]
        counts = Counter(map(_class_of, each))
        return cls(len(each), sum(each), max(each, default=0.0), tuple(sorted(counts.items())))

    @classmethod
    def sum_of(cls, parts: Iterable[TurnTimes]) -> TurnTimes:
        """Merge these summaries into a single one."""
        turns, total, longest = 0, 0.0, 0.0
        counts = Counter[int]()
        for part in parts:
            turns, total = turns + part.turns, total + part.total
            longest = max(longest, part.longest)
            counts.update(dict(part.classes))
        return cls(turns, total, longest, tuple(sorted(counts.items())))

    def __add__(self, other: TurnTimes) -> TurnTimes:
        return TurnTimes.sum_of((self, other))

    @property
    def mean(self) -> float:
        """The mean time per turn, or 0 if there are no turns."""
        return self.total / self.turns if self.turns else 0.0

    def percentile(self, part: float) -> float:
        """Return the time that the fraction *part* of turns did not exceed, or 0 without turns."""
        left = part * self.turns
        for number, count in self.classes:
            left -= count
            if left <= 1e-9:
                return min(self.longest, LOWEST * RATIO**number)
        return self.longest


def _class_of(time: float) -> int:
    return 0 if time <= LOWEST else floor(log(time / LOWEST) / log(RATIO)) + 1
