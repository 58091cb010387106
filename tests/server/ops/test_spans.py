"""What is traced and logged by OpenTelemetry, and that none of it is about a person or a tile."""

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
from tilerummy.server.ops.telemetry import ATTRIBUTES, NO_TRACER, telemetry, wanted
from tilerummy.server.workers.classes import TURN
from tilerummy.server.workers.pool import WorkerPool
from tilerummy.server.workers.port import Job

CANARY = "Canary-Qxz"


class Exported:
    """Telemetry that is kept in memory."""

    def __init__(self) -> None:
        self._spans, self._lines = InMemorySpanExporter(), InMemoryLogRecordExporter()  # type: ignore[no-untyped-call]
        self.telemetry = Telemetry(spans=self._spans, logs=self._lines)

    def spans(self) -> list[ReadableSpan]:
        """Return all spans, as they began, after the end."""
        return sorted(self._spans.get_finished_spans(), key=attrgetter("start_time"))

    def text(self) -> str:
        """Return everything that was exported."""
        lines = [each.to_json() for each in self._lines.get_finished_logs()]
        return "\n".join([*(span.to_json() for span in self.spans()), *lines])


@contextmanager
def exported() -> Iterator[Exported]:
    """Keep in memory what is exported; it is complete afterwards."""
    found = Exported()
    try:
        yield found
    finally:
        found.telemetry.close()


def test_a_command_is_decided_and_appended_and_nothing_secret_is_traced() -> None:
    with exported() as found, served(tracer=found.telemetry) as server:
        ann = server.person(CANARY)
        with ann.socket() as talk:
            shot = playing(ann, talk)
            room, version = shot["room"], shot["version"]
            cid = f"{CANARY}-cid"
            answer = talk.ask("act", room=room, version=version, cid=cid, actions=["draw"])
            talk.send("say", room=room, text=CANARY)
            talk.send("ping")
            talk.next("pong")
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
    assert background, "what a computer player does is no part of a command"
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


@pytest.mark.anyio
async def test_the_work_of_a_worker_is_a_span() -> None:
    with exported() as found:
        pool = WorkerPool(PrometheusMetrics(), 1, tracer=found.telemetry)
        try:
            await pool.run(Job(replace(TURN, patience=300.0), compute, 0.0), "room")
        finally:
            pool.close()
    [job] = found.spans()
    assert (job.name, job.attributes) == ("job", {"work": "turn", "kind": "compute"})


def test_a_span_takes_listed_attributes_only_and_no_message_of_an_error() -> None:
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
    ("environment", "what"),
    [
        ({}, set()),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x:4318"}, {"traces", "logs"}),
        ({"OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": "http://x:4318"}, {"logs"}),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_LOGS_EXPORTER": "none"}, {"traces"}),
        ({"OTEL_TRACES_EXPORTER": "otlp", "OTEL_SDK_DISABLED": "true"}, set()),
    ],
)
def test_the_environment_says_what_is_exported(environment: dict[str, str], what: set[str]) -> None:
    assert wanted(environment) == what


def test_without_the_extra_nothing_is_traced_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    monkeypatch.delitem(sys.modules, "tilerummy.server.ops.opentelemetry")
    monkeypatch.setitem(sys.modules, "opentelemetry._logs", None)
    with telemetry({}, said.append) as tracer:
        assert (tracer, said) == (NO_TRACER, [])
    with telemetry({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x"}, said.append) as tracer:
        assert tracer is NO_TRACER
    assert "tilerummy[telemetry]" in said[0]


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, bytes]]:
    """Run a collector to which the environment points; what it takes, by path."""
    taken: dict[str, bytes] = {}

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            taken[self.path] = taken.get(self.path, b"") + body
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", url)
        yield taken
        server.shutdown()


def test_a_server_sends_its_spans_and_log_where_the_environment_says(
    collector: dict[str, bytes], tmp_path: Path
) -> None:
    """Over HTTP, all of them before it ends."""
    with started(tmp_path, "--logs") as server:
        assert plain_http.get(f"{server.url}/readyz", timeout=60).status_code == 200
        status, _, err = server.end()
    assert status == 0
    assert "starts" in err
    assert {"/v1/traces", "/v1/logs"} == set(collector)
    assert b"GET /readyz" in collector["/v1/traces"]
    assert b"tilerummy" in collector["/v1/traces"]
    assert b"starts" in collector["/v1/logs"]
