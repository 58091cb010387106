"""The port of traces: spans of time with a name, one within the other."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

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


class Span(Protocol):
    """A span that has begun."""

    def set(self, name: str, value: str | int) -> None:
        """Set an attribute; raises KeyError for one that is not listed."""
        ...


class Tracer(Protocol):
    """Measures what the server does."""

    def span(self, name: str) -> AbstractContextManager[Span]:
        """Return a span, within that which is under way in this task.

        Of an exception that leaves it only the type is recorded.
        """
        ...


class _NoSpan:
    """Measures nothing."""

    def set(self, name: str, value: str | int) -> None:
        """Set nothing."""


class NoTracer:
    """Measures nothing; the same object stands for all spans."""

    _span = nullcontext(_NoSpan())

    def span(self, name: str) -> AbstractContextManager[Span]:
        """Return no span."""
        del name
        return self._span


NO_TRACER = NoTracer()
"""The tracer of a server without telemetry."""
