"""What is said of many measured times."""

from __future__ import annotations

from collections.abc import Iterable


def percentile(times: Iterable[float], part: float) -> float:
    """Return the value that *part* of the times do not exceed, 0 if there are none."""
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(len(ranked) * part))] if ranked else 0.0
