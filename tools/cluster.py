"""Runs servers that share a database and a bus, behind a proxy, on this machine: ``make cluster``.

All of it is on loopback, on free ports, in a folder that is deleted at the end: PostgreSQL,
nats-server, the servers, and Caddy, which gives each connection to another server, so that players
of one table meet on different ones. Kill one of them and see what happens: the others go on. It is
said of each program that ends, and what that means.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.support.servers import nats, postgres

BIN = Path(sys.executable).parent
CADDYFILE = """
{{
    admin off
    auto_https off
}}
http://localhost:{port}, http://127.0.0.1:{port} {{
    bind 127.0.0.1
    reverse_proxy {nodes} {{
        lb_policy round_robin
        lb_try_duration 3s
        lb_try_interval 50ms
        fail_duration 1s
        health_uri /readyz
        health_interval 500ms
        health_timeout 2s
    }}
}}
"""


WATCHED = 0.2
"""So many seconds apart it is looked whether a program has ended."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that was started, its address and its log; *without* it, that is what happens."""

    what: str
    process: subprocess.Popen[bytes]
    url: str
    log: Path
    without: str = ""

    def __str__(self) -> str:
        return f"{self.what} {self.process.pid} at {self.url}"

    def how_it_ended(self) -> str:
        """Return by what it has ended."""
        status = self.process.returncode
        return f"signal {-status}" if status < 0 else f"status {status}"


def free_port(wanted: int = 0) -> int:
    """Return a port that is free now, *wanted* if it is one."""
    with socket.create_server(("127.0.0.1", wanted)) as free:
        port: int = free.getsockname()[1]
        return port


@contextmanager
def process(command: list[str], log: Path, **env: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program that no Ctrl+C reaches, and end it at the end."""
    with log.open("ab") as file:
        running = subprocess.Popen(
            command,
            stdout=file,
            stderr=file,
            env={**os.environ, **env},
            start_new_session=True,
        )
    try:
        yield running
    finally:
        running.send_signal(signal.SIGCONT)
        running.terminate()
        try:
            running.wait(20)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


def answers(url: str) -> bool:
    """Return whether a server answers there."""
    try:
        with urlopen(url, timeout=2):
            return True
    except (URLError, OSError):
        return False


def wait_for(url: str, running: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a server answers; raises SystemExit if it ends before."""
    while not answers(url):
        if running.poll() is not None:
            raise SystemExit(f"{running.args!r} ended:\n{log.read_text()[-2000:]}")
        time.sleep(0.05)


def keep_and_tell(stack: ExitStack) -> tuple[Program, Program]:
    """Start the database and the bus."""
    database = stack.enter_context(postgres.running_server())
    bus = stack.enter_context(nats.nats_server())
    assert database.process is not None
    assert bus.process is not None
    stopped = "no turn can be stored, so none is played"
    slower = "the servers ask the database for news, every two seconds"
    return (
        Program("database", database.process, database.url, database.folder / "log", stopped),
        Program("bus", bus.process, bus.url, bus.folder / "log", slower),
    )


def serve(
    stack: ExitStack, folder: Path, count: int, public: str, *, database: str, bus: str
) -> list[Program]:
    """Start so many servers that share a database and a bus, and return them."""
    started: list[Program] = []
    key = secrets.token_hex(32)
    for n in range(1, count + 1):
        port, log = free_port(), folder / f"{n}.log"
        command = [
            *(sys.executable, "-m", "tilerummy", "serve", "--no-open", "--port", str(port)),
            *("--data", str(folder / str(n)), "--bus", bus, "--workers", "1"),
            *("--public-url", public, "--trusted-proxy", "127.0.0.1"),
        ]
        env = {"TILERUMMY_DATABASE": database, "TILERUMMY_KEY": key}
        running = stack.enter_context(process(command, log, **env))
        url = f"http://localhost:{port}"  # as that of the proxy: a browser is the same guest there
        if not started:
            wait_for(f"{url}/healthz", running, log)  # the first one makes the tables
        started.append(Program("server", running, url, log))
    for server in started:
        wait_for(f"{server.url}/healthz", server.process, server.log)
    return started


def proxied(stack: ExitStack, folder: Path, servers: list[Program], port: int) -> list[Program]:
    """Start the proxy, if there is one on this machine, and return it."""
    caddy = shutil.which("caddy") or shutil.which("caddy", path=str(BIN))
    if caddy is None:
        return []
    nodes = " ".join(server.url.replace("http://localhost", "127.0.0.1") for server in servers)
    config, log = folder / "Caddyfile", folder / "proxy.log"
    config.write_text(CADDYFILE.format(port=port, nodes=nodes))
    command = [caddy, "run", "--adapter", "caddyfile", "--config", str(config)]
    home = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    running = stack.enter_context(process(command, log, **home))
    address = f"http://127.0.0.1:{port}"
    wait_for(f"{address}/healthz", running, log)
    return [Program("proxy", running, address, log, "play on at one of the servers")]


def watch(programs: list[Program], ended: threading.Event) -> None:
    """Say of each program that ends that it did, until *ended* is set."""
    running = [*programs]
    while not ended.wait(WATCHED):
        for one in [each for each in running if each.process.poll() is not None]:
            running.remove(one)
            then = one.without or _others(sum(each.what == one.what for each in running))
            print(f"{one} has ended ({one.how_it_ended()}): {then}. Its log is {one.log}.")
            sys.stdout.flush()


def _others(count: int) -> str:
    """Return what the other servers do, of which there are so many."""
    if count == 1:
        return "the other one goes on"
    return f"the other {count} go on" if count else "none is left"


def main() -> None:
    """Run until Ctrl+C."""
    arguments = argparse.ArgumentParser(
        prog="make cluster",
        description="Run servers that share a database and a bus, behind a proxy, on this machine.",
    )
    arguments.add_argument("--port", type=int, default=8000, help="where the proxy listens")
    arguments.add_argument("--nodes", type=int, default=3, help="how many servers there are")
    chosen = arguments.parse_args()
    if postgres.programs() is None:
        sys.exit(postgres.MISSING)
    if nats.program() is None:
        sys.exit(nats.MISSING)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    try:
        port = free_port(chosen.port)
    except OSError:
        sys.exit(f"port {chosen.port} is in use; name another one: make cluster ARGS='--port 9000'")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tilerummy-cluster-")))
        public = f"http://localhost:{port}"
        database, bus = keep_and_tell(stack)
        shared = {"database": database.url, "bus": bus.url}
        servers = serve(stack, folder, chosen.nodes, public, **shared)
        proxy = proxied(stack, folder, servers, port)
        programs = [database, bus, *servers, *proxy]
        for each in programs:
            print(each)
        if proxy:
            print(f"play at {public}", flush=True)
        else:
            print("no proxy here (apt install caddy): play at one of them", flush=True)
        print("Ctrl+C ends all of it.", flush=True)
        watch(programs, ended)
        print("Ending.", flush=True)


if __name__ == "__main__":
    main()
