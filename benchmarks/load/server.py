"""A server process under load, with its processor time and memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, Self

from tests.support.servers.api import ask
from tests.support.servers.ports import free_port

Message = dict[str, Any]


class Serving(Protocol):
    """The interface that a server and a cluster have in common.

    A table's players connect to the node that owns the table or, if *astray*, to other nodes.
    """

    @property
    def ports(self) -> tuple[int, ...]: ...

    @property
    def astray(self) -> bool: ...

    def post(self, path: str, body: Message, source: str, token: str = "") -> Message: ...

    def cpu(self) -> float: ...

    def memory(self) -> int: ...


@contextmanager
def server(python: str = sys.executable) -> Iterator[ServerProcess]:
    """Start a server with the interpreter *python* and its own folder."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), python) as running:
        yield running


@dataclass
class ServerProcess:
    """A server process for the duration of a ``with`` block."""

    folder: Path
    python: str = sys.executable
    options: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    astray: bool = False

    @property
    def ports(self) -> tuple[int, ...]:
        """The ports that the server listens on."""
        return (self.port,)

    def __enter__(self) -> Self:
        command = [self.python, "-m", "tilerummy", "serve", "--no-open", *self.options]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--data", str(self.folder)],
            stdout=subprocess.DEVNULL,
            cwd=self.folder,  # so that the server does not import modules of this checkout
            env={**os.environ, **self.environment},
        )
        for _ in range(600):
            try:
                self.post("/api/tokens", {}, "127.0.0.1")
            except OSError:
                time.sleep(0.1)
            else:
                return self
        raise SystemExit("the server did not start")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()

    def post(self, path: str, body: Message, source: str, token: str = "") -> Message:
        """Return the response to a request from the address *source*."""
        answer: Message = ask(self.port, path, body, source=source, token=token).body
        return answer

    def cpu(self) -> float:
        """Return the processor seconds used by the server's running threads.

        Worker processes and finished threads do not count.
        """
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(each.read_text().split()[0]) for each in threads) / 1e9

    def memory(self) -> int:
        """Return the server's memory in bytes, including its part of shared memory."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        line = next(line for line in rollup.splitlines() if line.startswith("Pss:"))
        return int(line.split()[1]) * 1024


def address(number: int) -> str:
    """Return a client address; the server's limits are per address."""
    return f"127.1.{1 + number // 200}.{1 + number % 200}"
