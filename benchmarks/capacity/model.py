"""A simulation of the queues that a move waits in.

A move waits for its process's event loop, is decided there, waits for the process's next commit, is
stored, and is shown. Moves arrive at random. Processes share a database, whose sessions share its
cores. Different databases are independent, so a million tables are simulated as one of several
databases.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import simpy

WARM_UP = 1.0
"""The warm-up time in seconds, which does not count."""
MOVES, SECONDS = 30_000, 2.0
"""The minimum number of simulated moves, and of simulated seconds."""
BOUND = 0.050
"""The limit for the 99th percentile of the latency, in seconds."""

Steps = Generator[Any, Any, None]


@dataclass(frozen=True, slots=True)
class Costs:
    """The costs of a move, in seconds of processor time or waiting.

    ``move`` is a process's total work for a move, half of it before the commit. A commit takes
    ``commit`` plus ``entry`` for each move in it; a process starts one at most every ``gather``.
    After ``steady`` moves on average, the loop is blocked for ``pause``, for example by garbage
    collection or worker results.
    """

    move: float
    commit: float
    entry: float
    gather: float
    steady: float = math.inf
    pause: float = 0.0


MEASURED = {
    "one process, SQLite": Costs(
        815e-6,  # benchmarks/README.md, The server under load: best plays
        commit=600e-6,  # the same section: the fixed cost of a commit
        entry=55e-6,  # the same section: with 32 moves per commit
        gather=0.011,  # fitted: the median at 1,000 tables (the server takes 2 to 20 ms)
        steady=1000,  # both fitted to the 99th percentile at 1,000 tables and to the knee
        pause=0.016,
    ),
    "processes, PostgreSQL": Costs(
        795e-6,  # benchmarks/README.md, Several servers: one, 400 moves per second
        commit=900e-6,  # from 2.0 ms for 16 waiting and 5.2 ms for 64
        entry=42e-6,  # benchmarks/README.md, The stores: in the database, 64 waiting
        gather=0.0,
        steady=1000,  # as above
        pause=0.016,
    ),
}
AT_A_THOUSAND = (0.0090, 0.0188)
"""The measured median and 99th percentile at 1,000 tables, with one process and SQLite."""
KNEE = 1757
"""The measured knee of that server: its largest number of tables within the bound."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A load: *tables* with a move every *pace* seconds, on *processes* that share a database."""

    costs: Costs
    tables: int
    processes: int = 1
    cores: int = 4
    pace: float = 2.0

    @property
    def busy(self) -> float:
        """The share of a core that each process needs. Above 1, the processes are overloaded."""
        rate = self.tables / self.pace / self.processes
        pauses = self.costs.pause / self.costs.steady if self.costs.pause else 0.0
        return rate * (self.costs.move + pauses)


@dataclass(slots=True)
class Process:
    """A process: one core with a FIFO queue, and the moves that wait for its next commit."""

    env: simpy.Environment
    free: float = 0.0
    waiting: list[Any] = field(default_factory=list)
    wake: Any = None

    def work(self, seconds: float) -> simpy.Event:
        """Queue *seconds* of work behind all earlier work, and return the event of its end."""
        self.free = max(self.env.now, self.free) + seconds
        return self.env.timeout(self.free - self.env.now)


def simulated(plan: Plan, *, seed: int = 1) -> list[float]:
    """Simulate *plan*, and return the latencies of all moves in seconds, sorted."""
    env, rng = simpy.Environment(), Random(seed)
    database = simpy.Resource(env, capacity=plan.cores)
    processes = [Process(env) for _ in range(plan.processes)]
    costs, found = plan.costs, list[float]()

    def move(process: Process) -> Steps:
        began = env.now
        yield process.work(rng.expovariate(2 / costs.move))
        stored = env.event()
        process.waiting.append(stored)
        if process.wake is not None and not process.wake.triggered:
            process.wake.succeed()
        yield stored
        yield process.work(rng.expovariate(2 / costs.move))
        if rng.random() * costs.steady < 1:
            process.work(rng.expovariate(1 / costs.pause))
        if began > WARM_UP:
            found.append(env.now - began)

    def write(process: Process) -> Steps:
        while True:
            if not process.waiting:
                process.wake = env.event()
                yield process.wake
            began, batch, process.waiting = env.now, process.waiting, []
            with database.request() as core:
                yield core
                yield env.timeout(costs.entry * len(batch))
            yield env.timeout(costs.commit)
            for stored in batch:
                stored.succeed()
            if costs.gather > env.now - began:
                yield env.timeout(costs.gather - (env.now - began))

    def arrive(process: Process) -> Steps:
        rate = plan.tables / plan.pace / plan.processes
        while True:
            yield env.timeout(rng.expovariate(rate))
            env.process(move(process))

    for process in processes:
        env.process(write(process))
        env.process(arrive(process))
    env.run(WARM_UP + max(SECONDS, MOVES * plan.pace / plan.tables))
    return sorted(found)


def at(times: list[float], part: float) -> float:
    """Return the quantile *part*, from 0 to 1, of the sorted *times*."""
    return times[min(len(times) - 1, int(part * len(times)))]


def checked() -> str:
    """Simulate a queue whose mean latency is known, and return both values as text.

    Raises AssertionError if they differ by 15 % or more.
    """
    # Half of the work is before a commit that takes no time, half after it: two visits to a queue
    # with the load of one, so each move spends as long as in an M/M/1 queue of half the service.
    plan = Plan(Costs(2e-3, commit=0.0, entry=0.0, gather=0.0), tables=700, pace=2.0)
    times = simulated(plan)
    mean, known = sum(times) / len(times), 2 * 1e-3 / (1 - 0.7)
    assert abs(mean / known - 1) < 0.15, (mean, known)
    return f"a queue with a formula: {mean * 1000:.2f} ms simulated, {known * 1000:.2f} known"


def knee(plan: Plan, bound: float = BOUND) -> int:
    """Return the largest number of tables whose 99th percentile is below *bound* seconds.

    The result is accurate to one part in thirty.
    """
    low, high = 0, math.floor(plan.tables / plan.busy)
    while high - low > high // 30:
        middle = (low + high) // 2
        if at(simulated(replace(plan, tables=middle)), 0.99) < bound:
            low = middle
        else:
            high = middle
    return low
