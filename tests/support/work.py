"""A clock for tests that counts function calls instead of measuring time.

Deadlines can therefore be tested even on slow machines: the work between two reads of the clock is
limited, and so is the work after the deadline. The kernel uses its own clock, so ``make find-slow``
measures its calls.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import extract_stack
from types import FrameType

from tilerummy.deadline import Deadline

AT_MOST = 100_000
"""The number of function calls, in Python and C, that take about 20 ms."""


class WorkClock:
    """A clock that stands still while it is read *looks* times, and is then past every deadline."""

    def __init__(self, looks: int) -> None:
        self._left = looks
        self._calls = self._looked_at = 0
        self._over_at: int | None = None
        self.longest = 0
        """The maximum number of calls between two reads; ``where`` is where the second read was."""
        self.where = ""

    def __call__(self) -> float:
        if (calls := self._calls - self._looked_at) > self.longest:
            self.longest = calls
            self.where = " < ".join(each.name for each in extract_stack(limit=8)[-2::-1])
        self._looked_at = self._calls
        self._left -= 1
        if self._left >= 0:
            return 0.0
        if self._over_at is None:
            self._over_at = self._calls
        return 1e9

    @property
    def late(self) -> int:
        """The number of calls since the clock first showed that the deadline had passed, or 0."""
        return 0 if self._over_at is None else self._calls - self._over_at

    def count(self, _frame: FrameType, event: str, _argument: object) -> None:
        """Count a call reported by Python's profiler."""
        self._calls += event in ("call", "c_call")


@contextmanager
def deadline_after(looks: int, milliseconds: float = 2) -> Iterator[Deadline]:
    """Yield a deadline that expires after its clock has been read *looks* times.

    Until then *milliseconds* are left, which is the time limit for kernel calls. Raises
    AssertionError at the end if more than :data:`AT_MOST` functions were called between two reads
    or after the deadline.
    """
    clock = WorkClock(looks)
    deadline = Deadline(milliseconds, clock=clock)
    profiler = sys.getprofile()
    sys.setprofile(clock.count)
    try:
        yield deadline
    finally:
        sys.setprofile(profiler)
    late = clock.late
    clock()  # work after the last read counts as well
    assert clock.longest <= AT_MOST, (
        f"{clock.longest:,} calls between two looks at the clock: {clock.where}"
    )
    assert late <= AT_MOST, f"{late:,} calls after the deadline"
