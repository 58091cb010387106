"""Times functions on a noisy machine."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter_ns, process_time_ns


@dataclass(frozen=True, slots=True)
class Timing:
    """Wall-clock times of a call in microseconds, and the median processor time."""

    calls: int
    median: float
    p95: float
    worst: float
    cpu_median: float


def loop_milliseconds() -> float:
    """Return the minimum processor time, in five runs, of a loop of a million: a calibration."""
    times = []
    for _ in range(5):
        began, total = process_time_ns(), 0
        for number in range(1_000_000):
            total += number & 7
        times.append((process_time_ns() - began) / 1e6)
    return min(times)


def timed(functions: list[Callable[[], object]], *, repeats: int) -> Timing:
    """Return the times of calling each of *functions* *repeats* times."""
    wall: list[float] = []
    cpu: list[float] = []
    for function in functions:
        function()
        for _ in range(repeats):
            cpu_start, start = process_time_ns(), perf_counter_ns()
            function()
            wall.append((perf_counter_ns() - start) / 1000)
            cpu.append((process_time_ns() - cpu_start) / 1000)
    wall.sort()
    return Timing(
        len(wall),
        statistics.median(wall),
        wall[int(len(wall) * 0.95)],
        wall[-1],
        statistics.median(cpu),
    )
