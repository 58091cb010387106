"""The port of metrics: counts and measurements, none of them about a person or a tile."""

from __future__ import annotations

from typing import Protocol


class Metrics(Protocol):
    """Counts and measures what happens in one server."""

    def request(self, method: str, route: str, status: int) -> None:
        """Count a request that was answered."""

    def socket_opened(self) -> None:
        """Count a socket more."""

    def socket_closed(self) -> None:
        """Count a socket less."""

    def message(self, message: object) -> None:
        """Count a message of a client, by its type."""

    def command(self, status: str, seconds: float) -> None:
        """Count the answer to a command, and measure the time from its arrival."""

    def fault(self, code: str) -> None:
        """Count a message that was refused."""

    def slow_reader_dropped(self) -> None:
        """Count a socket that was closed because its peer reads too slowly."""

    def connections_rejected(self, reason: str, count: int) -> None:
        """Count connections that were not accepted, or cut off."""

    def failure(self) -> None:
        """Count an error that was not expected."""

    def job(self, priority: str, outcome: str) -> None:
        """Count a job for the workers by its outcome."""

    def jobs_waiting(self, priority: str, count: int) -> None:
        """Measure how many jobs wait for a worker."""

    def worker_replaced(self, reason: str) -> None:
        """Count a worker process that was replaced."""

    def count_rooms(self, owned: int, *, damaged: int) -> None:
        """Measure how many rooms the server owns, and how many it has found damaged."""

    def loop_lag(self, seconds: float) -> None:
        """Measure how late the event loop is."""

    def text(self) -> str:
        """Return all metrics as text."""
        ...
