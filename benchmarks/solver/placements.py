"""Times the enumeration of all placements of 14 rack tiles on tables of about 60 tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random

from benchmarks.solver.suite import suite
from benchmarks.timing import Timing, timed
from tilerummy.jokers import JokerLaw, JokerMelds, Reuse
from tilerummy.solver import HAS_KERNEL, Problem, placements
from tilerummy.tiles import JOKER, Rack

_TABLES = range(57, 64)
_LAWS = {
    "locked jokers": JokerLaw(),
    "open jokers": JokerLaw(melds=JokerMelds.OPEN),
    "free jokers": JokerLaw(melds=JokerMelds.FREE),
    "locked jokers, new meld": JokerLaw(reuse=Reuse.NEW_MELD),
}


def positions() -> Iterator[Problem]:
    """Yield every table of 57 to 63 tiles in the suite, with a rack of 14 remaining tiles."""
    rng = Random(14)
    for _, problem in suite():
        if len(problem.table.tiles) in _TABLES and len(problem.tiles) == 106:
            left = Rack(problem.tiles) - problem.table.tiles
            yield replace(problem, rack=Rack(rng.sample(left, 14)))


def measurements() -> Iterator[tuple[str, str, Timing]]:
    """Yield a name, a goal and the times for each measurement."""
    engine = "kernel" if HAS_KERNEL else "plain Python"
    problems = [*positions()]
    for name, law in _LAWS.items():
        limited = law.reuse is not Reuse.ANY
        problems_by_law = [
            replace(problem, law=law)
            for problem in problems
            if not limited or JOKER in problem.table.tiles
        ]
        yield (
            f"all placements ({engine}): 14 tiles against about 60, {name}",
            "" if limited else "median ≤ 5000 µs",
            timed([partial(placements, problem) for problem in problems_by_law], repeats=1),
        )
    listed: list[Callable[[], object]] = [partial(_listed, problem) for problem in problems]
    yield (f"as above, listed as racks ({engine}), locked jokers", "", timed(listed, repeats=1))


def _listed(problem: Problem) -> list[Rack]:
    return [*placements(problem)]
