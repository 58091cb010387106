"""Measure everything and write the table to benchmarks/README.md."""

from __future__ import annotations

import platform
from pathlib import Path

from benchmarks import referee, solver


def main() -> None:
    """Print the table and write it."""
    rows = [
        "| measured | calls | median µs | p95 µs | worst µs | cpu median µs | goal |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    print("\n".join(rows))
    for what, goal, t in (*solver.measurements(), *referee.measurements()):
        times = " | ".join(f"{v:,.0f}" for v in (t.calls, t.median, t.p95, t.worst, t.cpu_median))
        rows.append(f"| {what} | {times} | {goal} |")
        print(rows[-1], flush=True)
    text = "\n".join(
        [
            "# How fast it is",
            "",
            "Written by `make bench`. Times are of wall clock, where not of the processor.",
            f"Measured on {platform.machine()} with Python {platform.python_version()}.",
            "",
            *rows,
            "",
        ]
    )
    Path(__file__).with_name("README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
