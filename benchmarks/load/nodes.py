"""Measures the cost of a move in a cluster, compared with a single server.

``python -m benchmarks.load --nodes 3`` plays the same tables in turn on one server with SQLite, on
one with PostgreSQL, and on a cluster that shares a database: first with all clients at the owner of
their table (as behind a proxy), then with all clients at other nodes, which relay everything.
Processor time excludes the database. With ``--server PYTHON`` the PostgreSQL servers of another
checkout play at the same time.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.servers.postgres import running_server

from benchmarks.load.hall import Hall, Measured, Pace
from benchmarks.load.server import Message, ServerProcess, Serving, server

KINDS = (
    "one server, SQLite",
    "one server, PostgreSQL",
    "{} servers, players sent to the owner",
    "{} servers, players at other nodes",
)


@dataclass
class Site:
    """A cluster, which implements :class:`Serving`; requests go to the first node."""

    servers: list[ServerProcess]
    astray: bool = False

    @property
    def ports(self) -> tuple[int, ...]:
        return tuple(each.port for each in self.servers)

    def post(self, path: str, body: Message, source: str, token: str = "") -> Message:
        return self.servers[0].post(path, body, source, token)

    def cpu(self) -> float:
        return sum(each.cpu() for each in self.servers)

    def memory(self) -> int:
        return sum(each.memory() for each in self.servers)


@contextmanager
def all_kinds(nodes: int) -> Iterator[list[Serving]]:
    """Start one server with SQLite, one with PostgreSQL, and a cluster of *nodes*."""
    with server() as alone, _with_postgres(nodes, sys.executable) as (one, shared):
        assert isinstance(shared, Site)
        yield [alone, one, shared, Site(shared.servers, astray=True)]


@contextmanager
def of_two_checkouts(nodes: int, other: str) -> Iterator[list[Serving]]:
    """Start a PostgreSQL server and a cluster, both with the interpreter *other* and this one."""
    with _with_postgres(nodes, other) as theirs, _with_postgres(nodes, sys.executable) as ours:
        yield [*theirs, *ours]


@contextmanager
def _with_postgres(nodes: int, python: str) -> Iterator[list[Serving]]:
    """Start one server with PostgreSQL, and a cluster of *nodes* with another database."""
    with ExitStack() as stack:
        folders = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(running_server(fsync="on", shared_buffers="128MB"))
        first, second = database.empty(), database.empty()
        key = os.urandom(32).hex()

        def started(name: str, *options: str, **environment: str) -> ServerProcess:
            folder = folders / name
            folder.mkdir()
            return stack.enter_context(
                ServerProcess(folder, python, options=options, environment=environment)
            )

        shared = {"TILERUMMY_DATABASE": second, "TILERUMMY_KEY": key}
        yield [
            started("one", "--database", first),
            Site([started(f"node{n}", "--shared", **shared) for n in range(nodes)]),
        ]


async def compared(running: list[Serving], tables: int, pace: Pace, rounds: int) -> list[str]:
    """Play the tables of two checkouts and return the medians over all rounds.

    They play at the same time, so other load on the machine affects them equally.
    """
    halls = [Hall(each, pace) for each in running]
    found: list[list[float]] = []
    for _ in range(rounds):
        for hall in halls:
            await hall.fill(tables)
        measured = await asyncio.gather(*(hall.measure(tables) for hall in halls))
        found.append([each.cost for each in measured])
        missing = sum(each.missing for each in measured)
        print(*(f"{each:.0f}" for each in found[-1]), f"missing {missing}", flush=True)
    text = [
        f"{tables:,} tables of 4, {pace.kind}, a move every {pace.every} s; medians of {rounds}"
    ]
    for name, first in (("there", 0), ("here", 2)):
        one, several = (statistics.median(each[first + n] for each in found) for n in (0, 1))
        times = statistics.median(each[first + 1] / each[first] for each in found)
        text.append(
            f"{name}: {one:.0f} CPU-µs per move on one server, {several:.0f} on"
            f" {len(running[-1].ports)}, {times:.2f} ×"
        )
    share = [statistics.median(each[n + 2] / each[n] for each in found) for n in (0, 1)]
    ratios = f"{share[0]:.3f} on one server, {share[1]:.3f} on several"
    return [*text, f"this checkout relative to the other one: {ratios}"]


async def costs(running: list[Serving], tables: int, pace: Pace, rounds: int) -> list[str]:
    """Play each kind of table in turn and return the medians over all rounds.

    A single server also plays one node's share of the tables, because a process with less load
    needs more time per move, which is not a cost of the cluster.
    """
    nodes = len(running[-1].ports)
    alone, one, shared, astray = (Hall(each, pace) for each in running)
    kinds = [
        (KINDS[0], alone, tables),
        (KINDS[1], one, tables),
        (f"the same with {tables // nodes:,} tables", one, tables // nodes),
        (KINDS[2].format(nodes), shared, tables),
        (KINDS[3].format(nodes), astray, tables),
    ]
    found: list[list[Measured]] = [[] for _ in kinds]
    for _ in range(rounds):
        for (_, hall, count), results in zip(kinds, found, strict=True):
            await hall.fill(count)
            results.append(await hall.measure(count))
    text = [
        f"{tables:,} tables of 4, {pace.kind}, a move every {pace.every} s; medians of {rounds}"
    ]
    base = statistics.median(each.cost for each in found[1])
    for (name, *_), results in zip(kinds, found, strict=True):
        cost = statistics.median(each.cost for each in results)
        p50, p99 = (statistics.median(each.at(share) for each in results) for share in (0.5, 0.99))
        text.append(
            f"{name}: {cost:.0f} CPU-µs per move ({cost / base:.2f} ×),"
            f" from due time p50 {p50:.1f} ms, p99 {p99:.1f} ms,"
            f" missing {sum(each.missing for each in results)}"
        )
    return text
