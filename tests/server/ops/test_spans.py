"""OpenTelemetry traces and logs contain no personal data and no tiles."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from operator import attrgetter
from pathlib import Path

import pytest
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from tests.server.process import started
from tests.server.served import playing, served
from tests.server.workers.simple_jobs import compute
from tests.support import plain_http

from tilerummy.server.ops import logs
from tilerummy.server.ops.opentelemetry import Telemetry
from tilerummy.server.ops.prometheus import PrometheusMetrics
from tilerummy.server.ops.telemetry import ATTRIBUTES, NO_TRACER, exported_signals, telemetry
from tilerummy.server.workers.classes import TURN
from tilerummy.server.workers.pool import WorkerPool
from tilerummy.server.workers.port import Job

CANARY = "Canary-Qxz"


class InMemoryTelemetry:
    """Telemetry collected in memory."""

    def __init__(self) -> None:
        self._spans, self._lines = InMemorySpanExporter(), InMemoryLogRecordExporter()  # type: ignore[no-untyped-call]
        self.telemetry = Telemetry(spans=self._spans, logs=self._lines)

    def spans(self) -> list[ReadableSpan]:
        """Return all spans in the order of their start."""
        return sorted(self._spans.get_finished_spans(), key=attrgetter("start_time"))

    def text(self) -> str:
        """Return all exported spans and log lines as text."""
        lines = [each.to_json() for each in self._lines.get_finished_logs()]
        return "\n".join([*(span.to_json() for span in self.spans()), *lines])


@contextmanager
def exported() -> Iterator[InMemoryTelemetry]:
    """Collect telemetry in memory during the context; it is complete only afterwards."""
    found = InMemoryTelemetry()
    try:
        yield found
    finally:
        found.telemetry.close()


def test_a_command_has_spans_without_secrets() -> None:
    with exported() as found, served(tracer=found.telemetry) as server:
        ann = server.person(CANARY)
        with ann.socket() as talk:
            shot = playing(ann, talk)
            room, cid = shot["room"], f"{CANARY}-cid"
            answer = talk.act(shot, "draw", cid=cid)
            talk.send("say", room=room, text=CANARY)
            talk.until_pong()
            assert ann.get(f"/api/rooms/{room}").status_code == 200
            logs.log_event("starts", logs.WARNING, version="x")
            rack: list[str] = shot["game"]["rack"]
            cookie = ann.cookie
    assert answer["status"] == "ok"

    spans = found.spans()
    [command] = [s for s in spans if s.attributes == {"kind": "Act", "outcome": "ok"}]
    parts = [s.name for s in spans if s.parent and s.parent.span_id == command.context.span_id]
    assert parts == ["decide", "decide", "append"]
    background = [s for s in spans if s.name == "append" and s.parent is None]
    assert background, "turns of computer players are not part of a command"
    [request] = [s for s in spans if s.name == "GET /api/rooms/{room}"]
    assert request.attributes == {
        "http.request.method": "GET",
        "http.route": "/api/rooms/{room}",
        "http.response.status_code": 200,
    }
    assert {key for span in spans for key in span.attributes or {}} <= ATTRIBUTES
    text = found.text()
    assert '"body": "starts"' in text
    for secret in (CANARY, room, cid, "127.0.0.1", cookie.partition("=")[2], " ".join(rack)):
        assert secret not in text
    values = {value for span in spans for value in (span.attributes or {}).values()}
    assert values.isdisjoint(rack)


async def test_a_job_has_a_span() -> None:
    with exported() as found:
        pool = WorkerPool(PrometheusMetrics(), 1, tracer=found.telemetry)
        try:
            await pool.run(Job(replace(TURN, max_wait=300.0), compute, 0.0), "room")
        finally:
            pool.close()
    [job] = found.spans()
    assert (job.name, job.attributes) == ("job", {"work": "turn", "kind": "compute"})


def test_a_span_has_only_listed_attributes() -> None:
    with exported() as found:
        with pytest.raises(ValueError, match=CANARY), found.telemetry.span("command"):
            raise ValueError(CANARY)
        with pytest.raises(KeyError), found.telemetry.span("command") as set_attribute:
            set_attribute("name", "Ann")
    assert [dict(span.attributes or {}) for span in found.spans()] == [
        {"error.type": "ValueError"},
        {"error.type": "KeyError"},
    ]
    assert CANARY not in found.text()


@pytest.mark.parametrize(
    ("environment", "signals"),
    [
        ({}, set()),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x:4318"}, {"traces", "logs"}),
        ({"OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": "http://x:4318"}, {"logs"}),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_LOGS_EXPORTER": "none"}, {"traces"}),
        ({"OTEL_TRACES_EXPORTER": "otlp", "OTEL_SDK_DISABLED": "true"}, set()),
    ],
)
def test_the_environment_selects_signals(environment: dict[str, str], signals: set[str]) -> None:
    assert exported_signals(environment) == signals


def test_a_missing_extra_disables_tracing_with_a_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    messages: list[str] = []
    monkeypatch.delitem(sys.modules, "tilerummy.server.ops.opentelemetry")
    monkeypatch.setitem(sys.modules, "opentelemetry._logs", None)
    with telemetry({}, messages.append) as tracer:
        assert (tracer, messages) == (NO_TRACER, [])
    with telemetry({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x"}, messages.append) as tracer:
        assert tracer is NO_TRACER
    assert "tilerummy[telemetry]" in messages[0]


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, bytes]]:
    """Run a collector, and yield the data that it receives, by path."""
    taken: dict[str, bytes] = {}

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            taken[self.path] = taken.get(self.path, b"") + body
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Discard the access log."""

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", url)
        yield taken
        server.shutdown()


def test_a_server_exports_spans_and_logs(collector: dict[str, bytes], tmp_path: Path) -> None:
    """All data is sent before the server stops."""
    with started(tmp_path, "--logs") as server:
        assert plain_http.get(f"{server.url}/readyz", timeout=60).status_code == 200
        status, _, err = server.end()
    assert status == 0
    assert "starts" in err
    assert {"/v1/traces", "/v1/logs"} == set(collector)
    assert b"GET /readyz" in collector["/v1/traces"]
    assert b"tilerummy" in collector["/v1/traces"]
    assert b"starts" in collector["/v1/logs"]
