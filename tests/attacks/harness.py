"""Runs an attack on a server where victims play, and reports their measurements."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.attacks.target import Target, started
from tests.attacks.victims import Sample, Victim, between, has_continued
from tests.support.examples import examples
from tests.support.measures import percentile
from tests.support.waiting import eventually
from websockets.exceptions import WebSocketException


async def _nothing(_: Target) -> list[str]:
    return []


def at_most(*, memory: int, disk: int = 0) -> Callable[[Target], Awaitable[list[str]]]:
    """Return a check that limits the server's memory and, unless *disk* is 0, its folder in MiB."""

    async def look(target: Target) -> list[str]:
        used, stored = target.memory() / 2**20, target.disk() / 2**20
        wrong = [f"the server uses {used:.0f} MiB"] if used > memory else []
        return [*wrong, *([f"the folder takes {stored:.1f} MiB"] if 0 < disk < stored else [])]

    return look


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack: ``run`` attacks for a number of seconds, ``also`` returns further errors.

    ``fill`` writes the initial contents of the server's folder. A ``proxied`` attack needs the
    proxy of deploy/.
    """

    name: str
    run: Callable[[Target, float], Awaitable[None]]
    about: str
    also: Callable[[Target], Awaitable[list[str]]] = _nothing
    fill: Callable[[Path], None] = lambda _: None
    proxied: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """The durations of a run in seconds, and its number of victims.

    *recovery* is the time for a table to continue, *ending* for a game to end; 0 does not wait.
    """

    tables: int
    before: float
    during: float
    recovery: float = 20.0
    ending: float = 0.0


SHORT = Form(tables=6, before=0.5, during=examples(3, 30), recovery=30.0)
LONG = Form(tables=8, before=20.0, during=60.0, ending=240.0)
ALLOWED = 50
"""The maximum growth of the moves' 99th percentile during an attack, in milliseconds: G14."""


@dataclass(slots=True)
class Report:
    """The victims' samples by phase, and the errors."""

    attack: Attack
    phases: dict[str, list[Sample]]
    wrong: list[str] = field(default_factory=list)

    def slower(self) -> list[str]:
        """Return a line for each phase with moves that were too slow."""
        p99 = {
            phase: percentile((s.seconds for s in samples if s.what == "move"), 0.99) * 1000
            for phase, samples in self.phases.items()
        }
        limit = p99["before"] + ALLOWED
        return [
            f"p99 {phase} the attack: {p99[phase]:.0f} ms, limit {limit:.0f} ms"
            for phase in ("during", "after")
            if p99[phase] > limit
        ]

    def lines(self) -> list[str]:
        lines = [f"{self.attack.name}: {self.attack.about}"]
        for phase, samples in self.phases.items():
            parts = [f"  {phase:<7}"]
            for what in ("move", "hint", "computer"):
                times = [s.seconds for s in samples if s.what == what and s.ok]
                lost = sum(s.what == what and not s.ok for s in samples)
                p50, p99 = (percentile(times, p) * 1000 for p in (0.5, 0.99))
                refused = f" -{lost}" if lost else ""
                parts.append(f"{len(times):>4}{refused} {what}s p50 {p50:6.1f} p99 {p99:7.1f} ms")
            lines.append("  ".join(parts))
        return [*lines, *(f"  WRONG: {line}" for line in self.wrong)]


async def attacked(attack: Attack, target: Target, form: Form) -> Report:
    """Have victims play before, during and after an attack, and return the report."""
    victims = [Victim(target, number) for number in range(form.tables)]
    playing = [asyncio.create_task(v.play()) for v in victims]
    try:
        await _happened(lambda: all(v.samples for v in victims), 30)
        begin = time.monotonic()
        await asyncio.sleep(form.before)
        attacked_at = time.monotonic()
        await asyncio.wait_for(attack.run(target, form.during), form.during + 30)
        ended = time.monotonic()

        def stuck() -> int:
            return sum(not has_continued(victim, ended) for victim in victims)

        await _happened(lambda: not stuck(), form.recovery)
        wrong = []
        if left := stuck():
            wrong.append(f"{left} of {form.tables} tables are stuck after the attack")
        await asyncio.sleep(form.before)
        finished = time.monotonic()
        for victim in victims:
            victim.last = True
        if form.ending and not await _happened(lambda: all(t.done() for t in playing), form.ending):
            wrong.append(f"{sum(not t.done() for t in playing)} games did not finish")
        if target.process.poll() is not None:
            wrong.append("the server has stopped")
        else:
            wrong += await attack.also(target)
        phases = {
            "before": between(victims, begin, attacked_at),
            "during": between(victims, attacked_at, ended),
            "after": between(victims, ended, finished),
        }
        return Report(attack, phases, wrong)
    finally:
        await end(playing)


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel *tasks*, and return when all are done.

    A cancellation can be lost if a message arrives at the same moment, so it is repeated.
    """
    tasks = [*tasks]
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=1)
    await asyncio.gather(*tasks, return_exceptions=True)


async def _happened(condition: Callable[[], bool], seconds: float) -> bool:
    """Return whether a condition becomes true within the given time."""
    with suppress(AssertionError):
        await eventually(condition, seconds=seconds)
        return True
    return False


Work = Coroutine[object, object, None]


async def together(seconds: float, work: Iterable[Work]) -> None:
    """Run all coroutines of *work* for the given time; raise their first error."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        await asyncio.sleep(seconds)
    finally:
        await end(tasks)
    for task in tasks:
        if not task.cancelled() and (error := task.exception()):
            raise error


async def again(work: Callable[[], Work], pause: float = 0.2) -> None:
    """Repeat *work* until cancelled, with *pause* seconds in between, even if it is refused."""
    while True:
        with suppress(OSError, WebSocketException, AssertionError):
            await work()
        await asyncio.sleep(pause)


def run(attack: Attack, folder: Path, form: Form) -> Report:
    """Run an attack on a new server in this folder, and print the report."""
    attack.fill(folder / "data")
    with started(folder, proxied=attack.proxied) as target:
        report = asyncio.run(attacked(attack, target, form))
        if report.wrong:
            report.wrong.append(target.log()[-2000:])
    print("\n".join(report.lines()), flush=True)
    return report
