"""The server under attack, in its own process and folder."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from tests.support.servers import nginx
from tests.support.servers.api import Answered, Json, answers, ask
from tests.support.servers.ports import free_port
from tests.support.waiting import until
from websockets.asyncio.client import connect

PYTHON = os.environ.get("ATTACKED", sys.executable)
"""The Python interpreter that runs the attacked server."""


@dataclass(frozen=True, slots=True)
class Target:
    """A running server; ``port`` is the proxy's if there is one, ``own`` the server's."""

    port: int
    own: int
    process: subprocess.Popen[bytes]
    folder: Path

    async def request(
        self, path: str, body: Json = None, *, source: str, token: str = "", method: str = ""
    ) -> Answered:
        """Return the response to a request from *source*. Raises OSError if none arrives."""
        call = partial(ask, self.port, path, body, method=method, source=source, token=token)
        return await asyncio.to_thread(call)

    async def token(self, name: str, source: str) -> str:
        """Return the token of a new guest."""
        answer = await self.request("/api/tokens", {"name": name}, source=source)
        assert answer.status == 200, answer
        token: str = answer.body["token"]
        return token

    async def open(
        self,
        token: str,
        source: str,
        *,
        people: int = 1,
        computers: int = 1,
        level: str = "beginner",
        rules: str = "sabra",
    ) -> str:
        """Open a table, and return its id; a game with computer players starts immediately."""
        seats = [{"seat": people + number, "level": level} for number in range(computers)]
        body = {"seats": people + computers, "computers": seats, "start": computers > 0}
        terms = {"terms": {"ruleset": rules}}
        answer = await self.request("/api/rooms", body | terms, source=source, token=token)
        assert answer.status == 201, answer
        room: str = answer.body["room"]
        return room

    def socket(self, token: str, source: str) -> connect:
        """Return a context manager that opens a guest's socket from the address *source*."""
        return connect(
            f"ws://127.0.0.1:{self.port}/ws",
            additional_headers={"Authorization": f"Bearer {token}"},
            compression=None,
            open_timeout=20,
            close_timeout=0.3,
            local_addr=(source, 0),
            max_queue=None,
        )

    def workers(self) -> list[int]:
        """Return the process ids of the server's workers."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(stat.read_text().rpartition(")")[2].split()[1])
                command = (stat.parent / "cmdline").read_bytes()
            except (OSError, ValueError):
                continue
            if parent == self.process.pid and b"spawn_main" in command:
                found.append(int(stat.parent.name))
        return sorted(found)

    def memory(self) -> int:
        """Return the server's memory in bytes, without its workers."""
        return memory(self.process.pid)

    def disk(self) -> int:
        """Return the size of the server's folder in bytes."""
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())

    def tables(self) -> float:
        """Return the number of live tables."""
        metrics = ask(self.own, "/metrics").body
        line = next(li for li in metrics.splitlines() if li.startswith("tilerummy_rooms "))
        return float(line.split()[1])

    def log(self) -> str:
        return (self.folder / "log").read_text()

    def answers(self) -> bool:
        """Return whether the server responds; fails if its process has ended."""
        assert self.process.poll() is None, self.log()
        return answers(self.port)


def attacker(number: int = 0) -> str:
    """Return an attacker's address.

    Each attacker has a different one, because limits are per address.
    """
    return f"127.10.0.{1 + number}"


def memory(process: int | str) -> int:
    """Return the resident memory of a process in bytes."""
    status = Path(f"/proc/{process}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024


@contextmanager
def started(
    folder: Path,
    *options: str,
    before: Callable[[], None] | None = None,
    proxied: bool = False,
) -> Iterator[Target]:
    """Run a server during the context; its process first calls *before*.

    If *proxied*, requests pass nginx with the configuration of deploy/.
    """
    if proxied:
        (folder / "nginx").mkdir()
        with (
            started(folder, "--trusted-proxy", "127.0.0.1", before=before) as target,
            nginx.running(folder / "nginx", [target.port]) as port,
        ):
            yield replace(target, port=port)
        return
    port = free_port()
    command = [PYTHON, "-m", "tilerummy", "serve", "--no-open", "--port", str(port)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--data", str(folder / "data"), *options],
            stdout=subprocess.DEVNULL,
            stderr=log,
            cwd=folder,
            preexec_fn=before,  # noqa: PLW1509 - nothing here has threads yet
        )
    target = Target(port, port, process, folder)
    try:
        until(target.answers, seconds=120)
        yield target
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
