"""NATS servers of the tests: Debian's, each in a folder and on a port of its own."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

MISSING = "there is no nats-server here (apt install nats-server)"


def program() -> str | None:
    """Return the server, from the machine or from where make has put it; None if there is none."""
    return shutil.which("nats-server") or shutil.which(
        "nats-server", path=str(Path(sys.executable).parent)
    )


@dataclass
class NatsServer:
    """A server, which can be killed, frozen and started again."""

    program: str
    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"nats://{self.place}"

    def start(self, config: str = "") -> None:
        """Start it, with the same configuration as before if there is none."""
        file = self.folder / "config"
        if config or not file.exists():
            file.write_text(config)
        command = [self.program, "-a", "127.0.0.1", "-p", str(self.port), "-c", str(file)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        deadline = time.monotonic() + 30
        while not self._answers():
            assert self.process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as sock:
                return sock.recv(4).startswith(b"INFO")
        except OSError:
            return False

    def stop(self, number: int = signal.SIGKILL) -> None:
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(30)
            self.process = None

    def freeze(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)


@contextmanager
def nats_server(config: str = "") -> Iterator[NatsServer]:
    """Run a server for as long as the context lasts; skips the test without the program."""
    found = program()
    if found is None:
        pytest.skip(MISSING)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="tilerummy-nats-"))
    server = NatsServer(found, folder, port)
    try:
        server.start(config)
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
