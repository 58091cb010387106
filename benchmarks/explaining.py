"""How long it takes to explain plays: the best ones of the solver's suite, and tables laid anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from time import process_time_ns

from benchmarks.suite import suite
from benchmarks.timing import Timing, timed
from tilerummy.analysis import explain
from tilerummy.deadline import Deadline
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.solver import solve
from tilerummy.tiles import Tile

_TIERS = ("early", "mid", "late", "stress", "dense")
_ENOUGH = 200_000

Plays = dict[str, list[tuple[Table, Table]]]


def best_plays() -> Plays:
    """Return the table before and after the best play of every position, by tier."""
    plays: Plays = {tier: [] for tier in _TIERS}
    for tier, problem in suite():
        if tier in plays:
            best = solve(replace(problem, tidy=True, budget=_ENOUGH))
            plays[tier].append((problem.table, best.after))
    return plays


def laid_anew() -> Iterator[tuple[Table, Table]]:
    """Yield tables of up to 178 tiles of which every run becomes part of groups, and back."""
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
    yield "explain a table laid anew", "", timed(_calls(laid_anew()), repeats=3)


def _calls(
    tables: Iterator[tuple[Table, Table]] | list[tuple[Table, Table]],
) -> list[Callable[[], object]]:
    return [partial(explain, before, after) for before, after in tables]


def overruns(milliseconds: float) -> list[float]:
    """Return by how many milliseconds of processor time each call went over that deadline."""
    every = [*laid_anew(), *(pair for pairs in best_plays().values() for pair in pairs)]
    over = []
    for before, after in every:
        start = process_time_ns()
        explain(before, after, deadline=Deadline(milliseconds))
        over.append((process_time_ns() - start) / 1e6 - milliseconds)
    return sorted(over)


if __name__ == "__main__":
    for what, goal, t in measurements():
        times = f"median {t.median:,.0f} µs, p95 {t.p95:,.0f} µs, worst {t.worst:,.0f} µs"
        print(f"{what}: {times}, median of processor time {t.cpu_median:,.0f} µs  {goal}")
    for limit in (1.0, 5.0):
        print(f"over a deadline of {limit:g} ms by at most {overruns(limit)[-1]:.1f} ms")
