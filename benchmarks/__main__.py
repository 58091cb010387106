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
    static_game,
    static_play,
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
        "The solver compared with integer programs",
        (
            "The objective is most tiles, with free jokers. Each program solves the same "
            "positions in its own process. All times are medians."
        ),
        integer_programs.lines,
    ),
    (
        "How the cost of a solve grows",
        f"![milliseconds of a solve, by what grows]({growth.PICTURE.relative_to(HERE)})",
        growth.lines,
    ),
    (
        "How strong the computer players are",
        (
            "Every deal is played once from every seat. Intervals are 95 % intervals; each "
            "deal counts as a single observation."
        ),
        players.strengths,
    ),
    (
        "The environments for learning",
        "Agents play at random in one thread. In all rows, a step is one action by one agent.",
        environments.lines,
    ),
    (
        "How fast the simulator plays",
        (
            "Turns per second on one core; `goal` is the rate that two greedy players in "
            "Sabra must reach."
        ),
        simulator.lines,
    ),
    (
        "How fast `tilerummy simulate` writes",
        (
            "Turns per second on one core, with two players of the same policy, written to a "
            "file as JSON lines."
        ),
        simulator.command_lines,
    ),
    (
        "How long a review takes",
        (
            "Games between casual players, reviewed for every seat; `quick` uses two "
            "processes, `CPU` one."
        ),
        review.lines,
    ),
    (
        "How fast puzzles are mined",
        "On one core, including self-play. Each round contributes at most two puzzles.",
        mining.lines,
    ),
    (
        "How hard puzzles are",
        (
            "The bundled puzzles from games where melds can be rearranged; a casual player "
            "tries each once."
        ),
        failing.lines,
    ),
    (
        "How long the static version takes to start",
        (
            "Chromium on a phone's screen. A warm visit continues a game. At 10 Mbit/s, all "
            "requests share the connection, and a round trip takes 40 ms."
        ),
        static_game.lines,
    ),
    (
        "How fast the static version is",
        (
            "In a web worker in Chromium, including the messages, the rules and storing each move. "
            "Computers play without pauses."
        ),
        static_play.lines,
    ),
    (
        "The stores",
        (
            "Many tasks append entries at the same time, each to a different game table. "
            "`load` is the load average of the machine."
        ),
        stores.lines,
    ),
    (
        "The server under load",
        (
            "Clients on the same machine play at many tables. Latency is measured from "
            "the time when a move is due until it reaches each seat."
        ),
        load.lines,
    ),
    (
        "How far it goes",
        f"![milliseconds of a move, by tables]({capacity.PICTURE.relative_to(HERE)})",
        capacity.lines,
    ),
)
"""The title, the note and the measurement of each section; a measurement yields Markdown lines."""


def main() -> None:
    """Print each table once it is measured, and write all to README.md."""
    if not find_spec("ortools") or not find_spec("matplotlib"):
        sys.exit("ortools or matplotlib is missing: make bench installs them")
    cores = len(os.sched_getaffinity(0))
    rows = [
        "| call | calls | median µs | p95 µs | worst µs | CPU median µs | goal |",
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
        "This page shows how fast the solver, the library, the server and other parts of the",
        "project are. `make bench` runs all measurements and writes this page. Times are",
        "wall-clock times unless they are marked as CPU time. They were measured on",
        f"{cores} cores ({platform.machine()}) with Python {platform.python_version()}.",
        "",
        "The first table lists single calls. Positions called *early*, *mid* and *late* come from",
        "these stages of a round. The other groups of positions are especially difficult.",
        "",
        *rows,
    ]
    for title, note, part in SECTIONS:
        module = part.__module__.removesuffix(".measurements").removesuffix(".__main__")
        alone = f"To run only this measurement, use `python -m {module}`."
        text += ["", f"## {title}", "", note, alone, "", *_printed(part())]
    (HERE / "README.md").write_text("\n".join([*text, ""]), encoding="utf-8")


def _printed(lines: Iterator[str]) -> list[str]:
    """Return *lines*, after printing each one once it is measured."""
    printed = []
    for line in lines:
        printed.append(line)
        print(line, flush=True)
    return printed


if __name__ == "__main__":
    main()
