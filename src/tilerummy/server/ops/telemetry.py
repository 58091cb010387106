"""The port of traces, which are spans of time with a name, and whether they are wanted."""

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
"""Every attribute that a span may have: none is about a person, a table or a tile."""


SetAttribute = Callable[[str, str | int], None]
"""Sets an attribute of a span that has begun; raises KeyError for one that is not listed."""


class Tracer(Protocol):
    """Measures what the server does."""

    def span(self, name: str) -> AbstractContextManager[SetAttribute]:
        """Return a span, within that which is under way in this task.

        Of an exception that leaves it only the type is recorded.
        """


class NoTracer:
    """Measures nothing; the same object stands for all spans."""

    _span: nullcontext[SetAttribute] = nullcontext(lambda _name, _value: None)

    def span(self, name: str) -> AbstractContextManager[SetAttribute]:
        """Return no span."""
        del name
        return self._span


NO_TRACER = NoTracer()
"""The tracer of a server without telemetry."""

_EXPORTERS = {"traces": "OTEL_TRACES_EXPORTER", "logs": "OTEL_LOGS_EXPORTER"}


def wanted(environment: Mapping[str, str]) -> frozenset[str]:
    """Return what is to be exported: traces, logs, both or nothing.

    >>> sorted(wanted({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}))
    ['logs', 'traces']
    >>> sorted(wanted({"OTEL_TRACES_EXPORTER": "otlp"}))
    ['traces']
    """
    if environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return frozenset()

    def is_wanted(what: str) -> bool:
        exporter = environment.get(_EXPORTERS[what], "").strip().lower()
        endpoint = environment.get("OTEL_EXPORTER_OTLP_ENDPOINT") or environment.get(
            f"OTEL_EXPORTER_OTLP_{what.upper()}_ENDPOINT"
        )
        return exporter == "otlp" or (not exporter and bool(endpoint))

    return frozenset(filter(is_wanted, _EXPORTERS))


@contextmanager
def telemetry(environment: Mapping[str, str], say: Callable[[str], None]) -> Iterator[Tracer]:
    """Export what the environment asks for, until the end; else nothing, at no cost.

    If the extra is not installed, *say* is told.
    """
    if not (what := wanted(environment)):
        yield NO_TRACER
        return
    try:
        module = import_module("tilerummy.server.ops.opentelemetry")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("tilerummy"):
            raise
        say(f"Careful: no traces and logs are sent ({install_command('telemetry')}).")
        yield NO_TRACER
        return
    exported = module.Telemetry.exporting(environment, what)
    try:
        yield exported
    finally:
        exported.close()
