"""A deadline: the moment by which a computation has to answer.

Whoever asks says how long the whole call may take, and passes one :class:`Deadline` down to all
that computes for it. This is the only module below the adaptors that reads a clock.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import Final


class OutOfTimeError(Exception):
    """The deadline has passed. Raised below the public functions, which answer what they have."""


class Deadline:
    """A moment *milliseconds* from now by *clock*, which returns seconds; without a number, never.

    >>> Deadline(50).left <= 50, Deadline(50).is_over, NEVER.left
    (True, False, inf)

    Raises ValueError for a number that is not more than 0.
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
        """The milliseconds left, never less than 0; infinite where there is no deadline."""
        return max(0.0, (self._end - self._clock()) * 1000) if self else inf

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self._clock() >= self._end

    def __bool__(self) -> bool:
        """Return whether there is a deadline at all."""
        return self._end != inf

    def check(self) -> None:
        """Raise OutOfTimeError if no time is left."""
        if self.is_over:
            raise OutOfTimeError

    def share(self, part: float) -> Deadline:
        """Return the deadline at which *part* of the time left, from 0 to 1, has been used."""
        if not self:
            return self
        now = self._clock()
        sooner = Deadline(clock=self._clock)
        sooner._end = now + max(0.0, self._end - now) * part
        return sooner

    def __repr__(self) -> str:
        return f"Deadline({self.left:.1f})" if self else "Deadline()"


NEVER: Final = Deadline()
"""No deadline."""
