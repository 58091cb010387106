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
from tests.support import plain_http


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
