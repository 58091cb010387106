"""The server under attack: a process of its own, with a folder of its own."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.support.servers import nginx
from tests.support.servers.ports import free_port

Json = Any
PYTHON = os.environ.get("ATTACKED", sys.executable)
"""The Python whose installed server is attacked."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a request."""

    status: int
    body: Json


@dataclass(frozen=True, slots=True)
class Target:
    """A running server.

    People reach it at ``port``, which is that of a proxy if there is one, and ``own`` is its own.
    Several attacks on it, one after the other, have a ``block`` of addresses each, as limits count
    by address; there were ``tables_before`` the attack.
    """

    port: int
    own: int
    process: subprocess.Popen[bytes]
    folder: Path
    block: int = 0
    tables_before: float = 0

    def apart(self, block: int) -> Target:
        """Return this server as the target of a further attack."""
        return replace(self, block=block, tables_before=self.tables() + self.tables_before)

    def attacker(self, group: int, number: int) -> str:
        """Return the address of an attacker."""
        return f"127.{10 + self.block}.{group}.{1 + number}"

    def victim(self, number: int) -> str:
        """Return the address of a victim."""
        return f"127.{110 + self.block}.{1 + number // 200}.{1 + number % 200}"

    @property
    def ws(self) -> str:
        """The address of its socket."""
        return f"ws://127.0.0.1:{self.port}/ws"

    async def request(
        self, path: str, body: Json = None, *, source: str = "127.0.0.1", token: str = ""
    ) -> Answered:
        """Return the answer to a GET, or to a POST if there is a body, from that address."""
        return await asyncio.to_thread(self._request, path, body, source, token)

    def _request(self, path: str, body: Json, source: str, token: str) -> Answered:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(source, 0)
        )
        headers = {"Content-Type": "application/json", "X-Tile-Rummy": "1"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            method = "GET" if body is None else "POST"
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        is_json = answer.headers.get_content_type() == "application/json"
        return Answered(answer.status, json.loads(text) if is_json else text)

    async def token(self, name: str, source: str) -> str:
        """Return the token of a new guest."""
        answer = await self.request("/api/tokens", {"name": name}, source=source)
        assert answer.status == 200, answer
        token = answer.body["token"]
        assert isinstance(token, str)
        return token

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
        """Return the bytes of memory that the server holds, its workers not counted."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024

    def disk(self) -> int:
        """Return the bytes that its folder takes."""
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())

    def tables(self) -> float:
        """Return how many tables are live, but for those from before the attack."""
        figures = replace(self, port=self.own)._request("/metrics", None, "127.0.0.1", "").body
        line = next(li for li in figures.splitlines() if li.startswith("tilerummy_rooms "))
        return float(line.split()[1]) - self.tables_before

    def log(self) -> str:
        """Return what it has logged."""
        return (self.folder / "log").read_text()


@contextmanager
def started(
    folder: Path,
    *options: str,
    before: Callable[[], None] | None = None,
    proxied: bool = False,
) -> Iterator[Target]:
    """Run a server for as long as the context lasts; its process does *before* first.

    If *proxied*, nginx stands before it, as it is configured in deploy/.
    """
    if proxied:
        (folder / "nginx").mkdir()
        with (
            started(folder, "--trusted-proxy", "127.0.0.1", *options, before=before) as target,
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
        _wait_for(target)
        yield target
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(target: Target) -> None:
    deadline = time.monotonic() + 120
    while True:
        try:
            if target._request("/healthz", None, "127.0.0.1", "").status == 200:
                return
        except (OSError, http.client.HTTPException):
            pass  # before there is a server, a connection may meet itself
        assert target.process.poll() is None, target.log()
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.05)
