"""How long moves take and what they need, from a thousand to a million tables: a simulation.

``python -m benchmarks.capacity`` simulates queues with SimPy, draws ``capacity.svg`` beside this
file and prints what ``docs/scaling.md`` quotes. Service times are those that were measured
(:data:`MEASURED`); the simulation says what they lead to when moves wait for each other. It knows
nothing of networks between machines, of disks that are slow for a while, or of people who come in
waves.

A move waits for the event loop of its process, is decided there, waits for the next commit of its
process, is stored, and is shown. Moves come at random. Processes share a database, whose sessions
share its cores. Tables of different databases never meet, so a million tables are so many databases
as one of which is simulated.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import simpy

PICTURE = Path(__file__).with_suffix(".svg")
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
    ``follow`` is what one more process does for a move that it is told. After ``steady`` moves on
    average, the loop stands still for ``pause``: collection of garbage, answers of workers.
    """

    move: float
    commit: float
    entry: float
    gather: float
    follow: float = 0.0
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
        873e-6,  # of a prototype with one process
        commit=900e-6,  # of 16 waiting in 2.0 ms and 64 in 5.2 ms
        entry=42e-6,  # benchmarks/README.md, The stores: in the database, 64 waiting
        gather=0.0,
        follow=275e-6,  # of a prototype with three processes: 1,424 instead of 873, by two others
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
    """Tables that move every *pace* seconds, on so many processes with one database.

    Each move is also followed by ``others`` processes, where players of its table are.
    """

    costs: Costs
    tables: int
    processes: int = 1
    cores: int = 4
    pace: float = 2.0
    others: float = 0.0

    @property
    def busy(self) -> float:
        """How much of a core each process needs."""
        rate = self.tables / self.pace / self.processes
        pauses = self.costs.pause / self.costs.steady if self.costs.pause else 0.0
        return rate * (self.costs.move + self.others * self.costs.follow + pauses)


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
    env, chance = simpy.Environment(), Random(seed)
    database = simpy.Resource(env, capacity=plan.cores)
    processes = [Process(env) for _ in range(plan.processes)]
    costs, found = plan.costs, list[float]()

    def move(process: Process) -> Steps:
        began = env.now
        yield process.work(chance.expovariate(2 / costs.move))
        stored = env.event()
        process.waiting.append(stored)
        if process.wake is not None and not process.wake.triggered:
            process.wake.succeed()
        yield stored
        for _ in range(_rounded(plan.others, chance)):
            chance.choice(processes).work(costs.follow)
        yield process.work(chance.expovariate(2 / costs.move))
        if chance.random() * costs.steady < 1:
            process.work(chance.expovariate(1 / costs.pause))
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
            yield env.timeout(chance.expovariate(rate))
            env.process(move(process))

    for process in processes:
        env.process(write(process))
        env.process(arrive(process))
    env.run(WARM_UP + max(SECONDS, MOVES * plan.pace / plan.tables))
    return sorted(found)


def _rounded(mean: float, chance: Random) -> int:
    return int(mean) + (chance.random() < mean % 1)


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


SHARD = 16
"""Processes on one database of 8 cores in the plan."""


def sized(tables: int, each: int, pace: float, others: float) -> tuple[Plan, int]:
    """Return one database with its processes, of *each* tables, and how many of those it takes."""
    processes = max(1, math.ceil(tables / each))
    shards = math.ceil(processes / SHARD)
    many = math.ceil(processes / shards)
    costs = MEASURED["processes, PostgreSQL"]
    return Plan(costs, math.ceil(tables / shards), many, 8, pace, others), shards


def lines() -> Iterator[str]:
    """Draw the picture, and yield what was found as lists and tables in Markdown."""
    yield f"- {checked()}"
    one = Plan(MEASURED["one process, SQLite"], 1000)
    many = Plan(MEASURED["processes, PostgreSQL"], 1000)
    times = simulated(one)
    p50, p99 = (at(times, part) * 1000 for part in (0.5, 0.99))
    m50, m99 = (each * 1000 for each in AT_A_THOUSAND)
    yield (
        f"- one process, SQLite, 1,000 tables: p50 {p50:.1f} ms, p99 {p99:.1f} ms"
        f" (measured {m50:.1f} and {m99:.1f}); knee {knee(one):,} tables (measured {KNEE:,})"
    )
    alone, apart = knee(many), knee(replace(many, processes=3, others=2.0)) // 3
    yield f"- a process with PostgreSQL: knee {alone:,} tables; {apart:,} if two others follow each"
    yield ""
    yield "| tables | a move every | databases | processes | busy | p50 ms | p99 ms | moves/s |"
    yield "|---:|---:|---:|---:|---:|---:|---:|---:|"
    found = {}
    for pace, each in ((2.0, 1000), (10.0, 5000)):
        for tables in (1000, 10_000, 100_000, 1_000_000):
            plan, shards = sized(tables, each, pace, others=0.2)
            times = simulated(plan)
            p50, p99 = at(times, 0.5), at(times, 0.99)
            found[pace, tables] = (plan, shards, p99)
            yield (
                f"| {tables:,} | {pace:.0f} s | {shards} | {shards * plan.processes:,} |"
                f" {plan.busy:.0%} | {p50 * 1000:.1f} | {p99 * 1000:.1f} | {tables / pace:,.0f} |"
            )
    _draw(one, many, found)


def _draw(one: Plan, many: Plan, found: dict[tuple[float, int], tuple[Plan, int, float]]) -> None:
    import matplotlib.pyplot as plt

    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(15, 4))
    counts = [*range(200, 1900, 200)]
    for name, plan, colour in (
        ("one process, SQLite", one, "#1f5f99"),
        ("a process, PostgreSQL", many, "#2e7d32"),
        ("the same, two others follow", replace(many, processes=3, others=2.0), "#b4541a"),
    ):
        times = [simulated(replace(plan, tables=n * plan.processes)) for n in counts]
        left.plot(counts, [at(t, 0.99) * 1000 for t in times], color=colour, label=f"{name}, p99")
    left.plot([1000, KNEE], [AT_A_THOUSAND[1] * 1000, BOUND * 1000], "k*", label="measured, p99")
    left.axhline(BOUND * 1000, color="#999999", linewidth=0.8)
    left.set(xlabel="tables of a process, a move every 2 s", ylabel="ms", ylim=(0, 150))
    moves = [2000, 4000, 8000, 16_000, 24_000]
    for cores, colour in ((1, "#b4541a"), (2, "#1f5f99"), (4, "#2e7d32")):
        plans = [replace(many, tables=2 * n, processes=n // 400, cores=cores) for n in moves]
        times = [simulated(plan) for plan in plans]
        middle.plot(
            moves, [at(t, 0.99) * 1000 for t in times], color=colour, label=f"{cores} cores"
        )
    middle.set(xlabel="appends a second on one database", ylabel="p99, ms", ylim=(0, 150))
    for pace, colour in ((2.0, "#1f5f99"), (10.0, "#2e7d32")):
        counted = [(n, made[0].processes * made[1]) for (p, n), made in found.items() if p == pace]
        label = f"processes, a move every {pace:.0f} s"
        right.plot(*zip(*counted, strict=True), marker="o", color=colour, label=label)
    right.set(xlabel="tables", ylabel="processes", xscale="log", yscale="log")
    for panel in (left, middle, right):
        panel.grid(alpha=0.3)
        panel.legend()
    figure.tight_layout()
    figure.savefig(PICTURE, metadata={"Date": None})
    plt.close(figure)


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
