"""How long a command takes from its start to its exit, on one question and with a cold start."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter_ns

from benchmarks.timing import Timing

_RUNS = 15
_QUESTIONS = {
    "solve": b'{"table": "b2 b3 b4 b5 / k5 r5 o5", "rack": "b6 k9"}\n',
    "referee": b'{"table": "b5 b6 *b7", "rack": "b8 k1", "play": "b5 b6 *b7 b8"}\n',
}
_GOALS = {"solve": "median ≤ 150,000 µs"}


def measurements() -> Iterator[tuple[str, str, Timing]]:
    """Yield what was measured, its goal, and the times, the child's own of the processor."""
    nothing = _ran([sys.executable, "-c", "pass"], b"")
    yield "start of Python, for comparison", "", nothing
    for name, question in _QUESTIONS.items():
        command = [sys.executable, "-m", "tilerummy", name]
        yield f"tilerummy {name}, cold, one question", _GOALS.get(name, ""), _ran(command, question)


def _ran(command: list[str], question: bytes) -> Timing:
    subprocess.run(command, input=question, check=True, capture_output=True)
    wall: list[float] = []
    cpu: list[float] = []
    for _ in range(_RUNS):
        before, start = _children(), perf_counter_ns()
        subprocess.run(command, input=question, check=True, capture_output=True)
        wall.append((perf_counter_ns() - start) / 1000)
        cpu.append(_children() - before)
    wall.sort()
    p95 = wall[int(len(wall) * 0.95)]
    return Timing(len(wall), statistics.median(wall), p95, wall[-1], statistics.median(cpu))


def _children() -> float:
    """Return the processor time of all children so far, in microseconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1e6


if __name__ == "__main__":
    for what, goal, t in measurements():
        print(f"{what}: median {t.median:,.0f} µs, cpu {t.cpu_median:,.0f} µs  {goal}")
