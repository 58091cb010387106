"""Runs the simulation: ``python -m benchmarks.capacity``."""

from __future__ import annotations

from benchmarks.capacity.measurements import lines

if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
