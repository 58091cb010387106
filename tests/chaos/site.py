"""A site of nodes with a database and its standby; everything can be made to fail."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psycopg
from tests.chaos.links import Link, link_process
from tests.support.servers.api import answers
from tests.support.servers.ports import free_port
from tests.support.servers.postgres import PostgresServer, running_server
from tests.support.servers.standby import is_attached, standby_of
from tests.support.waiting import until

SKEW = 300.0
"""The maximum clock skew of a node in seconds."""
STORED = """
ALTER TABLE entries ADD COLUMN stored double precision NOT NULL
    DEFAULT extract(epoch FROM clock_timestamp())
"""
"""Adds a column with the database's time to each entry."""
RESTART_AFTER = 0.3
"""Seconds until the restart of a node that found no database."""


@dataclass(eq=False)
class SiteNode:
    """A node, with its links to the databases, and the link of other nodes to it."""

    number: int
    folder: Path
    links: list[Link]
    pipe: Link
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        return self.folder / f"{self.number}.log"

    def start(self, path: str, skew: float, pace: str) -> None:
        """Start the node with a clock that is *skew* seconds off.

        *path* is the query of the database URL, and *pace* scales the computer players' delays."""
        hosts = ",".join(f"127.0.0.1:{link.port()}" for link in self.links)
        environment = {
            **os.environ,
            "TILERUMMY_DATABASE": f"postgresql://tiles@{hosts}/postgres?{path}",
            "TILERUMMY_NODE_URL": f"http://127.0.0.1:{self.pipe.port()}",
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-m", "tests.chaos.skewed", str(skew), "serve"]
        options = ["--no-open", "--shared", "--workers", "1", "--bot-delay", pace]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *options, "--port", str(self.port), "--data", self.folder / "data"],
                stdout=log,
                stderr=log,
                env=environment,
            )

    def send(self, number: signal.Signals) -> int:
        """Send the node's process a signal, and return the process id."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.pid

    def ended(self) -> None:
        """Wait until the node's process has ended, and then refuse connections to the node."""
        assert self.process is not None
        self.process.wait(30)
        self.pipe.refuse()
        self.process = None

    def kill(self) -> int:
        """Kill the node's process with SIGKILL, and return the process id."""
        pid = self.send(signal.SIGKILL)
        self.ended()
        return pid


class Site:
    """Three nodes, and a database with an optional standby."""

    def __init__(self, folder: Path, rng: Random, stack: ExitStack, *, pace: str) -> None:
        self.folder, self.rng, self._stack, self._pace = folder, rng, stack, pace
        self.primary = stack.enter_context(running_server(wal_retrieve_retry_interval="200ms"))
        self.standby: PostgresServer | None = None
        self.path = self.primary.empty(synchronous_commit="remote_apply").partition("?")[2]
        self._linking = stack.enter_context(link_process())
        self.nodes: list[SiteNode] = []
        self.skews: list[float] = []

    async def begin(self) -> None:
        """Start three nodes; the first one creates the tables."""
        for number in range(3):
            links = [self._linking.link(self.primary.port) for _ in range(2)]
            port, folder = free_port(), self.folder / f"data-{number}"
            folder.mkdir()
            self.nodes.append(SiteNode(number, folder, links, self._linking.link(port), port))
        for node in self.nodes:
            await self.started(node)
            if node.number == 0:
                with self.connect() as db:
                    db.execute(STORED)

    def end(self) -> None:
        for node in self.nodes:
            if node.process is not None:
                node.kill()

    def _aim(self, *ports: int) -> None:
        """Point the links of every node to the databases at these ports."""
        for node in self.nodes:
            for link, port in zip(node.links, ports, strict=True):
                link.aim(port)

    def start(self, node: SiteNode) -> None:
        """Start a node with a skewed clock."""
        skew = round(self.rng.uniform(-SKEW, SKEW), 1)
        self.skews.append(skew)
        node.pipe.mend()
        node.start(self.path, skew, self._pace)

    async def started(self, node: SiteNode) -> None:
        """Start a node repeatedly until it responds, like a process supervisor."""
        self.start(node)
        while not await asyncio.to_thread(answers, node.port):
            assert node.process is not None
            if node.process.poll() is not None:
                await asyncio.sleep(RESTART_AFTER)
                self.start(node)
            await asyncio.sleep(0.02)

    def ports(self) -> list[int]:
        return [node.port for node in self.nodes]

    @property
    def url(self) -> str:
        """The URL of the store at the primary, without a link in between."""
        return f"postgresql://tiles@127.0.0.1:{self.primary.port}/postgres?{self.path}"

    def connect(self) -> psycopg.Connection:
        return psycopg.connect(self.url, autocommit=True, connect_timeout=2)

    def add_standby(self) -> None:
        """Add a synchronous standby to the primary."""
        self.standby = self._stack.enter_context(standby_of(self.primary))
        self._aim(self.primary.port, self.standby.port)

    def fail_over(self) -> float:
        """Kill the primary, promote the standby, and return the time.

        The first link of each node leads nowhere until there is another standby.
        """
        assert self.standby is not None
        until(lambda: is_attached(self.primary))
        self.primary.stop(signal.SIGKILL)
        gone = time.monotonic()
        with self.standby.connect() as db:
            db.execute("SELECT pg_promote()")
        self.primary, self.standby = self.standby, None
        return gone


@asynccontextmanager
async def site(folder: Path, rng: Random, *, pace: str = "1") -> AsyncIterator[Site]:
    """Run a site during the context; skips the test if PostgreSQL is missing."""
    with ExitStack() as stack:
        nodes = Site(folder, rng, stack, pace=pace)
        try:
            await nodes.begin()
            yield nodes
        finally:
            await asyncio.get_running_loop().shutdown_default_executor()  # it may start a database
            nodes.end()
