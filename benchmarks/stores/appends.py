"""How many appends a store takes a second: SQLite and PostgreSQL, in turn, in the same run.

So many tasks append to so many tables, each as soon as its last append is stored. Bodies and
answers are as large as those of real games. The database server is one of its own, and on the same
disk.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import uvloop
from tests.support.postgres import PostgresServer, programs, running_server

from tilerummy.server.main import LINGER
from tilerummy.server.store import Appended, Card, Entries, Store
from tilerummy.server.store.opening import open_store

WAITING = (16, 64, 256)
SECONDS = 3.0
TURNS = 3
"""How often they are measured, in turn; the best counts, as others use the machine."""
ANSWER = b'{"cid":"c0123456789ab","status":"ok","version":123}          '


@dataclass(frozen=True, slots=True)
class Figures:
    """Appends a second, their times in milliseconds, and processor time of one in microseconds."""

    rate: float
    median: float
    p99: float
    cpu: float
    server_cpu: float


async def load(store: Store, waiting: int, seconds: float) -> tuple[list[float], float]:
    """Append for so many seconds; return how long each took, and how long it was in all."""
    rng = random.Random(waiting)
    bodies = [rng.randbytes(min(900, int(rng.expovariate(1 / 130)) + 90)) for _ in range(500)]
    times: list[float] = []
    end = time.perf_counter() + seconds

    async def play(room: str) -> None:
        card = Card("playing", members=("ann", "ben"))
        await store.append(Entries(room, 0, [bodies[0]], card=card))
        size = 1
        while (began := time.perf_counter()) < end:
            cid = f"c{size:012}"
            body = bodies[size % len(bodies)]
            new = Entries(room, size, [body], cid=cid, session="a" * 22, answer=ANSWER)
            assert await store.append(new) == Appended(size, size)
            times.append(time.perf_counter() - began)
            size += 1

    began = time.perf_counter()
    prefix = os.urandom(6).hex()
    await asyncio.gather(*(play(f"{prefix}{n:06}") for n in range(waiting)))
    return times, time.perf_counter() - began


def measured(url: str, waiting: int, server: PostgresServer | None = None) -> Figures:
    """Measure a store once."""

    async def run() -> Figures:
        store = open_store(url, lambda: time.time_ns() // 1_000_000, linger=LINGER)
        await load(store, waiting, 0.3)
        own, other = own_time(), server_time(server)
        times, lasted = await load(store, waiting, SECONDS)
        own, other = own_time() - own, server_time(server) - other
        await store.close()
        cuts = statistics.quantiles(times, n=100)
        count = len(times)
        return Figures(
            rate=count / lasted,
            median=cuts[49] * 1000,
            p99=cuts[98] * 1000,
            cpu=own / count * 1e6,
            server_cpu=other / count * 1e6,
        )

    return uvloop.run(run())


def own_time() -> float:
    """Return the seconds of processor time that this process took."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def server_time(server: PostgresServer | None) -> float:
    """Return the seconds of processor time of the processes of a database server that run now."""
    if server is None or server.process is None:
        return 0.0
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if server.process.pid in (int(fields[1]), int(stat.parent.name)):
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def lines(waiting: Sequence[int] = WAITING) -> Iterator[str]:
    """Measure both stores."""
    if programs() is None:
        yield "PostgreSQL is not here: apt install postgresql"
        return
    yield "| store | waiting | appends/s | p50 ms | p99 ms | CPU-µs | in the database | load |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    with running_server(shared_buffers="256MB", max_wal_size="2GB", autovacuum="on") as server:
        for count in waiting:
            found: dict[str, list[tuple[Figures, float]]] = {"SQLite": [], "PostgreSQL": []}
            for _ in range(TURNS):
                with tempfile.TemporaryDirectory() as folder:
                    figures = measured(f"sqlite:///{folder}/tables.sqlite", count)
                found["SQLite"].append((figures, os.getloadavg()[0]))
                figures = measured(server.empty(), count, server)
                found["PostgreSQL"].append((figures, os.getloadavg()[0]))
            for name, runs in found.items():
                best, busy = max(runs, key=lambda run: run[0].rate)
                yield (
                    f"| {name} | {count} | {best.rate:,.0f} | {best.median:.1f} | {best.p99:.1f} |"
                    f" {best.cpu:.0f} | {best.server_cpu:.0f} | {busy:.1f} |"
                )


def main() -> None:
    """Print the figures; with numbers, only for so many waiting."""
    for line in lines([int(word) for word in sys.argv[1:]] or WAITING):
        print(line, flush=True)


if __name__ == "__main__":
    main()
