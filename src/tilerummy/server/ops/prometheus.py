"""Metrics implemented with the Prometheus client library."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

_disable_created: Callable[[], None] = disable_created_metrics
_disable_created()

COUNTERS = {
    "requests": ("Completed requests.", "method", "route", "status"),
    "messages": ("Accepted messages by type.", "type"),
    "command_results": ("Results of commands.", "status"),
    "appends": ("Appends to table logs by result.", "result"),
    "message_errors": ("Errors sent for messages.", "code"),
    "slow_clients_dropped": ("Clients disconnected because they read too slowly.",),
    "connections_rejected": ("Rejected connections.", "reason"),
    "failures": ("Unexpected errors.",),
    "push_messages": (
        "Push messages by outcome: sent, gone (no longer subscribed), refused, unreachable.",
        "outcome",
    ),
    "jobs": (
        (
            "Worker jobs by outcome: done, late, failed, killed, refused (queue full), waited"
            " (too long in the queue), dropped (caller gone)."
        ),
        "work",
        "outcome",
    ),
    "workers_replaced": ("Replaced worker processes.", "why"),
}
"""The counters: their descriptions and labels, by name."""
GAUGES = {
    "sockets": ("Open sockets.",),
    "jobs_waiting": ("Jobs waiting for a worker.", "work"),
    "rooms": ("Tables owned by this server.",),
    "corrupt_tables": ("Tables found with a damaged log.",),
    "loop_lag_seconds": ("Delay of the event loop.",),
}
"""The gauges: their descriptions and labels, by name."""
TIMES = {
    "command": "From the arrival of a command to its result.",
    "append": "From the request of an append to its result.",
}
"""The histograms of durations: their descriptions, by name."""
RENAMED = {
    "command_results": "answers",
    "message_errors": "faults",
    "slow_clients_dropped": "dropped",
    "connections_rejected": "turned_away",
    "corrupt_tables": "damaged",
}
"""Maps new to old names of metrics; :meth:`PrometheusMetrics.text` lists both for one release."""
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""The upper bounds of the histogram buckets, in seconds."""


class PrometheusMetrics:
    """Metrics collected with the Prometheus client library."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.counters = {
            name: Counter(f"tilerummy_{name}", about, labels, registry=registry)
            for name, (about, *labels) in COUNTERS.items()
        }
        self._gauges = {
            name: Gauge(f"tilerummy_{name}", about, labels, registry=registry)
            for name, (about, *labels) in GAUGES.items()
        }
        self._times = {
            name: Histogram(f"tilerummy_{name}_seconds", about, registry=registry, buckets=SECONDS)
            for name, about in TIMES.items()
        }

    def count(self, name: str, *labels: str) -> None:
        """Increment the counter *name*."""
        counter = self.counters[name]
        (counter.labels(*labels) if labels else counter).inc()

    def measure(self, name: str, value: float, *labels: str) -> None:
        """Set the gauge *name* to *value*."""
        gauge = self._gauges[name]
        (gauge.labels(*labels) if labels else gauge).set(value)

    def observe(self, name: str, seconds: float) -> None:
        """Record a duration in the histogram *name*."""
        self._times[name].observe(seconds)

    def text(self) -> str:
        """Return all metrics in the Prometheus text format."""
        lines = generate_latest(self._registry).decode().splitlines(keepends=True)
        lines += [
            line.replace(f"tilerummy_{new}", f"tilerummy_{old}").replace("{reason=", "{why=")
            for new, old in RENAMED.items()
            for line in lines
            if f"tilerummy_{new}" in line
        ]
        return "".join(lines)
