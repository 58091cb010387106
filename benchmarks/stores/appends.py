"""A store's appends per second, and how long an append takes.

Each task appends to its own table as soon as its last append is stored. Bodies and results have the
size of real ones.

Then the tasks append at half that rate, at fixed times. Each append is timed from its due
time, so waiting for a blocked store is included.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import uvloop
from tests.support.servers.postgres import PostgresServer

from tilerummy.server.main import MAX_WRITE_DELAY
from tilerummy.server.store.factory import open_store
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Appended, Entries, RoomSummary

SECONDS = 3.0
ANSWER = b'{"cid":"c0123456789ab","status":"ok","version":123}          '


@dataclass(frozen=True, slots=True)
class Figures:
    """Appends per second, their times in milliseconds, and processor time in microseconds.

    ``due`` are the 99th percentile and the maximum at half the rate, measured from the due time.
    """

    rate: float
    median: float
    p99: float
    due: tuple[float, float]
    cpu: float
    server_cpu: float
    load: float


async def load(
    store: Store, waiting: int, seconds: float, *, rate: float | None = None
) -> tuple[list[float], float]:
    """Append for *seconds*; return how long each append took, and the total time.

    With a *rate*, times are measured from fixed due times.
    """
    rng = random.Random(waiting)
    bodies = [rng.randbytes(min(900, int(rng.expovariate(1 / 130)) + 90)) for _ in range(500)]
    times: list[float] = []
    prefix = os.urandom(6).hex()
    rooms = [f"{prefix}{n:06}" for n in range(waiting)]
    card = RoomSummary("playing", members=("ann", "ben"))
    first = [Entries(room, 0, [bodies[0]], summary=card) for room in rooms]
    opened = await asyncio.gather(*map(store.logs.append, first))
    pause = 0.0 if rate is None else waiting / rate
    began = time.perf_counter()

    async def play(room: str, nth: int) -> None:
        size, due, last = 1, began + nth * pause / waiting, opened[nth]
        while (now := time.perf_counter()) < began + seconds:
            if pause:
                due += pause
                await asyncio.sleep(due - now)
            cid = f"c{size:012}"
            body = bodies[size % len(bodies)]
            assert isinstance(last, Appended)
            last = await store.logs.append(
                Entries(room, size, [body], head=last.head, cid=cid, guest="a" * 22, answer=ANSWER)
            )
            assert last == Appended(size, size)
            times.append(time.perf_counter() - (due if pause else now))
            size += 1

    await asyncio.gather(*(play(room, nth) for nth, room in enumerate(rooms)))
    return times, time.perf_counter() - began


def measured(url: str, waiting: int, server: PostgresServer | None = None) -> Figures:
    """Measure a store once."""

    async def run() -> Figures:
        store = open_store(url, lambda: time.time_ns() // 1_000_000, max_delay=MAX_WRITE_DELAY)
        await load(store, waiting, 0.3)
        own, other = own_time(), server_time(server)
        times, lasted = await load(store, waiting, SECONDS)
        own, other = own_time() - own, server_time(server) - other
        late, _ = await load(store, waiting, SECONDS, rate=len(times) / lasted / 2)
        await store.close()
        cuts = statistics.quantiles(times, n=100)
        count = len(times)
        return Figures(
            rate=count / lasted,
            median=cuts[49] * 1000,
            p99=cuts[98] * 1000,
            cpu=own / count * 1e6,
            due=(statistics.quantiles(late, n=100)[98] * 1000, max(late) * 1000),
            server_cpu=other / count * 1e6,
            load=os.getloadavg()[0],
        )

    return uvloop.run(run())


def own_time() -> float:
    """Return this process's processor time in seconds."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def server_time(server: PostgresServer | None) -> float:
    """Return the processor time of a database server's running processes in seconds."""
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
