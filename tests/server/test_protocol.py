"""The protocol documents, and the example program that relies only on them."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tokenize
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar
from urllib.error import HTTPError

import msgspec
import pytest
from examples import bot
from tests.server.served import Served
from tools import protocol

from tilerummy.server.http.all_endpoints import ENDPOINTS
from tilerummy.server.messages import OLD_NAMES

EXAMPLE = Path(bot.__file__)


@pytest.mark.parametrize("path", protocol.files(), ids=lambda p: p.name)
def test_the_protocol_documents_are_up_to_date(path: Path) -> None:
    written = protocol.files()[path]

    assert path.read_text(encoding="utf-8") == written, "run make docs"


def test_the_server_describes_itself(server: Served) -> None:
    schema = server.stranger().get("/api/openapi.json").json()

    assert schema == json.loads((protocol.DOCS / "openapi.json").read_text(encoding="utf-8"))
    assert set(schema["paths"]) == {endpoint.path for endpoint in ENDPOINTS}


def test_every_schema_reference_resolves() -> None:
    for name in ("openapi.json", "messages.schema.json"):
        text = (protocol.DOCS / name).read_text(encoding="utf-8")
        schema = json.loads(text)
        for part in text.split('"$ref": "#/')[1:]:
            target = schema
            for step in part.split('"')[0].split("/"):
                target = target[step]


def test_former_names_of_schemas_still_resolve() -> None:
    openapi = json.loads((protocol.DOCS / "openapi.json").read_text(encoding="utf-8"))
    schemas = openapi["components"]["schemas"]

    for old, new in OLD_NAMES.items():
        assert schemas[old] == {"$ref": f"#/components/schemas/{new}", "deprecated": True}
        assert new in schemas


def test_every_body_and_response_is_documented() -> None:
    page = protocol.PAGE.read_text(encoding="utf-8")

    for kind in {kind for each in ENDPOINTS for kind in (each.body, each.response)}:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__struct_fields__:
            assert f"\n| `{kind.__name__}` | `{kind.__struct_fields__[0]}`" in page


def test_the_documented_body_opens_a_table(server: Served) -> None:
    page = protocol.PAGE.read_text(encoding="utf-8")
    (shown,) = re.findall(r"```json\n(\{\n.*?)```", page, re.DOTALL)

    assert server.person("Ann").post("/api/rooms", json.loads(shown)).status_code == 201


def test_the_example_is_short() -> None:
    """At most forty lines of code, without imports and the command line."""
    source, _, _ = EXAMPLE.read_text(encoding="utf-8").partition("if __name__")
    lines = {
        number
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type in (tokenize.NAME, tokenize.OP, tokenize.NUMBER)
        for number in range(token.start[0], token.end[0] + 1)
    }
    imports = {n for n, line in enumerate(source.splitlines(), 1) if "import" in line.split()}

    assert len(lines - imports) <= 40


class ScriptedServer(BaseHTTPRequestHandler):
    """A server that returns prepared statuses."""

    answers: ClassVar[list[int]] = []

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        status = self.answers.pop(0)
        self.send_response(status)
        if status != 200:
            self.send_header("Retry-After", str(status - 400))
        self.end_headers()
        self.wfile.write(b'{"tiles": 3}')

    def log_message(self, *_: object) -> None: ...


def test_the_example_respects_retry_after(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("examples.bot.time.sleep", waits.append)
    with HTTPServer(("127.0.0.1", 0), ScriptedServer) as scripted:
        Thread(target=scripted.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{scripted.server_port}/api/solve"
        ScriptedServer.answers = [503, 429, 200]
        assert bot.ask(url, {}) == {"tiles": 3}
        ScriptedServer.answers = [404]
        with pytest.raises(HTTPError):
            bot.ask(url, {})
        scripted.shutdown()

    assert waits == [103, 29]


def test_the_example_finishes_a_game(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    scores = bot.play(server.url)["totals"]
    output = capsys.readouterr().out.splitlines()

    assert len(scores) == 2
    assert sum(scores) == 0
    assert f"{server.url}/t/" in output[0]
    assert len(output) > 2


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "127.0.0.1:1", "nowhere"])
def test_the_example_reports_an_unreachable_server(address: str) -> None:
    command = [sys.executable, str(EXAMPLE), address]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)

    assert ended.returncode == 1
    assert ended.stderr.startswith(f"{address}: ")
    assert ended.stderr.count("\n") == 1
