"""A server process to put under load, and the processor time and memory that it uses."""

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
    """One server, or several that share their tables.

    The players of a table are sent to the server that owns it, or *astray*, to the other ones.
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
    """Start a server with the interpreter *python* and a folder of its own."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), python) as running:
        yield running


@dataclass
class ServerProcess:
    """A server process that runs as long as a ``with`` block."""

    folder: Path
    python: str = sys.executable
    options: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    astray: bool = False

    @property
    def ports(self) -> tuple[int, ...]:
        """Where it can be reached."""
        return (self.port,)

    def __enter__(self) -> Self:
        command = [self.python, "-m", "tilerummy", "serve", "--no-open", *self.options]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--data", str(self.folder)],
            stdout=subprocess.DEVNULL,
            cwd=self.folder,  # so that it does not import modules of another checkout
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
        """Return the answer to a request that comes from the address *source*."""
        answer: Message = ask(self.port, path, body, source=source, token=token).body
        return answer

    def cpu(self) -> float:
        """Return the processor seconds that all threads of the server have used.

        Its worker processes are not counted, nor are threads that have ended.
        """
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(each.read_text().split()[0]) for each in threads) / 1e9

    def memory(self) -> int:
        """Return the memory of the server in bytes, with its share of shared memory."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        line = next(line for line in rollup.splitlines() if line.startswith("Pss:"))
        return int(line.split()[1]) * 1024


def address(number: int) -> str:
    """Return the address of a client: the limits of the server count by address."""
    return f"127.1.{1 + number // 200}.{1 + number % 200}"
