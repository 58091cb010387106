"""The interface for metrics, which never identify a player or a tile."""

from __future__ import annotations

from typing import Protocol


class Metrics(Protocol):
    """The metrics of one server. All methods raise KeyError if the name is unknown."""

    def count(self, name: str, *labels: str) -> None:
        """Increment a counter."""

    def measure(self, name: str, value: float, *labels: str) -> None:
        """Set a gauge."""

    def observe(self, name: str, seconds: float) -> None:
        """Record a duration."""

    def text(self) -> str:
        """Return all metrics in the Prometheus text format."""
