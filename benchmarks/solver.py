"""How long the solver takes on the positions of its suite, tier by tier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from benchmarks.suite import suite
from benchmarks.timing import Timing, timed
from tilerummy.solver import HAS_KERNEL, JokerPolicy, Melds, Problem, Reuse, solve

_TIERS = ("early", "mid", "late", "stress", "dense")


def measurements() -> Iterator[tuple[str, str, Timing]]:
    """Yield what was measured, its goal, and the times."""
    engine = "kernel" if HAS_KERNEL else "plain Python"
    tiers: dict[str, list[Problem]] = {tier: [] for tier in _TIERS}
    for tier, problem in suite():
        if tier in tiers:
            tiers[tier].append(problem)
    for tier, problems in tiers.items():
        goals = {"late": "median ≤ 50 µs", "stress": "median ≤ 250 µs"}
        yield (
            f"solve ({engine}): most tiles, free jokers, {tier}",
            goals.get(tier, ""),
            timed([partial(solve, p) for p in problems], repeats=3),
        )
    for tier in ("early", "mid", "late"):
        tidy = [replace(p, tidy=True) for p in tiers[tier]]
        yield (
            f"solve ({engine}): the same, most melds left, {tier}",
            "median ≤ 200 µs" if tier == "late" else "",
            timed([partial(solve, p) for p in tidy], repeats=1),
        )
    for name, policy in (
        ("locked jokers", JokerPolicy()),
        ("open jokers", JokerPolicy(melds=Melds.OPEN)),
        ("locked jokers, new meld", JokerPolicy(reuse=Reuse.NEW_MELD)),
    ):
        late = [replace(p, policy=policy) for p in tiers["late"] if any(m.jokers for m in p.table)]
        yield (
            f"solve ({engine}): most tiles, {name}, late with a joker on the table",
            "median ≤ 200 µs, worst ≤ 10000 µs",
            timed([partial(solve, p) for p in late], repeats=1),
        )
