"""The solver beside integer programs: HiGHS and CP-SAT on the same positions, in one run.

Each solver has a process of its own, as the two libraries do not bear each other. HiGHS keeps its
model and gets new bounds; CP-SAT has to be given its model anew, which is counted for it too.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from time import perf_counter

from benchmarks.suite import suite
from tilerummy.solver import Problem, solve

TIERS = ("early", "mid", "late", "stress", "dense")
SAMPLE = 30
"""So many positions of each tier are solved, spread over it."""
SOLVERS = ("solve", "highs", "cp-sat")

Solver = Callable[[Problem], tuple[int, int]]


def lines() -> Iterator[str]:
    """Yield a table of the median times and the ratios, as Markdown."""
    found = {name: _measured(name) for name in SOLVERS}
    yield "| tier | positions | solve µs | HiGHS µs | CP-SAT µs | best program : solve |"
    yield "|---|---:|---:|---:|---:|---:|"
    for tier in TIERS:
        times = {name: found[name][tier] for name in SOLVERS}
        solve_, highs, cp_sat = (statistics.median(times[name]) for name in SOLVERS)
        yield (
            f"| {tier} | {len(times['solve'])} | {solve_:,.0f} | {highs:,.0f} | {cp_sat:,.0f} |"
            f" {min(highs, cp_sat) / solve_:,.0f} |"
        )


def _measured(name: str) -> dict[str, list[float]]:
    print(f"measuring {name} ...", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "benchmarks.rivals", name]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    times: dict[str, list[float]] = json.loads(run.stdout)
    return times


def positions() -> dict[str, list[Problem]]:
    """Return the positions that are compared, by tier: few jokers, for the programs' sake."""
    tiers: dict[str, list[Problem]] = {tier: [] for tier in TIERS}
    for tier, problem in suite():
        if tier in tiers:
            tiers[tier].append(problem)
    return {tier: all_[:: max(1, len(all_) // SAMPLE)][:SAMPLE] for tier, all_ in tiers.items()}


def solver(name: str) -> Solver:
    """Return the solver with that name, which gives tiles and points."""
    match name:
        case "solve":

            def ours(problem: Problem) -> tuple[int, int]:
                found = solve(problem)
                return len(found.placed), found.points

            return ours
        case "highs":
            from tests.solver.integer_program import best

            return best
        case _:
            from benchmarks.cp_sat import best as cp_best

            return cp_best


def main(name: str) -> None:
    """Solve every position once to warm up, then once more against the clock."""
    function = solver(name)
    times: dict[str, list[float]] = {}
    for tier, problems in positions().items():
        times[tier] = []
        for problem in problems:
            function(problem)
            start = perf_counter()
            function(problem)
            times[tier].append((perf_counter() - start) * 1e6)
    print(json.dumps(times))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        print("\n".join(lines()))
