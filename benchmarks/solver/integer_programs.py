"""Compares the solver with integer programs, HiGHS and CP-SAT, on the same positions in one run.

Each solver has its own process, because the two libraries cannot be loaded together. HiGHS reuses
its model with new bounds; CP-SAT must build its model for every position, and that time is
included. Each uses one thread, and its processor time is measured.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from time import process_time

from benchmarks.solver.suite import suite
from tilerummy.analysis import best_play
from tilerummy.jokers import JokerLaw, JokerMelds
from tilerummy.rules import Ruleset, ruleset
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.solver import Problem, solve
from tilerummy.state import Phase, Seat, State, TurnStart

TIERS = ("early", "mid", "late", "stress", "dense")
SAMPLE = 30
"""The number of positions per tier, evenly spaced."""
SOLVERS = ("solve", "best_play", "highs", "cp-sat")
TIDY = ("solve-tidy", "best_play-tidy", "highs-tidy", "cp-sat-tidy")

Program = Callable[[Problem], tuple[int, ...]]
Times = dict[str, list[float]]


def lines() -> Iterator[str]:
    """Yield two tables of processor times and ratios: without and with the tie-break."""
    found = {name: _measured(name) for name in SOLVERS}
    yield "`solver.solve(problem)` and `analysis.best_play(rules, view)`, both with `tidy=False`;"
    yield "medians. The ratio compares the faster program with the call."
    yield ""
    yield (
        "| tier | positions | solve µs | best_play µs | HiGHS µs | CP-SAT µs"
        " | program : solve | program : best_play |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for tier in TIERS:
        ours, play, *theirs = (statistics.median(found[name][tier]) for name in SOLVERS)
        yield (
            f"| {tier} | {len(found['solve'][tier])} | {ours:,.0f} | {play:,.0f} |"
            f" {theirs[0]:,.0f} | {theirs[1]:,.0f} |"
            f" {min(theirs) / ours:,.0f} | {min(theirs) / play:,.0f} |"
        )
    tidy = {name: _measured(name) for name in TIDY}
    yield ""
    yield "Most tiles, most points, then most melds left: the same calls with `tidy=True`, proven."
    yield "The programs solve it in two passes. The ratios compare CP-SAT with `solver.solve`."
    yield ""
    yield (
        "| tier | positions | solve µs, p50 | p99 | best_play µs, p50 | p99"
        " | HiGHS µs, p50 | p99 | CP-SAT µs, p50 | p99 | p50 : p50 | p99 : p99 |"
    )
    yield "|---|" + "---:|" * 11
    for tier in TIERS:
        sets = [tidy[name][tier] for name in TIDY]
        both = [(statistics.median(times), _p99(times)) for times in sets]
        cells = " | ".join(f"{p50:,.0f} | {p99:,.0f}" for p50, p99 in both)
        ratios = " | ".join(f"{t / o:,.0f}" for t, o in zip(both[-1], both[0], strict=True))
        yield f"| {tier} | {len(sets[0])} | {cells} | {ratios} |"


def _p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


def _measured(name: str) -> Times:
    print(f"measuring {name} ...", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "benchmarks.solver.integer_programs", name]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    times: Times = json.loads(run.stdout)
    return times


def positions(*, tidy: bool = False) -> dict[str, list[Problem]]:
    """Return the positions to compare, by tier."""
    tiers: dict[str, list[Problem]] = {tier: [] for tier in TIERS}
    for tier, problem in suite():
        if tier in tiers and (problem.table or not tidy):
            tiers[tier].append(replace(problem, tidy=tidy))
    return {tier: all_[:: max(1, len(all_) // SAMPLE)][:SAMPLE] for tier, all_ in tiers.items()}


def program(name: str) -> Program:
    """Return the solver *name*, which returns tiles, points and possibly unchanged melds."""
    match name:
        case "highs":
            from tests.solver.oracles.integer_program import best

            return best
        case "highs-tidy":
            from benchmarks.solver.highs import tidiest

            return tidiest
        case "cp-sat":
            from benchmarks.solver.cp_sat import best as cp_best

            return cp_best
        case _:
            from benchmarks.solver.cp_sat import tidiest as cp_tidiest

            return cp_tidiest


def rules_and_view(problem: Problem) -> tuple[Ruleset, State]:
    """Return rules with free jokers, and a view with that *problem* for the mover."""
    law = JokerLaw(melds=JokerMelds.FREE)
    rules = replace(ruleset("sabra"), tiles=problem.tiles, table=Rearrange(law))
    seat = Seat(rack=problem.rack, opened=0)
    start = TurnStart(table=problem.table, seat=seat)
    seats = (seat, Seat(opened=1))
    return rules, State(seats=seats, table=problem.table, phase=Phase.ACT, turn=8, start=start)


def calls(name: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the tier and the function to time for every position."""
    of_ours = name.startswith(("solve", "best_play"))
    asked: Callable[[Problem], object] = solve if of_ours else program(name)
    for tier, problems in positions(tidy=name.endswith("-tidy")).items():
        for problem in problems:
            if name.startswith("best_play"):
                rules, view = rules_and_view(problem)
                yield tier, partial(best_play, rules, view, tidy=problem.tidy)
            else:
                yield tier, partial(asked, problem)


def main(name: str) -> None:
    """Solve every position once as a warm-up, then again for the measurement."""
    times: Times = {tier: [] for tier in TIERS}
    for tier, call in calls(name):
        call()
        start = process_time()
        call()
        times[tier].append((process_time() - start) * 1e6)
    print(json.dumps(times))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        print("\n".join(lines()))
