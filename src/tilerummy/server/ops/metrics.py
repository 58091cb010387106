"""The port of metrics: counts and measurements, none of them about a person or a tile."""

from __future__ import annotations

from typing import Protocol


class Metrics(Protocol):
    """Counts and measures what happens in one server; raises KeyError for an unknown name."""

    def count(self, name: str, *labels: str) -> None:
        """Count one more of something, by its labels."""

    def measure(self, name: str, value: float, *labels: str) -> None:
        """Record how much or many of something there is now."""

    def observe(self, name: str, seconds: float) -> None:
        """Record how long something took."""

    def text(self) -> str:
        """Return all metrics as text."""
