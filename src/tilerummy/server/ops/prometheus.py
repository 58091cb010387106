"""The metrics of a server with the Prometheus client, and in its format."""

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
    "requests": ("Requests answered.", "method", "route", "status"),
    "messages": ("Messages taken.", "type"),
    "command_results": ("Commands answered.", "status"),
    "appends": ("Appends to logs of tables by their result.", "result"),
    "message_errors": ("Messages refused.", "code"),
    "slow_clients_dropped": ("Slow readers dropped.",),
    "connections_rejected": ("Connections rejected.", "reason"),
    "failures": ("Errors not expected.",),
    "jobs": (
        (
            "Jobs for the workers by what became of them: done, late, failed, killed, refused as"
            " too much waits, waited too long, dropped as nobody waits for them."
        ),
        "work",
        "outcome",
    ),
    "workers_replaced": ("Worker processes replaced.", "why"),
}
"""What is counted, each with its description and its labels."""
GAUGES = {
    "sockets": ("Sockets open now.",),
    "jobs_waiting": ("Jobs that wait for a worker.", "work"),
    "rooms": ("Tables that this server owns.",),
    "corrupt_tables": ("Tables with a log that was found damaged.",),
    "loop_lag_seconds": ("How late the loop is.",),
}
"""What is measured."""
TIMES = {
    "command": "From a command's arrival to its answer.",
    "append": "From the request of an append to its result.",
}
"""What takes time."""
RENAMED = {
    "command_results": "answers",
    "message_errors": "faults",
    "slow_clients_dropped": "dropped",
    "connections_rejected": "turned_away",
    "corrupt_tables": "damaged",
}
"""Metrics whose old names are listed as well, for one release."""
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""The bounds by which these times are counted."""


class PrometheusMetrics:
    """All metrics of one server."""

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
        """Count one more of something, by its labels."""
        counter = self.counters[name]
        (counter.labels(*labels) if labels else counter).inc()

    def measure(self, name: str, value: float, *labels: str) -> None:
        """Record how much or many of something there is now."""
        gauge = self._gauges[name]
        (gauge.labels(*labels) if labels else gauge).set(value)

    def observe(self, name: str, seconds: float) -> None:
        """Record how long something took."""
        self._times[name].observe(seconds)

    def text(self) -> str:
        """Return all metrics as text."""
        lines = generate_latest(self._registry).decode().splitlines(keepends=True)
        lines += [
            line.replace(f"tilerummy_{new}", f"tilerummy_{old}").replace("{reason=", "{why=")
            for new, old in RENAMED.items()
            for line in lines
            if f"tilerummy_{new}" in line
        ]
        return "".join(lines)
