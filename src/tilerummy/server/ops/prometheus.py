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


SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""The bounds by which the times of commands and appends are counted."""


class PrometheusMetrics:
    """All metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = self._counter("requests", "Requests answered.", "method", "route", "status")
        self.sockets = self._gauge("sockets", "Sockets open now.")
        self.messages = self._counter("messages", "Messages taken.", "type")
        self.answers = self._counter("answers", "Commands answered.", "status")
        self.command_times = self._times("command", "From a command's arrival to its answer.")
        self.appends = self._counter(
            "appends", "Appends to logs of tables by their result.", "result"
        )
        self.append_times = self._times("append", "From the request of an append to its result.")
        self.faults = self._counter("faults", "Messages refused.", "code")
        self.dropped = self._counter("dropped", "Slow readers dropped.")
        self.rejected = self._counter("turned_away", "Connections turned away.", "why")
        self.failures = self._counter("failures", "Errors not expected.")
        self.jobs = self._counter(
            "jobs",
            "Jobs for the workers by what became of them: done, late, failed, killed, refused as"
            " too much waits, waited too long, dropped as nobody waits for them.",
            "work",
            "outcome",
        )
        self.waiting = self._gauge("jobs_waiting", "Jobs that wait for a worker.", "work")
        self.replaced = self._counter("workers_replaced", "Worker processes replaced.", "why")
        self.rooms = self._gauge("rooms", "Tables that this server owns.")
        self.damaged = self._gauge("damaged", "Tables with a log that was found damaged.")
        self.lag = self._gauge("loop_lag_seconds", "How late the loop is.")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"tilerummy_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"tilerummy_{name}", about, labels, registry=self.registry)

    def _times(self, name: str, about: str) -> Histogram:
        return Histogram(
            f"tilerummy_{name}_seconds", about, registry=self.registry, buckets=SECONDS
        )

    def request(self, method: str, route: str, status: int) -> None:
        """Count a request that was answered."""
        self.requests.labels(method, route, str(status)).inc()

    def socket_opened(self) -> None:
        """Count a socket more."""
        self.sockets.inc()

    def socket_closed(self) -> None:
        """Count a socket less."""
        self.sockets.dec()

    def message(self, message: object) -> None:
        """Count a message of a client, by its type."""
        self.messages.labels(type(message).__name__.lower()).inc()

    def command(self, status: str, seconds: float) -> None:
        """Count the answer to a command, and measure the time from its arrival."""
        self.answers.labels(status).inc()
        self.command_times.observe(seconds)

    def append(self, result: str, milliseconds: int) -> None:
        """Count an append to the log of a table, and measure its time."""
        self.appends.labels(result).inc()
        self.append_times.observe(milliseconds / 1000)

    def fault(self, code: str) -> None:
        """Count a message that was refused."""
        self.faults.labels(code).inc()

    def slow_reader_dropped(self) -> None:
        """Count a socket that was closed because its peer reads too slowly."""
        self.dropped.inc()

    def connections_rejected(self, reason: str, count: int) -> None:
        """Count connections that were not accepted, or cut off."""
        self.rejected.labels(reason).inc(count)

    def failure(self) -> None:
        """Count an error that was not expected."""
        self.failures.inc()

    def job(self, priority: str, outcome: str) -> None:
        """Count a job for the workers by its outcome."""
        self.jobs.labels(priority, outcome).inc()

    def jobs_waiting(self, priority: str, count: int) -> None:
        """Measure how many jobs wait for a worker."""
        self.waiting.labels(priority).set(count)

    def worker_replaced(self, reason: str) -> None:
        """Count a worker process that was replaced."""
        self.replaced.labels(reason).inc()

    def count_rooms(self, owned: int, *, damaged: int) -> None:
        """Measure how many rooms the server owns, and how many it has found damaged."""
        self.rooms.set(owned)
        self.damaged.set(damaged)

    def loop_lag(self, seconds: float) -> None:
        """Measure how late the event loop is."""
        self.lag.set(seconds)

    def text(self) -> str:
        """Return all metrics as text."""
        return generate_latest(self.registry).decode()
