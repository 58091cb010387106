"""What workers say of an attempt at a puzzle."""

from __future__ import annotations

from typing import NamedTuple


class JudgedAttempt(NamedTuple):
    """Whether an attempt at a puzzle was right, and the rating with which the puzzle began."""

    right: bool
    start: int
