"""Measures again what has been too late before, or would be without a limit."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random

from tests.solver.problems.large_problems import large
from tests.support.random_rounds import Timed
from tests.worst.corpus import Found, corpus, near_the_end
from tests.worst.functions import Measured, functions, measured

from tilerummy.deadline import Deadline
from tilerummy.players import play_round, player
from tilerummy.rules import ruleset
from tilerummy.simulator import RoundBatch
from tilerummy.solver import HAS_KERNEL, Problem, best_of, placements, solve
from tilerummy.tiles import Rack

AGAIN = 5
"""A time that is too long is measured again up to this often."""

TURN = 60
"""The milliseconds of a master's turn in whole games."""

STEP = 2000
"""The milliseconds that a step of a batch may take: without a limit some take minutes."""


def late(slack: float) -> Iterator[str]:
    """Yield a line for each answer that comes more than *slack* ms too late, with its time."""
    for what, work, milliseconds, own_slack in _known():
        times = least(work, milliseconds, max(slack, own_slack))
        over = times.wall - milliseconds - times.waited
        if over > max(slack, own_slack):
            yield f"late again by {over:.0f} ms: {what}"
    for preset, seats in (("sabra", 4), ("rummikub", 2), ("mcgraw", 2), ("american", 2)):
        chance = Random(1)
        players = [Timed(player("master", chance, milliseconds=TURN)) for _ in range(seats)]
        try:
            play_round(ruleset(preset), players, seed=b"deadline".ljust(32))
        except AssertionError as error:
            yield f"{preset} with {seats}: {error}"
    for preset in ("sabra", "rummikub") if HAS_KERNEL else ():
        longest = _longest_step(preset)
        if longest > STEP:
            yield f"a step of a batch took {longest:.0f} ms in {preset}"


def least(work: Callable[[Deadline], object], milliseconds: float, slack: float) -> Measured:
    """Return the shortest time of several if the first is too long."""
    found: list[Measured] = []
    while len(found) <= AGAIN and not (found and found[-1].wall <= milliseconds + slack / 2):
        gc.collect()
        gc.freeze()  # what the search has made is no garbage of the answer
        found.append(measured(work, milliseconds))
        gc.unfreeze()
    return min(found, key=lambda times: times.wall)


def _known() -> Iterator[tuple[str, Callable[[Deadline], object], float, float]]:
    for found in corpus():
        yield from _of_position(found)
        for pool in (0, 4):
            yield from _of_position(replace(near_the_end(found, pool), function="choose master"))
    for problem in (*large(0, 4), *large(5, 4), *large(20, 6)) if HAS_KERNEL else ():
        yield f"solve {problem}", partial(_solved, problem), 50, 0
        yield f"placements {problem}", partial(_placed, problem), 60, 0


def _of_position(found: Found) -> Iterator[tuple[str, Callable[[Deadline], object], float, float]]:
    for name, ask in functions(found.rules, found.view).items():
        if found.function in (None, name):
            work = partial(ask, found.rules, found.view)
            yield f"{name} in corpus {found}", work, found.milliseconds, found.slack


def _solved(problem: Problem, deadline: Deadline) -> None:
    solve(replace(problem, milliseconds=deadline.left))


def _placed(problem: Problem, deadline: Deadline) -> None:
    small = replace(problem, rack=Rack([*problem.rack][:14]), leave=Rack())
    best_of(placements(small, deadline=deadline.share(0.5)), 3, deadline=deadline)


def _longest_step(preset: str) -> float:
    """Seats that mostly draw: without a limit some of these steps take minutes."""
    batch, chance = RoundBatch(ruleset(preset), 2, 1), Random(3)
    batch.reset([bytes([3]) * 32])
    longest = 0.0
    while not batch.over[0]:
        draws, offers = chance.random() < 0.9 and batch.status[2], sum(batch.mask)
        began = time.process_time()
        batch.step([0 if draws or offers == 1 else offers - 1])
        longest = max(longest, 1000 * (time.process_time() - began))
    return longest
