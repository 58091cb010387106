"""The protocol as it is written down, and a program that knows nothing else."""

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

from tilerummy.server.asgi.application import ENDPOINTS

EXAMPLE = Path(bot.__file__)


@pytest.mark.parametrize("path", protocol.files(), ids=lambda p: p.name)
def test_what_is_written_down_is_what_the_server_does(path: Path) -> None:
    written = protocol.files()[path]

    assert path.read_text(encoding="utf-8") == written, "run make docs"


def test_the_server_describes_itself(server: Served) -> None:
    told = server.stranger().get("/api/openapi.json").json()

    assert told == json.loads((protocol.DOCS / "openapi.json").read_text(encoding="utf-8"))
    assert set(told["paths"]) == {door.path for door in ENDPOINTS}


def test_every_reference_leads_somewhere() -> None:
    for name in ("openapi.json", "messages.schema.json"):
        text = (protocol.DOCS / name).read_text(encoding="utf-8")
        whole = json.loads(text)
        for part in text.split('"$ref": "#/')[1:]:
            place = whole
            for step in part.split('"')[0].split("/"):
                place = place[step]


def test_every_body_and_answer_is_listed_with_its_fields() -> None:
    page = protocol.PAGE.read_text(encoding="utf-8")

    for kind in {kind for door in ENDPOINTS for kind in (door.body, door.answer)}:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__struct_fields__:
            assert f"\n| `{kind.__name__}` | `{kind.__struct_fields__[0]}`" in page


def test_the_body_that_is_shown_opens_a_table(server: Served) -> None:
    page = protocol.PAGE.read_text(encoding="utf-8")
    (shown,) = re.findall(r"```json\n(\{\n.*?)```", page, re.DOTALL)

    assert server.person("Ann").post("/api/rooms", json.loads(shown)).status_code == 201


def test_the_example_is_short() -> None:
    """Forty lines: comments, docstrings, imports, empty lines, and the command not counted."""
    source, _, _ = EXAMPLE.read_text(encoding="utf-8").partition("if __name__")
    lines = {
        number
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type in (tokenize.NAME, tokenize.OP, tokenize.NUMBER)
        for number in range(token.start[0], token.end[0] + 1)
    }
    imports = {n for n, line in enumerate(source.splitlines(), 1) if "import" in line.split()}

    assert len(lines - imports) <= 40


class Limited(BaseHTTPRequestHandler):
    """A server that is busy, then asked too fast, and then answers."""

    answers: ClassVar[list[int]] = []

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        status = self.answers.pop(0)
        self.send_response(status)
        if status != 200:
            self.send_header("Retry-After", str(status - 400))
        self.end_headers()
        self.wfile.write(b'{"tiles": 3}')

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_the_example_waits_as_long_as_the_server_says(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("examples.bot.time.sleep", waits.append)
    with HTTPServer(("127.0.0.1", 0), Limited) as limited:
        Thread(target=limited.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{limited.server_port}/api/solve"
        Limited.answers = [503, 429, 200]
        assert bot.ask(url, {}) == {"tiles": 3}
        Limited.answers = [404]
        with pytest.raises(HTTPError):
            bot.ask(url, {})
        limited.shutdown()

    assert waits == [103, 29]


def test_the_example_plays_a_game_to_its_end(
    server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    scores = bot.play(server.url)["totals"]
    said = capsys.readouterr().out.splitlines()

    assert len(scores) == 2
    assert sum(scores) == 0
    assert f"{server.url}/t/" in said[0]
    assert len(said) > 2


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "127.0.0.1:1", "nowhere"])
def test_the_example_says_when_no_server_runs(address: str) -> None:
    command = [sys.executable, str(EXAMPLE), address]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)

    assert ended.returncode == 1
    assert ended.stderr.startswith(f"{address}: ")
    assert ended.stderr.count("\n") == 1
