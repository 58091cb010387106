"""Searches for positions whose results come too late: ``make find-slow``.

It starts with known cases: the corpus, the largest problems, and turns of complete games. It
generates random positions of every preset with all house rules and mutates the worst ones,
maximising the time beyond the deadline. A time that is too long is measured again, because other
processes may have used the processor, and the shortest time counts. The worst positions of each
function are written to ``--keep`` and can be copied to the corpus that the tests replay. Exits with
1 if a result was wrong or came more than ``--slack`` milliseconds too late, not counting the time
that other processes used the processor.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random

from tests.solver.problems.large_problems import large
from tests.support.random_rounds import Timed
from tests.worst.corpus import Found as Kept
from tests.worst.corpus import corpus, near_the_end
from tests.worst.functions import Measured, functions, measured
from tests.worst.positions import Spot, as_written, mutated, random_spot

from tilerummy.deadline import Deadline
from tilerummy.players import play_round, player
from tilerummy.rules import ruleset
from tilerummy.simulator import RoundBatch
from tilerummy.solver import HAS_KERNEL, Problem, best_of, placements, solve
from tilerummy.tiles import Rack

AGAIN = 5
"""The number of times that a long measurement is repeated."""

TURN = 60
"""Milliseconds per turn of a master in complete games."""

STEP = 2000
"""The milliseconds that a step of a batch may take: without a limit some take minutes."""

WORST = 12
"""The number of worst positions retained and mutated per function."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position where a function exceeded its deadline, by at most ``over`` milliseconds.

    ``least`` excludes the time when other processes may have used the processor.
    """

    over: float
    least: float
    times: Measured
    name: str
    milliseconds: float
    spot: Spot


@dataclass(slots=True)
class Search:
    """The worst positions so far, by function."""

    rng: Random
    slack: float
    only: list[str]
    worst: dict[str, list[Found]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    looked_at: int = 0
    late: int = 0
    doubtful: int = 0

    def step(self) -> None:
        """Try one more position."""
        spot = self._next()
        self.looked_at += 1
        try:
            state = spot.state
            for name, ask in functions(spot.rules, state).items():
                if self.only and name not in self.only:
                    continue
                milliseconds = self.rng.choice((1, 5, 50, 50))
                work = partial(ask, spot.rules, state)
                times = least(work, milliseconds, self.slack)
                over = times.wall - milliseconds
                self._take(Found(over, over - times.waited, times, name, milliseconds, spot))
        except Exception:  # noqa: BLE001 - errors are reported at the end
            self.faults.append(f"{json.dumps(as_written(spot))}\n{traceback.format_exc()}")

    def _next(self) -> Spot:
        every = [found for some in self.worst.values() for found in some]
        if not every or self.rng.random() < 0.4:
            return random_spot(self.rng)
        name = self.rng.choice([*self.worst])
        return mutated(self.rng.choice(self.worst[name]).spot, self.rng)

    def _take(self, found: Found) -> None:
        self.late += found.least > self.slack
        self.doubtful += found.over > self.slack >= found.least
        some = self.worst.setdefault(found.name, [])
        some.append(found)
        some.sort(key=lambda one: -one.least)
        del some[WORST:]

    def lines(self) -> Iterator[str]:
        """Yield the lines to save."""
        for some in self.worst.values():
            for found in some[:3]:
                yield json.dumps(
                    {
                        "function": found.name,
                        "milliseconds": found.milliseconds,
                        "over": [round(found.least, 1), round(found.over, 1)],
                        **as_written(found.spot),
                    }
                )

    def line(self) -> str:
        """Return a line that shows the progress."""
        each = (
            f"{name} {some[0].least:+.0f} to {some[0].over:+.0f}"
            for name, some in sorted(self.worst.items())
        )
        return f"{self.looked_at} positions, ms beyond the deadline: {', '.join(each)}"


def late(slack: float) -> Iterator[str]:
    """Yield a line for each result that is more than *slack* ms too late, with its time."""
    for what, work, milliseconds, own_slack in _known():
        times = least(work, milliseconds, max(slack, own_slack))
        over = times.wall - milliseconds - times.waited
        if over > max(slack, own_slack):
            yield f"late again by {over:.0f} ms: {what}"
    for preset, seats in (("sabra", 4), ("rummikub", 2), ("mcgraw", 2), ("american", 2)):
        rng = Random(1)
        players = [Timed(player("master", rng, milliseconds=TURN)) for _ in range(seats)]
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
        gc.freeze()  # exclude the garbage of the search from the measurement
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


def _of_position(found: Kept) -> Iterator[tuple[str, Callable[[Deadline], object], float, float]]:
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
    """Return the longest step of a batch whose seats mostly draw, in milliseconds.

    Without a limit, some of these steps would take minutes.
    """
    batch, rng = RoundBatch(ruleset(preset), 2, 1), Random(3)
    batch.reset([bytes([3]) * 32])
    longest = 0.0
    while not batch.over[0]:
        draws, offers = rng.random() < 0.9 and batch.status[2], sum(batch.mask)
        began = time.process_time()
        batch.step([0 if draws or offers == 1 else offers - 1])
        longest = max(longest, 1000 * (time.process_time() - began))
    return longest


def main() -> int:
    """Search, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.worst", description=__doc__)
    parser.add_argument("seconds", nargs="?", type=float, default=600, help="duration; default 600")
    parser.add_argument("--seed", type=int, default=None, help="random seed; default: the time")
    parser.add_argument("--slack", type=float, default=20, help="milliseconds; default 20")
    parser.add_argument("--only", nargs="*", default=[], help="functions; default all")
    parser.add_argument("--keep", type=Path, default=Path("build/worst.jsonl"))
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else time.time_ns()
    replayed = [*late(options.slack)]
    for line in replayed:
        print(line)
    search = Search(Random(seed), options.slack, options.only)
    end, shown_at = time.monotonic() + options.seconds, 0.0
    while (now := time.monotonic()) < end:
        search.step()
        if now - shown_at > 5:
            print(f"{end - now:4.0f} s left, {search.line()}", file=sys.stderr, flush=True)
            shown_at = now
    options.keep.parent.mkdir(exist_ok=True)
    options.keep.write_text("".join(f"{line}\n" for line in search.lines()))
    print(f"seed {seed}: {search.line()}")
    for some in search.worst.values():
        for found in some[:1]:
            print(
                f"{found.name}: {found.times.wall:.1f} ms ({found.times.cpu:.1f} ms of the"
                f" processor) with {found.milliseconds:g} ms: {as_written(found.spot)}"
            )
    for fault in search.faults[:10]:
        print(fault)
    print(
        f"{search.late} late results, {search.doubtful} perhaps late on a busy processor,"
        f" {len(search.faults)} wrong results"
    )
    return 1 if replayed or search.late or search.faults else 0


if __name__ == "__main__":
    sys.exit(main())
