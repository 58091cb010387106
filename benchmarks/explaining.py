"""How long it takes to explain the best plays of the solver's suite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from benchmarks.suite import suite
from benchmarks.timing import Timing, timed
from tilerummy.analysis import explain
from tilerummy.melds import Table
from tilerummy.solver import solve

_TIERS = ("early", "mid", "late", "stress", "dense")
_ENOUGH = 200_000


def measurements() -> Iterator[tuple[str, str, Timing]]:
    """Yield what was measured, its goal, and the times."""
    plays: dict[str, list[tuple[Table, Table]]] = {tier: [] for tier in _TIERS}
    for tier, problem in suite():
        if tier in plays:
            best = solve(replace(problem, tidy=True, budget=_ENOUGH))
            plays[tier].append((problem.table, best.after))
    for tier, tables in plays.items():
        calls = [partial(explain, before, after) for before, after in tables]
        yield f"explain the best play, {tier}", "", timed(list(calls), repeats=1)


if __name__ == "__main__":
    for what, _, t in measurements():
        print(f"{what}: median {t.median:,.0f} µs, p95 {t.p95:,.0f} µs, worst {t.worst:,.0f} µs")
