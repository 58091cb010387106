"""Runs servers that share a database, behind the shipped proxy, on this machine: ``make cluster``.

Everything runs on loopback, on free ports, in temporary folders: PostgreSQL, the servers, and Caddy
with ``deploy/proxy/Caddyfile``, which sends everyone in a room to the server that owns it. Kill a
server to see another one take its rooms. When a program ends, a message explains the consequences;
SIGUSR1 restarts it.
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
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.support.servers import postgres

BIN = Path(sys.executable).parent
CADDYFILE = Path(__file__).parents[1] / "deploy" / "proxy" / "Caddyfile"
LOCAL = """
{
	admin off
	auto_https off
	default_bind 127.0.0.1
"""
"""Options of the proxy that replace the shipped ones: serve only this machine, without HTTPS."""
WATCHED = 0.2
"""The interval between checks for programs that have ended, in seconds."""
NODES = range(1, 10)
"""The possible numbers of servers, limited by database connections."""
ABOUT = """
Run servers that share a database, behind a proxy, on this machine.

This is for trying things out: everything is in temporary folders that are deleted
at the end, and the database runs with fsync off.
"""

Process = subprocess.Popen[bytes]


class EndedError(Exception):
    """Raised if the user ends the cluster before everything has started."""


@dataclass(slots=True)
class Program:
    """A running program, its address and its log.

    ``start`` restarts the program at the same address and returns its new process. ``without`` is a
    text about the consequences for players while the program is not running.
    """

    what: str
    process: Process
    start: Callable[[], Process]
    url: str
    log: Path
    without: str = ""

    def __str__(self) -> str:
        return f"{self.what} {self.process.pid} at {self.url}"

    def how_it_ended(self) -> str:
        """Return the program's exit status, or the signal that ended it, as text."""
        status = self.process.returncode
        return f"signal {-status}" if status < 0 else f"status {status}"


def free_port(wanted: int = 0) -> int:
    """Return a free port, or *wanted* if it is given. Raises OSError if that is in use."""
    with socket.create_server(("127.0.0.1", wanted)) as free:
        port: int = free.getsockname()[1]
        return port


@contextmanager
def process(command: list[str], log: Path, **env: str) -> Iterator[Process]:
    """Run a program during the context, in its own process group so that Ctrl+C spares it."""
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
    """Return whether a server responds at *url*."""
    try:
        with urlopen(url, timeout=2):
            return True
    except (URLError, OSError):
        return False


@dataclass(frozen=True, slots=True)
class Place:
    """The environment that the programs share.

    ``folder`` contains their data and logs, ``stack`` ends them, and ``ended`` is set when the user
    ends the cluster.
    """

    folder: Path
    stack: ExitStack
    ended: threading.Event

    def program(self, what: str, command: list[str], url: str, log: Path, **env: str) -> Program:
        """Start a program that writes to the file *log*, and return it."""

        def start() -> Process:
            return self.stack.enter_context(process(command, log, **env))

        return Program(what, start(), start, url, log)

    def wait_for(self, program: Program) -> None:
        """Wait until *program* responds.

        Raises SystemExit if the program ends first, or EndedError if the user ends the cluster.
        """
        while not answers(f"{program.url}/healthz"):
            if program.process.poll() is not None:
                told = program.log.read_text()[-2000:]
                raise SystemExit(f"{program.process.args!r} ended:\n{told}")
            if self.ended.wait(0.05):
                raise EndedError


def keep(stack: ExitStack) -> Program:
    """Start the database, which *stack* ends, and return it."""
    server = stack.enter_context(postgres.running_server())

    def start() -> Process:
        server.start()
        assert server.process is not None
        return server.process

    assert server.process is not None
    stopped = "turns cannot be stored, so no one can play"
    return Program("database", server.process, start, server.url, server.folder / "log", stopped)


def serve(place: Place, count: int, public: str, database: str) -> list[Program]:
    """Start *count* servers that share the database at the URL *database*, and return them."""
    started: list[Program] = []
    key = secrets.token_hex(32)
    for n in range(1, count + 1):
        port, log = free_port(), place.folder / f"{n}.log"
        command = [
            *(sys.executable, "-m", "tilerummy", "serve", "--no-open", "--port", str(port)),
            *("--data", str(place.folder / str(n)), "--shared", "--workers", "1"),
            *("--public-url", public, "--trusted-proxy", "127.0.0.1"),
        ]
        env = {"TILERUMMY_DATABASE": database, "TILERUMMY_KEY": key}
        url = f"http://localhost:{port}"  # the same as the proxy's
        started.append(place.program("server", command, url, log, **env))
        if n == 1:  # creates the tables
            place.wait_for(started[0])
    for server in started:
        place.wait_for(server)
    return started


def proxied(place: Place, servers: list[Program], port: int) -> list[Program]:
    """Start the proxy and return it in a list, which is empty if Caddy is not installed."""
    caddy = shutil.which("caddy") or shutil.which("caddy", path=str(BIN))
    if caddy is None:
        return []
    config, log = place.folder / "Caddyfile", place.folder / "proxy.log"
    config.write_text(CADDYFILE.read_text().replace("\n{\n", LOCAL, 1))
    command = [caddy, "run", "--adapter", "caddyfile", "--config", str(config)]
    home = {name: str(place.folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    url = f"http://localhost:{port}"
    nodes = " ".join(server.url.replace("http://localhost", "127.0.0.1") for server in servers)
    proxy = place.program("proxy", command, url, log, SITE=url, NODES=nodes, **home)
    proxy.without = "players can continue at one of the servers"
    place.wait_for(proxy)
    return [proxy]


def watch(programs: list[Program], ended: threading.Event, again: threading.Event) -> None:
    """Report each program that ends, until *ended* is set.

    When *again* is set, it is cleared and all programs that have ended are restarted.
    """
    running = [*programs]
    while not ended.wait(WATCHED):
        for one in [each for each in running if each.process.poll() is not None]:
            running.remove(one)
            then = one.without or _others(sum(each.what == one.what for each in running))
            print(f"{one} has ended ({one.how_it_ended()}): {then}. Its log is {one.log}.")
            print(f"Start it again: kill -USR1 {os.getpid()}", flush=True)
        if again.is_set():
            again.clear()
            for one in [each for each in programs if each not in running]:
                try:
                    one.process = one.start()
                except (AssertionError, OSError):
                    print(f"{one.what} at {one.url} does not start. Its log is {one.log}.")
                else:
                    running.append(one)
                    print(f"{one} has been started again.")
                sys.stdout.flush()


def _others(count: int) -> str:
    """Return a message about the *count* servers that are left after one has ended."""
    if count == 1:
        return "the other one takes its rooms"
    return f"the other {count} take its rooms" if count else "all servers have stopped"


def number(text: str, within: range) -> int:
    """Return *text* as a number; raises ArgumentTypeError unless it is *within* the range."""
    if not text.isdecimal() or int(text) not in within:
        raise argparse.ArgumentTypeError(f"not a number from {within[0]} to {within[-1]}: {text!r}")
    return int(text)


def run(count: int, port: int, ended: threading.Event, again: threading.Event) -> None:
    """Run the cluster until *ended* is set. Raises EndedError if that happens during startup."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tilerummy-cluster-")))
        public = f"http://localhost:{port}"
        database = keep(stack)
        place = Place(folder, stack, ended)
        servers = serve(place, count, public, database.url)
        proxy = proxied(place, servers, port)
        programs = [database, *servers, *proxy]
        for each in programs:
            print(each)
        if proxy:
            print(f"play at {public}")
        else:
            print("the proxy is not installed (apt install caddy): play at one of the servers")
        one = servers[0].process.pid
        print(f"Try it: kill -9 {one} ends a server; kill -STOP {one} freezes it, kill -CONT {one}")
        print(f"resumes it; kill -USR1 {os.getpid()} restarts every program that has ended.")
        print("Ctrl+C ends everything.", flush=True)
        watch(programs, ended, again)
        print("Ending.", flush=True)


def main() -> None:
    """Parse the command line, and run the cluster until Ctrl+C."""
    arguments = argparse.ArgumentParser(
        prog="make cluster",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    arguments.add_argument(
        "--port",
        type=lambda text: number(text, range(65536)),
        default=8000,
        help="where the proxy listens",
    )
    arguments.add_argument(
        "--nodes",
        type=lambda text: number(text, NODES),
        default=3,
        help=f"the number of servers, {NODES[0]} to {NODES[-1]}",
    )
    chosen = arguments.parse_args()
    if postgres.programs() is None:
        sys.exit(postgres.MISSING)
    try:
        port = free_port(chosen.port)
    except OSError:
        sys.exit(f"port {chosen.port} is in use; name another one: make cluster ARGS='--port 9000'")
    ended, again = threading.Event(), threading.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda *_: ended.set())
    signal.signal(signal.SIGUSR1, lambda *_: again.set())
    try:
        run(chosen.nodes, port, ended, again)
    except (EndedError, subprocess.CalledProcessError):  # Ctrl+C also ends initdb
        if not ended.is_set():
            raise
        print("Ended before everything had started.", flush=True)


if __name__ == "__main__":
    main()
