"""Computes statistics of measured times."""

from __future__ import annotations

from collections.abc import Iterable


def percentile(times: Iterable[float], part: float) -> float:
    """Return the quantile of the times at *part*, or 0 if there are no times."""
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(len(ranked) * part))] if ranked else 0.0
