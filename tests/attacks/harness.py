"""Run an attack on a server where victims play, and report what they measured."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.attacks.target import Target
from tests.attacks.victims import Sample, Victim, between, has_gone_on
from tests.support.examples import examples


async def _nothing(_: Target) -> list[str]:
    return []


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that runs for so many seconds; ``also`` returns further errors afterwards.

    ``fill`` writes what the folder of the server holds before. It is ``proxied`` if it is one that
    only the proxy of deploy/ withstands.
    """

    name: str
    run: Callable[[Target, float], Awaitable[None]]
    about: str
    also: Callable[[Target], Awaitable[list[str]]] = _nothing
    fill: Callable[[Path], None] = lambda _: None
    proxied: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """How long an attack is watched, in seconds, with how many victims.

    *recovery* is how long a table may take to go on, *ending* a game to end; 0 waits for no end.
    """

    tables: int
    before: float
    during: float
    recovery: float = 20.0
    ending: float = 0.0


SHORT = Form(tables=6, before=0.5, during=examples(3, 30), recovery=30.0)
LONG = Form(tables=8, before=20.0, during=60.0, ending=240.0)
ALLOWED = 0.050
"""How many seconds the p99 of moves may exceed that before the attack: G14."""


@dataclass(slots=True)
class Report:
    """The samples of the victims, by phase, and the errors."""

    attack: Attack
    phases: dict[str, list[Sample]]
    wrong: list[str] = field(default_factory=list)

    def p99(self, phase: str, what: str = "move") -> float:
        """Return the p99 of a phase in seconds."""
        return percentile([s.seconds for s in self.phases[phase] if s.what == what], 0.99)

    def slower(self) -> list[str]:
        """Return in which phases moves took longer than is allowed."""
        limit = self.p99("before") + ALLOWED
        return [
            f"{phase} the attack p99 was {self.p99(phase) * 1000:.0f} ms,"
            f" {limit * 1000:.0f} ms are allowed"
            for phase in ("during", "after")
            if self.p99(phase) > limit
        ]

    def lines(self) -> list[str]:
        """Return the report as text."""
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


def percentile(times: Sequence[float], part: float) -> float:
    """Return the value that *part* of the times do not exceed, 0 if there are none."""
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(len(ranked) * part))] if ranked else 0.0


async def attacked(attack: Attack, target: Target, form: Form) -> Report:
    """Have victims play before, during and after an attack, and report on it."""
    victims = [Victim(target, number) for number in range(form.tables)]
    playing = [asyncio.create_task(v.play()) for v in victims]
    try:
        await _until(lambda: all(v.samples for v in victims), 30)
        begin = time.monotonic()
        await asyncio.sleep(form.before)
        attacked_at = time.monotonic()
        await asyncio.wait_for(attack.run(target, form.during), form.during + 30)
        over = time.monotonic()
        recovered = await _until(lambda: all(has_gone_on(v, over) for v in victims), form.recovery)
        wrong = []
        if not recovered:
            stuck = sum(not has_gone_on(v, over) for v in victims)
            wrong.append(f"{stuck} of {form.tables} tables are stuck after the attack")
        await asyncio.sleep(form.before)
        finished = time.monotonic()
        for victim in victims:
            victim.last = True
        if form.ending and not await _until(lambda: all(t.done() for t in playing), form.ending):
            wrong.append(f"{sum(not t.done() for t in playing)} games did not reach their end")
        if target.process.poll() is not None:
            wrong.append("the server has ended")
        else:
            wrong += await attack.also(target)
        phases = {
            "before": between(victims, begin, attacked_at),
            "during": between(victims, attacked_at, over),
            "after": between(victims, over, finished),
        }
        return Report(attack, phases, wrong)
    finally:
        await end(playing)


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel *tasks* and return when all are done, whatever their results are.

    A cancellation can be lost when an answer arrives at the same moment, so it is repeated.
    """
    tasks = [*tasks]
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=1)
    await asyncio.gather(*tasks, return_exceptions=True)


async def _until(happened: Callable[[], bool], seconds: float) -> bool:
    """Return whether something happens within so many seconds."""
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(0.05)
    return True


def survived(attack: Attack, target: Target, *, form: Form = SHORT) -> Report:
    """Assert that all tables go on during and after an attack; return and print the report."""
    report = asyncio.run(attacked(attack, target, form))
    print("\n".join(report.lines()))
    assert not report.wrong, (report.wrong, target.log()[-2000:])
    return report
