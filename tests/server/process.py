"""Servers in their own processes, as ``tilerummy serve`` starts them."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result
from tests.server.served import Serving
from tests.support.servers.api import answers
from tests.support.servers.ports import free_port
from tests.support.waiting import until

from tilerummy.cli.commands import tilerummy


@dataclass
class Process(Serving):
    """A server in its own process."""

    process: subprocess.Popen[str]

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        """Send the server a signal; return its exit status, stdout and stderr once it has ended."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err

    def kill(self) -> None:
        """Kill the server with SIGKILL, and wait until it has ended."""
        self.process.kill()
        self.process.wait()

    def answers(self) -> bool:
        """Return whether the server responds; fails with its output if it has ended."""
        assert self.process.poll() is None, self.process.communicate()
        return answers(self.port)


def serve(*options: object) -> Result:
    """Run ``tilerummy serve`` in this process, for tests that expect it to fail."""
    words = ["serve", "--no-open", "--port", "0", *map(str, options)]
    return CliRunner().invoke(tilerummy, words)


@contextmanager
def starting(data: Path, *options: str) -> Iterator[Process]:
    """Start a server; it is killed at the end of the context unless it has stopped."""
    port = free_port()
    command = [sys.executable, "-m", "tilerummy", "serve", "--no-open", "--workers", "1"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--data", str(data), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    server = Process(port, process)
    try:
        yield server
    finally:
        server.leave()
        if process.poll() is None:
            process.kill()
        process.communicate()


@contextmanager
def started(data: Path, *options: str) -> Iterator[Process]:
    """Start a server, and wait until it responds."""
    with starting(data, *options) as server:
        until(server.answers, seconds=120)
        yield server
