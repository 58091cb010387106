"""The interface for tracing, and the choice of signals to export."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from typing import Protocol

from tilerummy.message_text import install_command

ATTRIBUTES = frozenset(
    {
        "entries",
        "error.type",
        "http.request.method",
        "http.response.status_code",
        "http.route",
        "kind",
        "outcome",
        "work",
    }
)
"""All attributes that spans may have, which never identify a player, a table or a tile."""

SetAttribute = Callable[[str, str | int], None]
"""Sets an attribute on an open span. Raises KeyError if it is not in :data:`ATTRIBUTES`."""


class Tracer(Protocol):
    """Records tracing spans."""

    def span(self, name: str) -> AbstractContextManager[SetAttribute]:
        """Open a child of the task's current span; only the types of exceptions are recorded."""


class NoTracer:
    """A tracer that records nothing."""

    _span: nullcontext[SetAttribute] = nullcontext(lambda _name, _value: None)

    def span(self, name: str) -> AbstractContextManager[SetAttribute]:
        """Return a context manager that does nothing."""
        del name
        return self._span


NO_TRACER = NoTracer()
"""The tracer to use when telemetry is off."""
_EXPORTERS = {"traces": "OTEL_TRACES_EXPORTER", "logs": "OTEL_LOGS_EXPORTER"}


def exported_signals(environment: Mapping[str, str]) -> frozenset[str]:
    """Return the signals to export: traces, logs, both or neither.

    >>> sorted(exported_signals({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}))
    ['logs', 'traces']
    >>> sorted(exported_signals({"OTEL_TRACES_EXPORTER": "otlp"}))
    ['traces']
    """
    if environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return frozenset()

    def is_exported(signal: str) -> bool:
        exporter = environment.get(_EXPORTERS[signal], "").strip().lower()
        endpoint = environment.get("OTEL_EXPORTER_OTLP_ENDPOINT") or environment.get(
            f"OTEL_EXPORTER_OTLP_{signal.upper()}_ENDPOINT"
        )
        return exporter == "otlp" or (not exporter and bool(endpoint))

    return frozenset(filter(is_exported, _EXPORTERS))


@contextmanager
def telemetry(environment: Mapping[str, str], warn: Callable[[str], None]) -> Iterator[Tracer]:
    """Export telemetry within the context, or call *warn* if the optional dependency is missing."""
    if not (signals := exported_signals(environment)):
        yield NO_TRACER
        return
    try:
        module = import_module("tilerummy.server.ops.opentelemetry")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("tilerummy"):
            raise
        warn(f"Warning: traces and logs are not exported ({install_command('telemetry')}).")
        yield NO_TRACER
        return
    tracer = module.Telemetry.exporting(environment, signals)
    try:
        yield tracer
    finally:
        tracer.close()
