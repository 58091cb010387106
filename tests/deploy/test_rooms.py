"""The shipped proxies send everyone in a room to the same server."""

from __future__ import annotations

import http.server
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from tests.support.servers import nginx
from tests.support.servers.ports import free_port

CADDYFILE = Path(__file__).parents[2] / "deploy/proxy/Caddyfile"


@contextmanager
def backend() -> Iterator[int]:
    """Run a server that responds with its port."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert isinstance(self.server, http.server.HTTPServer)
            body = str(self.server.server_port).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()


@contextmanager
def caddy(folder: Path, backends: list[int]) -> Iterator[int]:
    """Run Caddy with the shipped configuration in front of these servers."""
    program = shutil.which("caddy") or shutil.which("caddy", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("Caddy is not installed (make cluster downloads it)")
    port, config = free_port(), CADDYFILE.read_text()
    servers = " ".join(f"127.0.0.1:{each}" for each in backends)
    for old, new in (
        ("{\n\t# The", "{\n\tadmin off\n\tauto_https off\n\t# The"),
        ("{$SITE}", f"http://127.0.0.1:{port}"),
        ("server-1:8000 server-2:8000", servers),
    ):
        assert config.count(old) == 1, old
        config = config.replace(old, new)
    (folder / "Caddyfile").write_text(config)
    command = [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stderr=log, env={"HOME": str(folder)})
    try:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with suppress(OSError):
                asked(port, "/healthz")
                break
            assert process.poll() is None, (folder / "log").read_text()
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("proxy")
    with ExitStack() as stack:
        backends = [stack.enter_context(backend()) for _ in range(3)]
        if request.param == "caddy":
            yield stack.enter_context(caddy(folder, backends))
        elif nginx.program() is None:
            pytest.skip(nginx.MISSING)
        else:
            yield stack.enter_context(nginx.running(folder, backends))


def asked(port: int, path: str, **headers: str) -> str:
    """Return the port of the server that responds."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return str(answer.read().decode())


def test_all_requests_for_a_room_reach_one_server(proxy: int) -> None:
    rooms = [f"EBoDUOlMZW{n}-_" for n in range(20)]
    places = {
        room: {
            asked(proxy, f"/ws?room={room}"),
            asked(proxy, f"/ws?since=3&room={room}"),
            asked(proxy, f"/api/rooms/{room}"),
            asked(proxy, f"/api/rooms/{room}/record?form=text"),
            asked(proxy, f"/api/rooms/{room}", **{"X-Tiles-Room": "another"}),
        }
        for room in rooms
    }

    assert {len(servers) for servers in places.values()} == {1}
    assert len(set.union(*places.values())) == 3, "they are spread over all servers"


def test_a_visitor_without_a_room_stays_at_one_server(proxy: int) -> None:
    paths = ("/", "/api/me", "/api/rooms", "/assets/a.js", "/games/x?room=y")
    assert len({asked(proxy, path) for path in paths}) == 1
