"""The time to solve the positions in the suite, by tier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from benchmarks.solver.suite import suite
from benchmarks.timing import Timing, timed
from tilerummy.jokers import JokerLaw, JokerMelds, Reuse
from tilerummy.solver import HAS_KERNEL, Problem, solve

_TIERS = ("early", "mid", "late", "stress", "dense", "scaled")
_GOALS = {
    "late": "median ≤ 50 µs, worst ≤ 1000 µs",
    "stress": "median ≤ 250 µs, worst ≤ 2000 µs",
    "scaled": "worst ≤ 100000 µs",
}
_TIDY_GOALS = {"late": "median ≤ 200 µs, worst ≤ 4000 µs"}
_POLICY_GOAL = "median ≤ 200 µs, worst ≤ 10000 µs"
_LAWS = (
    ("locked jokers", JokerLaw()),
    ("open jokers", JokerLaw(melds=JokerMelds.OPEN)),
    *(
        (f"{melds} jokers, reuse {reuse}", JokerLaw(melds=melds, reuse=reuse))
        for reuse in Reuse
        if reuse is not Reuse.ANY
        for melds in (JokerMelds.LOCKED, JokerMelds.OPEN)
    ),
)
_TIME_LIMIT = 1000.0
"""The time limit for the tie-break by unchanged melds, in milliseconds."""


def measurements() -> Iterator[tuple[str, str, Timing]]:
    """Yield a name, a goal and the times for each measurement."""
    engine = "kernel" if HAS_KERNEL else "plain Python"
    tiers: dict[str, list[Problem]] = {tier: [] for tier in _TIERS}
    for tier, problem in suite():
        if tier in tiers:
            tiers[tier].append(problem)
    for tier, problems in tiers.items():
        yield (
            f"solve ({engine}): most tiles, free jokers, {tier}",
            _GOALS.get(tier, ""),
            timed([partial(solve, p) for p in problems], repeats=3),
        )
    for tier, problems in tiers.items():
        tidy = [replace(p, tidy=True, milliseconds=_TIME_LIMIT) for p in problems]
        yield (
            f"solve ({engine}): as above, then most melds unchanged, {tier}",
            _TIDY_GOALS.get(tier, ""),
            timed([partial(solve, p) for p in tidy], repeats=1),
        )
    with_joker = [p for p in tiers["late"] if any(m.jokers for m in p.table)]
    for name, law in _LAWS:
        late = [replace(p, law=law) for p in with_joker]
        yield (
            f"solve ({engine}): most tiles, {name}, late with a joker on the table",
            _POLICY_GOAL,
            timed([partial(solve, p) for p in late], repeats=3),
        )
