"""Exports traces and logs to an OpenTelemetry collector over HTTP (OTLP)."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor, LogRecordExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter

from tilerummy.server.ops.logs import FIELDS, LOGGER, fields_of
from tilerummy.server.ops.telemetry import ATTRIBUTES, SetAttribute

NAME = "tilerummy"


class _LogHandler(logging.Handler):
    """Exports log records, including only the fields listed in ``FIELDS``."""

    def __init__(self, provider: LoggerProvider) -> None:
        super().__init__()
        self._logger = provider.get_logger(NAME)

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a log record for export."""
        fields = fields_of(record) or {"event": str(record.msg)[: FIELDS["event"]]}
        severe = record.levelno >= logging.WARNING
        self._logger.emit(
            LogRecord(
                timestamp=int(record.created * 1e9),
                severity_text=record.levelname,
                severity_number=SeverityNumber.WARN if severe else SeverityNumber.INFO,
                body=fields.pop("event"),
                attributes=fields,
            )
        )


class Telemetry:
    """A tracer that can also export log records."""

    def __init__(
        self, *, spans: SpanExporter | None, logs: LogRecordExporter | None, named: bool = False
    ) -> None:
        resource = Resource.create({} if named else {"service.name": NAME})
        self._traces = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._logs = LoggerProvider(resource=resource, shutdown_on_exit=False)
        if spans is not None:
            self._traces.add_span_processor(BatchSpanProcessor(spans))
        self._tracer = self._traces.get_tracer(NAME)
        self._handler = _LogHandler(self._logs)
        if logs is not None:
            self._logs.add_log_record_processor(BatchLogRecordProcessor(logs))
            LOGGER.addHandler(self._handler)

    @classmethod
    def exporting(cls, environment: Mapping[str, str], signals: Collection[str]) -> Telemetry:
        """Create telemetry that exports *signals* and is configured by ``OTEL_…`` variables."""
        named = "service.name" in environment.get("OTEL_RESOURCE_ATTRIBUTES", "")
        return cls(
            spans=OTLPSpanExporter() if "traces" in signals else None,
            logs=OTLPLogExporter() if "logs" in signals else None,
            named=named or bool(environment.get("OTEL_SERVICE_NAME")),
        )

    @contextmanager
    def span(self, name: str) -> Iterator[SetAttribute]:
        """Open a span; see :meth:`Tracer.span`."""

        def set_attribute(name: str, value: str | int) -> None:
            if name not in ATTRIBUTES:
                raise KeyError(name)
            span.set_attribute(name, value)

        with self._tracer.start_as_current_span(
            name, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield set_attribute
            except BaseException as error:
                span.set_attribute("error.type", type(error).__name__)
                raise

    def close(self) -> None:
        """Export all pending data, and then stop."""
        LOGGER.removeHandler(self._handler)
        self._traces.shutdown()
        self._logs.shutdown()
