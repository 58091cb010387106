"""Look for positions in which an answer comes too late: ``make worst``.

It begins with what was found before: the corpus, the largest problems, and turns of whole games.
Positions of every preset and with all house rules are made by chance, and the worst ones are made
worse: what an answer takes beyond its deadline is what counts. A time too long is measured again,
as others may have had the processor: the shortest counts. The worst of each function go to
``--keep``, from where they may go to the corpus that the tests replay. Exits with 1 if an answer
came more than ``--slack`` milliseconds too late, the time left out for which others had the
processor, or was wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from tests.worst.functions import Measured, functions
from tests.worst.positions import Spot, as_written, mutated, random_spot
from tests.worst.replay import late, least

WORST = 12
"""So many of the worst positions of each function are kept, and made worse."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position in which a function took so much longer than it had, at most and at ``least``.

    In between lies what others had of the processor, before the deadline or after it.
    """

    over: float
    least: float
    times: Measured
    name: str
    milliseconds: float
    spot: Spot


@dataclass(slots=True)
class Search:
    """The worst positions found so far, by function."""

    chance: Random
    slack: float
    only: list[str]
    worst: dict[str, list[Found]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    looked_at: int = 0
    late: int = 0
    doubtful: int = 0

    def step(self) -> None:
        """Look at one more position."""
        spot = self._next()
        self.looked_at += 1
        try:
            state = spot.state
            for name, ask in functions(spot.rules, state).items():
                if self.only and name not in self.only:
                    continue
                milliseconds = self.chance.choice((1, 5, 50, 50))
                work = partial(ask, spot.rules, state)
                times = least(work, milliseconds, self.slack)
                over = times.wall - milliseconds
                self._take(Found(over, over - times.waited, times, name, milliseconds, spot))
        except Exception:  # noqa: BLE001 - what is wrong is reported at the end
            self.faults.append(f"{json.dumps(as_written(spot))}\n{traceback.format_exc()}")

    def _next(self) -> Spot:
        every = [found for some in self.worst.values() for found in some]
        if not every or self.chance.random() < 0.4:
            return random_spot(self.chance)
        name = self.chance.choice([*self.worst])
        return mutated(self.chance.choice(self.worst[name]).spot, self.chance)

    def _take(self, found: Found) -> None:
        self.late += found.least > self.slack
        self.doubtful += found.over > self.slack >= found.least
        some = self.worst.setdefault(found.name, [])
        some.append(found)
        some.sort(key=lambda one: -one.least)
        del some[WORST:]

    def lines(self) -> Iterator[str]:
        """Yield what to keep."""
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
        """Return in a line how far it is."""
        each = (
            f"{name} {some[0].least:+.0f} to {some[0].over:+.0f}"
            for name, some in sorted(self.worst.items())
        )
        return f"{self.looked_at} positions, ms beyond the deadline: {', '.join(each)}"


def main() -> int:
    """Search, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.worst", description=__doc__)
    parser.add_argument(
        "seconds", nargs="?", type=float, default=600, help="how long; 600 if left out"
    )
    parser.add_argument("--seed", type=int, default=None, help="the chance; any if left out")
    parser.add_argument("--slack", type=float, default=20, help="milliseconds; 20 if left out")
    parser.add_argument("--only", nargs="*", default=[], help="functions; all if left out")
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
        f"{search.late} answers came late, {search.doubtful} others may have, as the processor was"
        f" not free, {len(search.faults)} were wrong"
    )
    return 1 if replayed or search.late or search.faults else 0


if __name__ == "__main__":
    sys.exit(main())
