"""Statistics of measured times."""

from __future__ import annotations

from collections.abc import Iterable


def percentile(times: Iterable[float], part: float) -> float:
    """Return the value below which *part* of the times lie, or 0 for no times."""
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(len(ranked) * part))] if ranked else 0.0
