"""The metrics of a server with the Prometheus client, and in its format."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Counts
from collections.abc import Callable, Iterator

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

_disable_created: Callable[[], None] = disable_created_metrics
_disable_created()


SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""The bounds by which the times of commands are counted."""


class Times:
    """How long something took, counted by :data:`SECONDS`."""

    def __init__(self) -> None:
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count once more."""
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def metric(self, name: str, about: str) -> HistogramMetricFamily:
        """Return the metric."""
        buckets, total = [], 0
        for bound, count in zip((*map(str, SECONDS), "+Inf"), self._counts, strict=True):
            total += count
            buckets.append((bound, float(total)))
        return HistogramMetricFamily(name, about, buckets=buckets, sum_value=self._sum)


class CommandCounts(Collector):
    """What is counted for each message and command: the client's own metrics take locks for it."""

    def __init__(self) -> None:
        self.messages: Counts[str] = Counts()
        self.answers: Counts[str] = Counts()
        self.appends: Counts[str] = Counts()
        self._commands, self._appends = Times(), Times()

    def command(self, status: str, seconds: float) -> None:
        """Count the answer to a command, and measure the time from its arrival."""
        self.answers[status] += 1
        self._commands.add(seconds)

    def append(self, result: str, milliseconds: int) -> None:
        """Count an append to the log of a table, and measure its time."""
        self.appends[result] += 1
        self._appends.add(milliseconds / 1000)

    def collect(self) -> Iterator[CounterMetricFamily | HistogramMetricFamily]:
        """Yield the metrics."""
        for name, about, label, counts in (
            ("messages", "Messages taken.", "type", self.messages),
            ("answers", "Commands answered.", "status", self.answers),
            ("appends", "Appends to logs of tables by their result.", "result", self.appends),
        ):
            family = CounterMetricFamily(f"tilerummy_{name}", about, labels=(label,))
            for value, count in counts.items():
                family.add_metric((value,), count)
            yield family
        yield self._commands.metric(
            "tilerummy_command_seconds", "From a command's arrival to its answer."
        )
        yield self._appends.metric(
            "tilerummy_append_seconds", "From the request of an append to its result."
        )


class PrometheusMetrics:
    """All metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = self._counter("requests", "Requests answered.", "method", "route", "status")
        self.sockets = self._gauge("sockets", "Sockets open now.")
        self.commands = CommandCounts()
        self.registry.register(self.commands)
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
        self.commands.messages[type(message).__name__.lower()] += 1

    def command(self, status: str, seconds: float) -> None:
        """Count the answer to a command, and measure the time from its arrival."""
        self.commands.command(status, seconds)

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
