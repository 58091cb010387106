"""A thousand tables at once: how long after its time a move has reached everybody at the table.

``python -m benchmarks.load.measurements`` starts a server with a file of its own and, in this process, the
programs that play on it: real rules, every move committed to disk before anybody is told. Every
table is due to move at fixed times, and latency counts from there to the receipt at each of its
four seats, so that a slow server cannot hide in what it is not asked: a move that has to wait for
the one before it is late from its own time on.

There are two kinds of tables: programs that make the best play, and programs that draw in two of
three moves, so that racks and views grow. ``--knee`` looks for the largest number of tables with a
99th percentile below 50 ms; ``--server PYTHON`` compares with the server of another checkout, by
runs that take turns: what the machine does meanwhile meets both.
"""

from __future__ import annotations

import argparse
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
from dataclasses import dataclass
from pathlib import Path

import uvloop
from benchmarks.load.server import Started, address, server
from benchmarks.load.tables import SEATS, Socket, Table

KINDS = ("best", "growing")
BOUND = 50.0
"""Milliseconds within which 99 of 100 moves have to reach everybody."""
AT_ONCE = 64
"""So many sockets are opened at the same time where it is measured how fast that goes."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load.measurements", description=__doc__
    )
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between a table's moves")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long to measure")
    parser.add_argument("--kind", choices=KINDS, default="best", help="which kind of tables")
    parser.add_argument(
        "--knee", type=int, default=0, help="look for the knee up to so many tables"
    )
    parser.add_argument("--server", default="", help="compare with the server of this interpreter")
    parser.add_argument("--rounds", type=int, default=3, help="how often to compare")
    parser.add_argument("--idle", type=int, default=0, help="count what idle sockets cost")
    asked = parser.parse_args()
    how = Pace(asked.every, asked.seconds, grows=asked.kind == "growing")
    print(calibration(), flush=True)
    if asked.idle:
        told = idle(asked.idle)
    elif asked.knee:
        told = knee(asked.knee, how)
    elif asked.server:
        told = paired(asked.tables, how, asked.server, asked.rounds)
    else:
        told = busy(asked.tables, how)
    print("\n".join(told))


def lines() -> Iterator[str]:
    """Measure both kinds of tables and their knees, then ten thousand idle sockets."""
    yield f"- {calibration()}"
    for kind in KINDS:
        how = Pace(2.0, 30.0, grows=kind == "growing")
        for line in (*busy(1000, how), *knee(4000, Pace(2.0, 10.0, grows=how.grows))):
            yield f"- {line}"
    for line in idle(10_000):
        yield f"- {line}"


def calibration() -> str:
    """Return what tells this machine from others: how fast Python starts, and how fast it goes."""
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
        f"machine: python -I -c pass in {min(starts):.1f} ms (median"
        f" {statistics.median(starts):.1f}), a loop of a million in {min(loops):.1f} ms,"
        f" {cores} cores"
    )


@dataclass(frozen=True, slots=True)
class Pace:
    """How tables play: seconds between two moves, how long they are measured, whether they grow."""

    every: float
    seconds: float
    grows: bool

    @property
    def kind(self) -> str:
        """The kind of tables, in words."""
        return "racks that grow" if self.grows else "best plays"


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured: latencies in milliseconds, sorted, and processor seconds."""

    tables: int
    how: Pace
    times: tuple[float, ...]
    missing: int
    refused: int
    over: int
    cpu: float
    own: float

    @property
    def moves(self) -> float:
        """How many moves were due."""
        return (len(self.times) + self.missing) / SEATS

    @property
    def cost(self) -> float:
        """Processor microseconds of the server for a move."""
        return self.cpu / self.moves * 1e6

    def at(self, share: float) -> float:
        """Return the latency that this share keeps; what has not come counts as endless."""
        place = int((len(self.times) + self.missing) * share)
        return self.times[place] if place < len(self.times) else float("inf")

    def lines(self) -> list[str]:
        """Return it in words."""
        due, how = len(self.times) + self.missing, self.how
        spread = f"p50 {self.at(0.5):.1f} ms, p99 {self.at(0.99):.1f} ms"
        pace = f"{how.kind}, a move every {how.every} s, for {how.seconds:.0f} s"
        return [
            f"{self.tables:,} tables of {SEATS}, {pace}",
            f"from due time to each seat: {spread}, worst {self.times[-1] / 1000:.2f} s",
            f"delivered {len(self.times):,} of {due:,} ({100 * len(self.times) / due:.3f} %)",
            f"moves refused: {self.refused}; matches that ended meanwhile: {self.over}",
            f"server: {self.cost:.0f} CPU-µs a move, {self.cpu / how.seconds:.2f} cores",
            f"client: {self.own / how.seconds:.2f} cores",
        ]


def busy(tables: int, how: Pace) -> list[str]:
    """Have so many tables play, and return what was measured."""
    with ready(), server() as running:
        return uvloop.run(_busy(running, tables, how))


async def _busy(running: Started, count: int, how: Pace) -> list[str]:
    hall = Hall(running, how)
    before = running.memory()
    await hall.fill(count)
    told = [*(await hall.measure(count)).lines(), hall.opening()]
    each = (running.memory() - before) / count / 1024
    return [*told, f"memory: {each:.0f} KiB a table with its four sockets"]


def paired(tables: int, how: Pace, other: str, rounds: int) -> list[str]:
    """Compare with the server of another interpreter: both play at once, so many tables each.

    Whatever else the machine does meanwhile meets both alike.
    """
    pythons = [str(Path(python).absolute()) for python in (other, sys.executable)]
    with ready(), server(pythons[0]) as theirs, server(pythons[1]) as ours:
        costs = uvloop.run(_paired((theirs, ours), tables, how, rounds))
    there, here = (statistics.median(cost) for cost in zip(*costs, strict=True))
    share = statistics.median(ours / theirs for theirs, ours in costs)
    each = f"{there:.0f} CPU-µs a move there, {here:.0f} here"
    return [f"{tables:,} tables each, {how.kind}: {each}; {share:.3f} of it (median of {rounds})"]


async def _paired(
    servers: tuple[Started, Started], tables: int, how: Pace, rounds: int
) -> list[tuple[float, float]]:
    halls = [Hall(running, how) for running in servers]
    costs = []
    for _ in range(rounds):
        for hall in halls:
            await hall.fill(tables)
        theirs, ours = await asyncio.gather(*(hall.measure(tables) for hall in halls))
        costs.append((theirs.cost, ours.cost))
        for who, told in (("there", theirs), ("here", ours)):
            spread = f"p50 {told.at(0.5):.1f} ms, p99 {told.at(0.99):.1f} ms"
            print(f"{who}: {told.cost:.0f} CPU-µs a move, {spread}", flush=True)
    return costs


def knee(most: int, how: Pace) -> list[str]:
    """Return the largest number of tables whose 99th percentile is below the bound."""
    with ready(), server() as running:
        return uvloop.run(_knee(running, most, how))


async def _knee(running: Started, most: int, how: Pace) -> list[str]:
    """Grow by a quarter until it is too much, then halve the difference."""
    hall = Hall(running, how)
    good, bad, count, told = 0, most + 1, min(500, most), []
    while bad - good > max(50, good // 16):
        await hall.fill(count)
        measured = await hall.measure(count)
        holds = measured.at(0.99) < BOUND
        good, bad = (count, bad) if holds else (good, count)
        told.append(
            f"{count:,} tables: p50 {measured.at(0.5):.1f} ms, p99 {measured.at(0.99):.1f} ms,"
            f" {measured.cost:.0f} CPU-µs a move, server {measured.cpu / how.seconds:.2f} cores,"
            f" client {measured.own / how.seconds:.2f}"
        )
        print(told[-1], flush=True)
        if good == most:
            break
        count = (good + bad) // 2 if bad <= most else min(most, count + max(250, count // 4))
    return [f"knee with {how.kind}: {good:,} tables hold p99 < {BOUND:.0f} ms"]


class Hall:
    """The tables of one server: they are opened when they are needed, and anew when they end."""

    def __init__(self, running: Started, how: Pace) -> None:
        self._server, self._how = running, how
        self._tables: list[Table] = []
        self._made = self._sockets = 0
        self._opened = 0.0

    async def fill(self, count: int) -> None:
        """Have so many tables in play."""
        for table in self._tables:
            if table.over:
                table.close()
        self._tables = [t for t in self._tables if not t.over]
        wanted = range(self._made, self._made + max(0, count - len(self._tables)))
        new = [Table(self._server, n, share=0.0, grows=self._how.grows) for n in wanted]
        self._made += len(new)
        with ThreadPoolExecutor(8) as pool:
            loop = asyncio.get_running_loop()
            await asyncio.gather(*(loop.run_in_executor(pool, t.set_up) for t in new))
        began = time.perf_counter()
        for start in range(0, len(new), 16):
            await asyncio.gather(*(t.sit_down() for t in new[start : start + 16]))
            progress(f"{start} tables seated")
        self._opened += time.perf_counter() - began
        self._sockets += SEATS * len(new)
        self._tables += new

    def opening(self) -> str:
        """Return how fast sockets were opened, tables seated and rounds dealt on the way."""
        return f"seated {self._sockets / self._opened:.0f} sockets a second, rounds dealt"

    async def measure(self, count: int) -> Measured:
        """Have so many of the tables move, and return what was measured."""
        playing, how = self._tables[:count], self._how
        for number, table in enumerate(playing):
            table.share = number / count
            table.forget()
        progress("moves are being made")
        await asyncio.sleep(0.5)
        start = time.perf_counter() + 0.5
        cpu, own = self._server.cpu(), time.process_time()
        await asyncio.gather(*(t.play(start, how.every, how.seconds) for t in playing))
        for _ in range(100):
            if not any(t.waiting for t in playing):
                break
            await asyncio.sleep(0.1)
        cpu, own = self._server.cpu() - cpu, time.process_time() - own
        progress()
        times = sorted(each * 1000 for t in playing for each in t.latencies)
        if not times:
            raise SystemExit("no move has reached anybody")
        return Measured(
            tables=count,
            how=how,
            times=tuple(times),
            missing=sum(t.missing + len(t.waiting) for t in playing),
            refused=sum(t.refused for t in playing),
            over=sum(t.over for t in playing),
            cpu=cpu,
            own=own,
        )


def idle(sockets: int) -> list[str]:
    """Open so many sockets, and return what they cost."""
    with ready(), server() as running:
        return uvloop.run(_idle(running, sockets))


async def _idle(running: Started, wanted: int) -> list[str]:
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
        f"{wanted:,} sockets opened, {rate:.0f} a second, {cost:.0f} CPU-µs each",
        f"{wanted:,} idle sockets: {kib:.1f} KiB each, {part:.1f} % of a core",
    ]


async def _opened(running: Started, tokens: Sequence[str], wanted: int) -> list[Socket]:
    """Open so many sockets, some at a time."""
    sockets: list[Socket] = []
    numbers = iter(range(wanted))
    each = wanted // len(tokens)

    async def opener() -> None:
        for number in numbers:
            guest = min(number // each, len(tokens) - 1)
            new = await Socket.open(running, tokens[guest], address(guest), lambda *_: None)
            sockets.append(new)
            progress(f"{len(sockets)} sockets")

    await asyncio.gather(*(opener() for _ in range(AT_ONCE)))
    return sockets


@contextmanager
def ready() -> Iterator[None]:
    """Allow this process enough sockets, and have it collect no garbage meanwhile.

    What it keeps waiting is no latency of the server.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def progress(text: str = "") -> None:
    """Show how far it is, where somebody watches; nothing ends the line."""
    if sys.stderr.isatty():
        print(f"\r{text:<24}", end="" if text else "\r", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
