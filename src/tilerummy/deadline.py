"""A deadline: the time when a computation must be finished.

The caller creates one :class:`Deadline` for the entire call and passes it down to every function
that computes. Apart from the adaptors, this is the only module that reads a clock.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import Final


class OutOfTimeError(Exception):
    """Raised internally when a deadline passes. Public functions return partial results instead."""


class Deadline:
    """A deadline that passes *milliseconds* from now, or never for None.

    *clock* is the function that returns the time in seconds.

    >>> Deadline(50).left <= 50, Deadline(50).is_over, NEVER.left
    (True, False, inf)

    Raises ValueError unless *milliseconds* is greater than 0.
    """

    __slots__ = ("_clock", "_end")

    def __init__(
        self, milliseconds: float | None = None, *, clock: Callable[[], float] = perf_counter
    ) -> None:
        if milliseconds is not None and not milliseconds > 0:
            raise ValueError("milliseconds are more than 0, or None for no deadline")
        self._clock = clock
        self._end = inf if milliseconds is None else clock() + milliseconds / 1000

    @property
    def left(self) -> float:
        """The number of milliseconds left: never negative, and infinite if there is no deadline."""
        return max(0.0, (self._end - self._clock()) * 1000) if self else inf

    @property
    def is_over(self) -> bool:
        """True once the deadline has passed."""
        return self._clock() >= self._end

    def __bool__(self) -> bool:
        """Return True if there is a deadline, even if it has passed."""
        return self._end != inf

    def check(self) -> None:
        """Raise OutOfTimeError if the deadline has passed."""
        if self.is_over:
            raise OutOfTimeError

    def share(self, part: float) -> Deadline:
        """Return a deadline that allows only the fraction *part* (0 to 1) of the remaining time."""
        if not self:
            return self
        now = self._clock()
        sooner = Deadline(clock=self._clock)
        sooner._end = now + max(0.0, self._end - now) * part
        return sooner

    def __repr__(self) -> str:
        return f"Deadline({self.left:.1f})" if self else "Deadline()"


NEVER: Final = Deadline()
"""A deadline that never passes."""
