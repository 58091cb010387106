"""The metrics of a server that shares its store with others: its leases, and its bus."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector


@dataclass(frozen=True, slots=True)
class NodeFigures:
    """How many leases a server holds; whether its bus is connected, and how often again.

    ``messages`` are counts of messages on the bus, by what became of them.
    """

    leases: int
    connected: bool
    reconnects: int
    messages: Mapping[str, int]


class NodeMetrics(Collector):
    """Reads the figures when somebody asks for the metrics."""

    def __init__(self, figures: Callable[[], NodeFigures]) -> None:
        self._figures = figures

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        """Yield the metrics."""
        now = self._figures()
        yield GaugeMetricFamily(
            "tilerummy_leases", "Tables whose clock this server keeps.", value=now.leases
        )
        yield GaugeMetricFamily(
            "tilerummy_bus_connected",
            "Whether messages reach the other servers.",
            value=float(now.connected),
        )
        messages = CounterMetricFamily(
            "tilerummy_bus_messages", "Messages between servers.", labels=("what",)
        )
        for what, count in now.messages.items():
            messages.add_metric((what,), count)
        yield messages
        yield CounterMetricFamily(
            "tilerummy_bus_reconnects", "Connections after the first.", value=now.reconnects
        )
