"""Runs nginx with the configuration of deploy/ in front of local servers."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.servers.ports import free_port

MISSING = "nginx is not installed (apt install nginx)"
CONFIG = Path(__file__).parents[3] / "deploy/proxy/nginx.conf"
AROUND = """
daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 1;
worker_rlimit_nofile 8192; events {{ worker_connections 4096; }}
http {{
    access_log off; client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2;
    fastcgi_temp_path {folder}/t3; uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    {config}
}}
"""
PLAIN = {
    "listen 443 ssl http2;": "listen 443;",
    "    ssl_certificate     /etc/letsencrypt/live/tiles.example/fullchain.pem;\n": "",
    "    ssl_certificate_key /etc/letsencrypt/live/tiles.example/privkey.pem;\n": "",
}
"""The changes to the configuration that make it use plain HTTP."""


def program() -> str | None:
    """Return the path of nginx, installed or downloaded by make, or None."""
    places = f"/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:{Path(sys.executable).parent}"
    return shutil.which("nginx", path=places)


@contextmanager
def running(
    folder: Path, backends: Sequence[int], changes: Mapping[str, str] = PLAIN
) -> Iterator[int]:
    """Run nginx in front of servers on these ports, and yield its port."""
    found = program()
    assert found is not None, MISSING
    config, port = CONFIG.read_text(), free_port()
    servers = "".join(f"server 127.0.0.1:{b} max_fails=1 fail_timeout=2s;" for b in backends)
    for old, new in {
        **changes,
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "    listen [::]:80;\n": "",
        "listen 443": f"listen 127.0.0.1:{port}",
        "    listen [::]:443 ssl http2;\n": "",
        "server 127.0.0.1:8000 max_fails=1 fail_timeout=2s;": servers,
    }.items():
        assert old in config, old
        config = config.replace(old, new)
    folder.chmod(0o755)
    (folder / "config").write_text(AROUND.format(folder=folder, config=config))
    command = [found, "-p", str(folder), "-c", str(folder / "config"), "-e", f"{folder}/errors"]
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
        yield port
    finally:
        process.terminate()
        process.wait(30)
