"""Prints the results of the simulation for one process, many processes, and a million tables."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.capacity.model import (
    AT_A_THOUSAND,
    BOUND,
    KNEE,
    MEASURED,
    Plan,
    at,
    checked,
    knee,
    simulated,
)

PICTURE = Path(__file__).with_name("capacity.svg")

SHARD = 16
"""The planned number of processes per database with 8 cores."""


def sized(tables: int, each: int, pace: float) -> tuple[Plan, int]:
    """Return the plan for one database, and the number of such databases that *tables* need.

    A process serves at most *each* tables, and a table has a move every *pace* seconds.
    """
    processes = max(1, math.ceil(tables / each))
    shards = math.ceil(processes / SHARD)
    many = math.ceil(processes / shards)
    costs = MEASURED["processes, PostgreSQL"]
    return Plan(costs, math.ceil(tables / shards), many, 8, pace), shards


def lines() -> Iterator[str]:
    """Draw the picture, and yield the results as lists and tables in Markdown."""
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
    yield f"- a process with PostgreSQL: knee {knee(many):,} tables"
    yield ""
    yield "| tables | a move every | databases | processes | busy | p50 ms | p99 ms | moves/s |"
    yield "|---:|---:|---:|---:|---:|---:|---:|---:|"
    found = {}
    for pace, each in ((2.0, 1000), (10.0, 5000)):
        for tables in (1000, 10_000, 100_000, 1_000_000):
            plan, shards = sized(tables, each, pace)
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
