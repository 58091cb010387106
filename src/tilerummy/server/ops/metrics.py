"""The interface for metrics, which never reveal the identity of a player or a tile."""

from __future__ import annotations

from typing import Protocol


class Metrics(Protocol):
    """The metrics of a server. All methods raise KeyError if the metric's name is unknown."""

    def count(self, name: str, *labels: str) -> None:
        """Increment the counter *name*; *labels* are the values of its labels."""

    def measure(self, name: str, value: float, *labels: str) -> None:
        """Set the gauge *name* to *value*."""

    def observe(self, name: str, seconds: float) -> None:
        """Record a duration in the histogram *name*."""

    def text(self) -> str:
        """Return all metrics in the Prometheus text format."""


class NoMetrics:
    """Discards all metrics."""

    def count(self, name: str, *labels: str) -> None:
        """Discard the increment."""

    def measure(self, name: str, value: float, *labels: str) -> None:
        """Discard the value."""

    def observe(self, name: str, seconds: float) -> None:
        """Discard the duration."""

    def text(self) -> str:
        """Return an empty string."""
        return ""
