"""A simulation of the queues in which a move waits.

A move waits for the event loop of its process, is decided there, waits for the next commit of its
process, is stored, and is shown. Moves come at random. Processes share a database, whose sessions
share its cores. Tables of different databases never meet, so a million tables are so many databases
as one of which is simulated.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import simpy

WARM_UP = 1.0
"""Seconds at the beginning that do not count."""
MOVES, SECONDS = 30_000, 2.0
"""How many moves are simulated, and for how many seconds at least."""
BOUND = 0.050
"""The 99th percentile that a process may have."""

Steps = Generator[Any, Any, None]


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of a processor, and of waiting.

    ``move`` is all that a process does for a move, half of it before the commit. A commit takes
    ``commit`` and ``entry`` for each move in it; the processes begin one every ``gather`` at most.
    After ``steady`` moves on average, the loop stands still for ``pause``: collection of garbage,
    answers of workers.
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
        commit=600e-6,  # the same place: what a commit costs, whatever it holds
        entry=55e-6,  # the same place: where 32 share one
        gather=0.011,  # fitted: the median at 1,000 tables (the server takes 2 to 20 ms)
        steady=1000,  # both fitted: the 99th percentile at 1,000 tables, and the knee
        pause=0.016,
    ),
    "processes, PostgreSQL": Costs(
        795e-6,  # benchmarks/README.md, Several servers: one, 400 moves a second
        commit=900e-6,  # of 16 waiting in 2.0 ms and 64 in 5.2 ms
        entry=42e-6,  # benchmarks/README.md, The stores: in the database, 64 waiting
        gather=0.0,
        steady=1000,  # as above
        pause=0.016,
    ),
}
AT_A_THOUSAND = (0.0090, 0.0188)
"""Median and 99th percentile that were measured at 1,000 tables, one process and SQLite."""
KNEE = 1757
"""Tables at which the 99th percentile was still measured below the bound there."""


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
        """How much of a core each process needs."""
        rate = self.tables / self.pace / self.processes
        pauses = self.costs.pause / self.costs.steady if self.costs.pause else 0.0
        return rate * (self.costs.move + pauses)


@dataclass(slots=True)
class Process:
    """A process: one core, first come, first served; and what waits for its next commit."""

    env: simpy.Environment
    free: float = 0.0
    waiting: list[Any] = field(default_factory=list)
    wake: Any = None

    def work(self, seconds: float) -> simpy.Event:
        """Return an event at which so much work is done, after all that came before."""
        self.free = max(self.env.now, self.free) + seconds
        return self.env.timeout(self.free - self.env.now)


def simulated(plan: Plan, *, seed: int = 1) -> list[float]:
    """Return how long each move took, sorted."""
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
    """Return the time that this part of the moves did not exceed."""
    return times[min(len(times) - 1, int(part * len(times)))]


def checked() -> str:
    """Compare with the one queue whose times are known by formula; raises AssertionError."""
    # Half of the work is before a commit that takes no time, half after it: two visits to a queue
    # with the load of one, so each move spends as long as in an M/M/1 queue of half the service.
    plan = Plan(Costs(2e-3, commit=0.0, entry=0.0, gather=0.0), tables=700, pace=2.0)
    times = simulated(plan)
    mean, known = sum(times) / len(times), 2 * 1e-3 / (1 - 0.7)
    assert abs(mean / known - 1) < 0.15, (mean, known)
    return f"a queue with a formula: {mean * 1000:.2f} ms simulated, {known * 1000:.2f} known"


def knee(plan: Plan, bound: float = BOUND) -> int:
    """Return the most tables, in steps of a thirtieth, with a 99th percentile below the bound."""
    low, high = 0, math.floor(plan.tables / plan.busy)
    while high - low > high // 30:
        middle = (low + high) // 2
        if at(simulated(replace(plan, tables=middle)), 0.99) < bound:
            low = middle
        else:
            high = middle
    return low
