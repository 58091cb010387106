"""The time to explain plays: the best ones of the solver suite, and rearranged tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from statistics import median
from time import process_time_ns

from benchmarks.solver.suite import suite
from benchmarks.timing import Timing, timed
from tilerummy.analysis import explain
from tilerummy.deadline import Deadline
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.solver import solve
from tilerummy.tiles import Tile

_TIERS = ("early", "mid", "late", "stress", "dense")
_BUDGET = 200_000

Plays = dict[str, list[tuple[Table, Table]]]


def best_plays() -> Plays:
    """Return the table before and after the best play of every position, by tier."""
    plays: Plays = {tier: [] for tier in _TIERS}
    for tier, problem in suite():
        if tier in plays:
            best = solve(replace(problem, tidy=True, budget=_BUDGET))
            plays[tier].append((problem.table, best.after))
    return plays


def rearranged_tables() -> Iterator[tuple[Table, Table]]:
    """Yield tables of up to 178 tiles in which all runs become groups, and the reverse."""
    for colours in ("krbo", "krbogy"):
        for copies in (1, 2):
            runs = [Run(tuple(Tile.of(c, n) for n in range(1, 14))) for c in colours] * copies
            groups = [Group(tuple(Tile.of(c, n) for c in colours)) for n in range(1, 14)] * copies
            more: list[Meld] = [Group(tuple(Tile.of(c, n) for c in "krb")) for n in range(1, 8)]
            yield Table((*runs, *more)), Table((*groups, *more))
            yield Table((*groups, *more)), Table((*runs, *more))


def measurements() -> Iterator[tuple[str, str, Timing]]:
    """Yield what was measured, its goal, and the times."""
    plays = best_plays()
    every = [pair for pairs in plays.values() for pair in pairs]
    for tier, tables in (*plays.items(), ("all", every)):
        goal = "≤ 500 µs at the median, ≤ 20 ms worst" if tier == "all" else ""
        yield f"explain the best play, {tier}", goal, timed(_calls(tables), repeats=3)
    yield "explain a rearranged table", "", timed(_calls(rearranged_tables()), repeats=3)


def _calls(
    tables: Iterator[tuple[Table, Table]] | list[tuple[Table, Table]],
) -> list[Callable[[], object]]:
    return [partial(explain, before, after) for before, after in tables]


def processor_times(calls: list[Callable[[], object]], repeats: int = 3) -> list[float]:
    """Return the milliseconds of processor time of each call, the best of some tries, sorted."""
    times = []
    for call in calls:
        tries = []
        for _ in range(repeats):
            start = process_time_ns()
            call()
            tries.append((process_time_ns() - start) / 1e6)
        times.append(min(tries))
    return sorted(times)


def main() -> None:
    """Print the processor times by tier, and the most by which a deadline is exceeded."""
    plays = best_plays()
    plays |= {"all": [pair for pairs in plays.values() for pair in pairs]}
    plays |= {"rearranged": [*rearranged_tables()]}
    for name, tables in plays.items():
        times = processor_times(_calls(tables))
        p95 = times[int(len(times) * 0.95)]
        middle = median(times)
        print(f"{name}: median {middle:.2f} ms, p95 {p95:.2f} ms, worst {times[-1]:.2f} ms of CPU")
    for limit in (1.0, 5.0):
        calls = [
            partial(_by_deadline, before, after, limit)
            for before, after in (*plays["all"], *plays["rearranged"])
        ]
        over = processor_times([*calls])[-1] - limit
        print(f"over a deadline of {limit:g} ms by at most {over:.1f} ms of CPU")


def _by_deadline(before: Table, after: Table, milliseconds: float) -> None:
    explain(before, after, deadline=Deadline(milliseconds))


if __name__ == "__main__":
    main()
