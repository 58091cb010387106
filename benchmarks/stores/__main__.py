"""Compares stores, alternating: ``python -m benchmarks.stores [WHAT] [WAITING…]``.

The comparison WHAT is ``appends`` (SQLite and PostgreSQL), ``partitions`` or ``standby``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from statistics import median

from tests.support.servers.postgres import programs

from benchmarks.stores.appends import Figures, measured
from benchmarks.stores.kinds import stores

WAITING = (16, 64, 256)
TURNS = 3
"""The number of measurements of each store."""


def lines(
    what: str = "appends", waiting: Sequence[int] = WAITING, turns: int = TURNS
) -> Iterator[str]:
    """Measure the stores in a comparison.

    The result is a store's fastest run, because the machine has other load, and the median
    processor time; the ratio is the median over runs, relative to the first store.
    """
    if programs() is None:
        yield "PostgreSQL is not installed: apt install postgresql"
        return
    yield (
        "| store | waiting | appends/s | ratio | p50 ms | p99 ms | at half the rate: p99, worst |"
        " CPU-µs | in the database | load |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    with stores(what) as kinds:
        for count in waiting:
            found: dict[str, list[Figures]] = {name: [] for name in kinds}
            for _ in range(turns):
                for name, (place, server) in kinds.items():
                    with place() as url:
                        found[name].append(measured(url, count, server))
            (first, *_) = found.values()
            for name, runs in found.items():
                yield _line(name, count, runs, first)


def _line(name: str, waiting: int, runs: Sequence[Figures], first: Sequence[Figures]) -> str:
    best = max(runs, key=lambda run: run.rate)
    cpu, server = median(run.cpu for run in runs), median(run.server_cpu for run in runs)
    ratio = median(run.rate / other.rate for run, other in zip(runs, first, strict=True))
    p99, worst = best.due
    return (
        f"| {name} | {waiting} | {best.rate:,.0f} | {ratio:.2f} | {best.median:.1f} |"
        f" {best.p99:.1f} | {p99:.1f}, {worst:.0f} | {cpu:.0f} | {server:.0f} |"
        f" {best.load:.1f} |"
    )


def main() -> None:
    """Print the figures."""
    what = next((word for word in sys.argv[1:] if not word.isdigit()), "appends")
    waiting = [int(word) for word in sys.argv[1:] if word.isdigit()]
    for line in lines(what, waiting or WAITING):
        print(line, flush=True)


if __name__ == "__main__":
    main()
