"""Measures a loaded server: tables in play, the knee, two servers, and idle sockets."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import uvloop

from benchmarks.load.hall import Hall, Pace, progress
from benchmarks.load.nodes import all_kinds, compared, costs, of_two_checkouts
from benchmarks.load.server import ServerProcess, address, server
from benchmarks.load.survivor import survivors
from benchmarks.load.tables import Socket

KINDS = ("best", "growing")
BOUND = 50.0
"""The maximum 99th percentile of a move's latency, in milliseconds."""
AT_ONCE = 64
"""The number of sockets to open concurrently when measuring their opening."""


NOTES = (
    (
        "processor time of a move by part (perf, best plays, 400 moves per second): interpreter"
        " 73 %, kernel 18 % (sends, one commit for several moves), SQLite, uvloop, msgspec 2 % each"
    ),
    (
        "a commit costs about 600 µs regardless of size: 325 µs per entry for two entries, 105–120"
        " for eight, 55 for 32; so under load there are at most 50 commits per second"
    ),
    (
        "tried and rejected: [one statement for several tables](../docs/decisions/appends.md),"
        " [rarer garbage collection](../docs/decisions/garbage.md)"
    ),
)
"""A note on one-time measurements that explain the figures."""


def lines() -> Iterator[str]:
    """Measure both kinds of tables and their knees, then ten thousand idle sockets."""
    yield f"- {calibration()}"
    for kind in KINDS:
        pace = Pace(2.0, 30.0, grows=kind == "growing")
        for line in (*busy(1000, pace), *knee(4000, Pace(2.0, 10.0, grows=pace.grows))):
            yield f"- {line}"
    for line in (*idle(10_000), *NOTES):
        yield f"- {line}"


def calibration() -> str:
    """Return the speed of starting and running Python, to compare machines."""
    starts, loops = [], []
    for _ in range(15):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-I", "-c", "pass"], check=True)
        starts.append((time.perf_counter() - began) * 1000)
        began = time.perf_counter()
        total = 0
        for number in range(1_000_000):
            total += number & 7
        loops.append((time.perf_counter() - began) * 1000)
    cores = len(os.sched_getaffinity(0))
    return (
        f"machine: `python -I -c pass` takes {min(starts):.1f} ms (median"
        f" {statistics.median(starts):.1f}), a loop of a million iterations {min(loops):.1f} ms;"
        f" {cores} cores"
    )


def busy(tables: int, pace: Pace) -> list[str]:
    """Play at *tables* tables, and return the results as lines."""
    with ready(), server() as running:
        return uvloop.run(_busy(running, tables, pace))


async def _busy(running: ServerProcess, count: int, pace: Pace) -> list[str]:
    hall = Hall(running, pace)
    before = running.memory()
    await hall.fill(count)
    text = [*(await hall.measure(count)).lines(), hall.opening()]
    each = (running.memory() - before) / count / 1024
    return [*text, f"memory: {each:.0f} KiB per table with its four sockets"]


def paired(tables: int, pace: Pace, other: str, rounds: int) -> list[str]:
    """Compare with the server of another interpreter, with *tables* on each at the same time.

    Other load on the machine affects both equally.
    """
    pythons = [str(Path(python).absolute()) for python in (other, sys.executable)]
    with ready(), server(pythons[0]) as theirs, server(pythons[1]) as ours:
        costs = uvloop.run(_paired((theirs, ours), tables, pace, rounds))
    there, here = (statistics.median(cost) for cost in zip(*costs, strict=True))
    share = statistics.median(ours / theirs for theirs, ours in costs)
    each = f"{there:.0f} CPU-µs per move there, {here:.0f} here"
    return [f"{tables:,} tables each, {pace.kind}: {each}; ratio {share:.3f} (median of {rounds})"]


async def _paired(
    servers: tuple[ServerProcess, ServerProcess], tables: int, pace: Pace, rounds: int
) -> list[tuple[float, float]]:
    halls = [Hall(running, pace) for running in servers]
    costs = []
    for _ in range(rounds):
        for hall in halls:
            await hall.fill(tables)
        theirs, ours = await asyncio.gather(*(hall.measure(tables) for hall in halls))
        costs.append((theirs.cost, ours.cost))
        for where, run in (("there", theirs), ("here", ours)):
            spread = f"p50 {run.at(0.5):.1f} ms, p99 {run.at(0.99):.1f} ms"
            print(f"{where}: {run.cost:.0f} CPU-µs per move, {spread}", flush=True)
    return costs


def several(nodes: int, tables: int, pace: Pace, other: str, rounds: int) -> list[str]:
    """Compare one server with SQLite, one with PostgreSQL, and a cluster of *nodes*.

    With an *other* interpreter, compare the PostgreSQL servers of both checkouts.
    """
    if other:
        python = str(Path(other).absolute())
        with ready(), of_two_checkouts(nodes, python) as running:
            return uvloop.run(compared(running, tables, pace, rounds))
    with ready(), all_kinds(nodes) as running:
        return uvloop.run(costs(running, tables, pace, rounds))


def survivor(tables: int, other: str, rounds: int) -> list[str]:
    """Connect all clients to a server without loaded tables; compare two interpreters."""
    pythons = [*([str(Path(other).absolute())] if other else []), sys.executable]
    with ready():
        return uvloop.run(survivors(pythons, tables, rounds))


def knee(most: int, pace: Pace) -> list[str]:
    """Return the largest number of tables with a 99th percentile below the bound."""
    with ready(), server() as running:
        return uvloop.run(_knee(running, most, pace))


async def _knee(running: ServerProcess, most: int, pace: Pace) -> list[str]:
    """Grow by a quarter until there are too many tables, then bisect."""
    hall = Hall(running, pace)
    good, bad, count, text = 0, most + 1, min(500, most), []
    while bad - good > max(50, good // 16):
        await hall.fill(count)
        measured = await hall.measure(count)
        holds = measured.at(0.99) < BOUND
        good, bad = (count, bad) if holds else (good, count)
        text.append(
            f"{count:,} tables: p50 {measured.at(0.5):.1f} ms, p99 {measured.at(0.99):.1f} ms,"
            f" {measured.cost:.0f} CPU-µs per move, server {measured.cpu / pace.seconds:.2f} cores,"
            f" client {measured.own / pace.seconds:.2f}"
        )
        print(text[-1], flush=True)
        if good == most:
            break
        count = (good + bad) // 2 if bad <= most else min(most, count + max(250, count // 4))
    return [f"with {pace.kind}, p99 stays below {BOUND:.0f} ms up to {good:,} tables"]


def idle(sockets: int) -> list[str]:
    """Open *sockets* idle sockets, and return their memory and processor time as lines."""
    with ready(), server() as running:
        return uvloop.run(_idle(running, sockets))


async def _idle(running: ServerProcess, wanted: int) -> list[str]:
    each = 8
    with ThreadPoolExecutor(8) as pool:
        guests = range((wanted + each - 1) // each)
        tokens = [
            answer["token"]
            for answer in pool.map(lambda n: running.post("/api/tokens", {}, address(n)), guests)
        ]
    before, cpu, began = running.memory(), running.cpu(), time.perf_counter()
    sockets = await _opened(running, tokens, wanted)
    took, cpu = time.perf_counter() - began, running.cpu() - cpu
    await asyncio.sleep(2)
    after, used = running.memory(), running.cpu()
    await asyncio.sleep(10)
    kib, part = (after - before) / wanted / 1024, (running.cpu() - used) * 10
    for socket in sockets:
        socket.close()
    rate, cost = wanted / took, cpu / wanted * 1e6
    return [
        f"{wanted:,} sockets opened at {rate:,.0f} per second, {cost:.0f} CPU-µs each",
        f"{wanted:,} idle sockets: {kib:.1f} KiB each, {part:.1f} % of a core",
    ]


async def _opened(running: ServerProcess, tokens: Sequence[str], wanted: int) -> list[Socket]:
    """Open *wanted* sockets, up to ``AT_ONCE`` at the same time."""
    sockets: list[Socket] = []
    numbers = iter(range(wanted))
    each = wanted // len(tokens)

    async def opener() -> None:
        for number in numbers:
            guest = min(number // each, len(tokens) - 1)
            new = await Socket.open(running.port, tokens[guest], address(guest), lambda *_: None)
            sockets.append(new)
            progress(f"{len(sockets)} sockets")

    await asyncio.gather(*(opener() for _ in range(AT_ONCE)))
    return sockets


@contextmanager
def ready() -> Iterator[None]:
    """Raise this process's socket limit, and switch off its garbage collection.

    Its pauses would otherwise count as latency of the server.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
