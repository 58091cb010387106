"""Computes statistics of measured times."""

from __future__ import annotations

from collections.abc import Iterable


def percentile(times: Iterable[float], part: float) -> float:
    """Return the time that the fraction *part* of *times* does not exceed, or 0 without times."""
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(len(ranked) * part))] if ranked else 0.0
