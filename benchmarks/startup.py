"""Measures how long a command with a single question takes, from start to exit."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter_ns

from benchmarks.timing import Timing

_RUNS = 15
_NOTHING = "start of Python, for comparison"
_IMPORT = "import tilerummy"
_QUESTIONS = {
    "solve": b'{"table": "b2 b3 b4 b5 / k5 r5 o5", "rack": "b6 k9"}\n',
    "referee": b'{"table": "b5 b6 *b7", "rack": "b8 k1", "play": "b5 b6 *b7 b8"}\n',
}
_GOALS = {"solve": "≤ 9 × the start of Python", "referee": "≤ 9 × the start of Python"}


def measurements() -> Iterator[tuple[str, str, Timing]]:
    """Yield a name, a goal and the times for each measurement, with the child's processor time.

    The programs alternate, so other load on the machine affects them equally. The ratio compares
    processor time with a Python process that does nothing.
    """
    commands = {name: [sys.executable, "-m", "tilerummy", name] for name in _QUESTIONS}
    programs = {
        _NOTHING: ([sys.executable, "-c", "pass"], b""),
        _IMPORT: ([sys.executable, "-c", _IMPORT], b""),
        **{name: (commands[name], question) for name, question in _QUESTIONS.items()},
    }
    for command, question in programs.values():  # compiles the bytecode
        subprocess.run(command, input=question, check=True, capture_output=True)
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
    for _ in range(_RUNS):
        for name, (command, question) in programs.items():
            runs[name].append(_ran(command, question))
    times = {name: _timing(taken) for name, taken in runs.items()}
    yield _NOTHING, "", times[_NOTHING]
    ratio = times[_IMPORT].cpu_median / times[_NOTHING].cpu_median
    yield (
        f"{_IMPORT}: {ratio:.1f} × the start of Python",
        "≤ 5 × the start of Python",
        times[_IMPORT],
    )
    for name in _QUESTIONS:
        ratio = times[name].cpu_median / times[_NOTHING].cpu_median
        what = f"tilerummy {name}, cold, one question: {ratio:.1f} × the start of Python"
        yield what, _GOALS[name], times[name]


def _ran(command: list[str], question: bytes) -> tuple[float, float]:
    """Return a program's wall-clock and processor time in microseconds."""
    before, start = _children(), perf_counter_ns()
    subprocess.run(command, input=question, check=True, capture_output=True)
    return (perf_counter_ns() - start) / 1000, _children() - before


def _timing(runs: list[tuple[float, float]]) -> Timing:
    wall = sorted(taken for taken, _ in runs)
    p95 = wall[int(len(wall) * 0.95)]
    cpu = statistics.median(used for _, used in runs)
    return Timing(len(wall), statistics.median(wall), p95, wall[-1], cpu)


def _children() -> float:
    """Return the total processor time of all children in microseconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1e6


if __name__ == "__main__":
    for what, goal, t in measurements():
        print(f"{what}: median {t.median:,.0f} µs, cpu {t.cpu_median:,.0f} µs  {goal}")
