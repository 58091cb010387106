"""nginx with the configuration of deploy/ passes on HTTPS, sockets and addresses."""

from __future__ import annotations

import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import httpx2
import pytest
from tests.server.served import Served, served
from tests.support.servers import nginx
from websockets.sync.client import connect
from websockets.typing import Origin


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(public_url="https://tiles.example", proxies=("127.0.0.1",)) as running:
        yield running


@pytest.fixture(scope="module")
def proxy(server: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """The port of a running nginx, and the file of its certificate authority."""
    if nginx.program() is None:
        pytest.skip(nginx.MISSING)
    folder = tmp_path_factory.mktemp("nginx")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout")
    subprocess.run(
        [
            *("openssl", "req", "-x509", *key, "key.pem", "-out", "cert.pem", "-subj", "/CN=x"),
            *("-addext", "subjectAltName=DNS:tiles.example", "-days", "2"),
        ],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    certificate = {
        "/etc/letsencrypt/live/tiles.example/fullchain.pem": f"{folder}/cert.pem",
        "/etc/letsencrypt/live/tiles.example/privkey.pem": f"{folder}/key.pem",
        "client_header_timeout 10s": "client_header_timeout 1s",
        "client_body_timeout 10s": "client_body_timeout 1s",
    }
    with nginx.running(folder, [server.port], certificate) as port:
        yield port, folder / "cert.pem"


HALVES = [
    b"",
    b"GET /healthz HTTP/1.1\r\nHost: tiles.example\r\n",
    b"POST /api/judge HTTP/1.1\r\nHost: tiles.example\r\nContent-Length: 99\r\n\r\n{",
    b"GET /ws HTTP/1.1\r\nHost: tiles.example\r\nCookie: " + b"x" * 9000 + b"\r\n\r\n",
]


@pytest.mark.parametrize("half", HALVES, ids=["nothing", "head", "body", "long line"])
def test_d5_an_incomplete_request_times_out(proxy: tuple[int, Path], half: bytes) -> None:
    port, authority = proxy
    trust = ssl.create_default_context(cafile=str(authority))
    with (
        socket.create_connection(("127.0.0.1", port), timeout=30) as raw,
        trust.wrap_socket(raw, server_hostname="tiles.example") as wrapped,
    ):
        wrapped.sendall(half)
        with suppress(ConnectionError, ssl.SSLError):
            while wrapped.recv(4096):
                pass


def test_requests_and_sockets_pass_the_proxy(proxy: tuple[int, Path]) -> None:
    port, authority = proxy
    trust = ssl.create_default_context(cafile=str(authority))
    with httpx2.Client(
        verify=trust, base_url=f"https://127.0.0.1:{port}", headers={"Host": "tiles.example"}
    ) as client:

        def get(path: str) -> httpx2.Response:
            return client.get(path, extensions={"sni_hostname": "tiles.example"})

        assert get("/healthz").json() == {"status": "ok"}
        assert get("/metrics").status_code == 404
        cookie = get("/api/me").headers["set-cookie"]
    assert cookie.startswith("__Host-")
    assert "Secure" in cookie
    with (
        closing(socket.create_connection(("127.0.0.1", port))) as sock,
        connect(
            "wss://tiles.example/ws",
            sock=sock,
            ssl=trust,
            origin=Origin("https://tiles.example"),
            additional_headers={"Cookie": cookie.partition(";")[0]},
            compression=None,
        ) as opened,
    ):
        assert '"welcome"' in str(opened.recv(timeout=30))
