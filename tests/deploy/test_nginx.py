"""nginx as it is configured in deploy/ stands before a server: https, sockets, addresses."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest
from tests.server.served import Served, served
from tests.support.servers.ports import free_port
from websockets.sync.client import connect
from websockets.typing import Origin

CONFIG = Path(__file__).parents[2] / "deploy/proxy/nginx.conf"
AROUND = """
daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 1;
events {{}}
http {{
    access_log off; client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2;
    fastcgi_temp_path {folder}/t3; uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    {config}
}}
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(public_url="https://tiles.example", proxies=("127.0.0.1",)) as running:
        yield running


@pytest.fixture(scope="module")
def proxy(server: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """The port of a running nginx, and the file of the authority that vouches for it."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        pytest.skip("there is no nginx here")
    folder = tmp_path_factory.mktemp("nginx")
    folder.chmod(0o755)
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
    config, port = CONFIG.read_text(), free_port()
    for old, new in (
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("    listen [::]:80;\n", ""),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("127.0.0.1:8000", f"127.0.0.1:{server.port}"),
        ("/etc/letsencrypt/live/tiles.example/fullchain.pem", f"{folder}/cert.pem"),
        ("/etc/letsencrypt/live/tiles.example/privkey.pem", f"{folder}/key.pem"),
    ):
        assert config.count(old) == 1, old
        config = config.replace(old, new)
    (folder / "config").write_text(AROUND.format(folder=folder, config=config))
    command = [program, "-p", str(folder), "-c", str(folder / "config"), "-e", f"{folder}/errors"]
    process = subprocess.Popen(command)
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None, (folder / "errors").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.02)
        yield port, folder / "cert.pem"
    finally:
        process.terminate()
        process.wait(30)


def test_people_and_their_sockets_get_through(proxy: tuple[int, Path]) -> None:
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
