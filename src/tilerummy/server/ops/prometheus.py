"""Figures for operators, in the format of Prometheus; none of them tells of a person or a tile."""

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

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_only_figures: Callable[[], None] = disable_created_metrics
_only_figures()


class Metrics:
    """All figures of one server."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "tilerummy_requests",
            "Requests answered.",
            ("method", "route", "status"),
            registry=registry,
        )
        self.sockets = Gauge("tilerummy_sockets", "Sockets open now.", registry=registry)
        self.messages = Counter(
            "tilerummy_messages", "Messages taken.", ("type",), registry=registry
        )
        self.answers = Counter(
            "tilerummy_answers", "Commands answered.", ("status",), registry=registry
        )
        self.faults = Counter("tilerummy_faults", "Messages refused.", ("code",), registry=registry)
        self.dropped = Counter("tilerummy_dropped", "Slow readers dropped.", registry=registry)
        self.rejected_connections = Counter(
            "tilerummy_turned_away", "Connections turned away.", ("why",), registry=registry
        )
        self.failures = Counter("tilerummy_failures", "Errors not expected.", registry=registry)
        self.jobs = Counter(
            "tilerummy_jobs",
            "Jobs for the workers by what became of them: done, late, failed, killed, refused as"
            " too much waits, waited too long, dropped as nobody waits for them.",
            ("work", "outcome"),
            registry=registry,
        )
        self.jobs_waiting = Gauge(
            "tilerummy_jobs_waiting", "Jobs that wait for a worker.", ("work",), registry=registry
        )
        self.workers_replaced = Counter(
            "tilerummy_workers_replaced", "Worker processes replaced.", ("why",), registry=registry
        )
        self.rooms = Gauge("tilerummy_rooms", "Tables held in memory.", registry=registry)
        self.damaged = Gauge(
            "tilerummy_damaged", "Tables with a damaged log at the start.", registry=registry
        )
        self.lag = Gauge("tilerummy_loop_lag_seconds", "How late the loop is.", registry=registry)
        self.command = Histogram(
            "tilerummy_command_seconds",
            "From a command's arrival to its answer.",
            registry=registry,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
        )

        self._taken: dict[type, Counter] = {}
        self._answered: dict[str, Counter] = {}

    def took(self, message: object) -> None:
        """Count a message of a client by its type."""
        kind = type(message)
        if (counter := self._taken.get(kind)) is None:
            counter = self._taken[kind] = self.messages.labels(kind.__name__.lower())
        counter.inc()

    def answered(self, status: str) -> None:
        """Count the answer to a command."""
        if (counter := self._answered.get(status)) is None:
            counter = self._answered[status] = self.answers.labels(status)
        counter.inc()

    def text(self) -> str:
        """Return all figures as text."""
        return generate_latest(self.registry).decode()
