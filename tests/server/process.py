"""Servers in processes of their own, as ``tilerummy serve`` starts them."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
from click.testing import CliRunner, Result
from tests.server.served import WRITES
from tests.support import plain_http

from tilerummy.cli.commands import tilerummy


@dataclass
class Process:
    """A server of its own, and where it is."""

    process: subprocess.Popen[str]
    url: str

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        """End it, and return its status and what it said."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err

    def kill(self) -> None:
        """End it as a crash does."""
        self.process.kill()
        self.process.wait()

    @contextmanager
    def guest(self, cookies: dict[str, str] | None = None) -> Iterator[Guest]:
        """A browser with these cookies, or of a new guest."""
        with plain_http.Client(
            base_url=self.url, timeout=60, headers=WRITES, cookies=cookies or {}
        ) as client:
            assert client.get("/api/me").status_code == 200
            yield Guest(client)


@dataclass
class Guest:
    """A browser with a cookie."""

    client: httpx2.Client

    @property
    def cookies(self) -> dict[str, str]:
        return {each.name: str(each.value) for each in self.client.cookies.jar}

    def open(self, **body: object) -> str:
        """Open a table."""
        answer = self.client.post("/api/rooms", json={"seats": 2, **body})
        assert answer.status_code == 201, answer.text
        room: str = answer.json()["room"]
        return room

    def rooms(self) -> set[str]:
        """Return my tables."""
        return {card["room"] for card in self.client.get("/api/rooms").json()["mine"]}


def serve(*options: object) -> Result:
    """Return the result of a server that does not start."""
    words = ["serve", "--no-open", "--port", "0", *map(str, options)]
    return CliRunner().invoke(tilerummy, words)


@contextmanager
def started(data: Path, *options: str) -> Iterator[Process]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tilerummy", "serve", "--no-open", "--workers", "1"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--data", str(data), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 120
        while True:
            try:
                plain_http.get(f"{url}/healthz", timeout=10)
                break
            except httpx2.TransportError:
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield Process(process, url)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
