"""Runs all benchmarks and writes the tables to benchmarks/README.md: ``make bench``."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from benchmarks import (
    environments,
    explain,
    players,
    referee,
    review,
    simulator,
    startup,
    turns,
)
from benchmarks.capacity import measurements as capacity
from benchmarks.load import measurements as load
from benchmarks.puzzles import failing, mining
from benchmarks.solver import best_play, growth, integer_programs, placements
from benchmarks.stores import __main__ as stores

HERE = Path(__file__).parent

SECTIONS: tuple[tuple[str, str, Callable[[], Iterator[str]]], ...] = (
    (
        "The solver beside integer programs",
        "Most tiles, free jokers, the same positions, a process for each; medians.",
        integer_programs.lines,
    ),
    (
        "How the cost of a solve grows",
        f"![milliseconds of a solve, by what grows]({growth.PICTURE.relative_to(HERE)})",
        growth.lines,
    ),
    (
        "How strong the computer players are",
        "Every deal is played once from every seat; intervals are of 95 %, deals independent.",
        players.strengths,
    ),
    (
        "The environments for learning",
        "Random play in one thread; a step is an agent's action in all rows.",
        environments.lines,
    ),
    (
        "How fast the simulator plays",
        "Turns a second of one core; `goal` is what two greedy players in Sabra must reach.",
        simulator.lines,
    ),
    (
        "How fast `tilerummy simulate` writes",
        "Turns a second of one core, two players of the same policy, as JSON lines into a file.",
        simulator.command_lines,
    ),
    (
        "How long a review takes",
        "Games between casual players, every seat; `quick` in two processes, `CPU` in one.",
        review.lines,
    ),
    (
        "How fast puzzles are mined",
        "One core; self-play included. Two puzzles of a round are kept at most.",
        mining.lines,
    ),
    (
        "How hard puzzles are",
        "The shipped set, where melds are rearranged; a casual player tries each once.",
        failing.lines,
    ),
    (
        "The stores",
        "Appends by concurrent tasks, each to its own table; `load` is the machine's.",
        stores.lines,
    ),
    (
        "The server under load",
        "The programs that play run on the same machine.",
        load.lines,
    ),
    (
        "How far it goes",
        f"![milliseconds of a move, by tables]({capacity.PICTURE.relative_to(HERE)})",
        capacity.lines,
    ),
)
"""The title, note and measurement of each section after the table of times."""


def main() -> None:
    """Print and write the tables, with a picture."""
    if not find_spec("ortools") or not find_spec("matplotlib"):
        sys.exit("ortools or matplotlib is missing: make bench installs them")
    cores = len(os.sched_getaffinity(0))
    rows = [
        "| measured | calls | median µs | p95 µs | worst µs | cpu median µs | goal |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    print("\n".join(rows))
    parts = (best_play, placements, turns, explain, referee, players, startup)
    for what, goal, t in chain.from_iterable(part.measurements() for part in parts):
        times = " | ".join(f"{v:,.0f}" for v in (t.calls, t.median, t.p95, t.worst, t.cpu_median))
        rows.append(f"| {what} | {times} | {goal} |")
        print(rows[-1], flush=True)
    text = [
        "# How fast it is",
        "",
        "Written by `make bench`. Times are wall-clock times unless they are called CPU.",
        f"Measured on {cores} cores ({platform.machine()}), Python {platform.python_version()}.",
        "",
        *rows,
    ]
    for title, note, part in SECTIONS:
        module = part.__module__.removesuffix(".measurements").removesuffix(".__main__")
        alone = f"`python -m {module}` measures only this."
        text += ["", f"## {title}", "", note, alone, "", *_printed(part())]
    (HERE / "README.md").write_text("\n".join([*text, ""]), encoding="utf-8")


def _printed(lines: Iterator[str]) -> list[str]:
    """Return the lines, each printed as soon as it is measured."""
    printed = []
    for line in lines:
        printed.append(line)
        print(line, flush=True)
    return printed


if __name__ == "__main__":
    main()
