"""The simulator's turns per second on one core.

``python -m benchmarks.simulator`` also measures ``tilerummy simulate``. Deals are made in Python
and included.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.timing import loop_milliseconds
from tilerummy.cli.simulate.command import simulate_command
from tilerummy.rules import Ruleset, ruleset
from tilerummy.simulator import Policy, RoundBatch, simulate

GOALS = {"sabra": 25_000, "american": 25_000, "international": 10_000}
"""The goals in turns per second, for players of ``most_tiles``."""

GAMES = ("sabra", "sabra+joker.melds=free", "rummikub", "mcgraw", "american", "international")
BATCH, STEPS, WIDTH = 128, 80, 64

SECONDS = 1.0
"""The minimum processor time for each policy, in seconds."""

FIRST = {"sabra": 256, "rummikub": 256, "mcgraw": 32}
"""The rulesets, and the initial number of rounds in a batch."""


def lines() -> Iterator[str]:
    """Yield the lines of a table with the turns per second of each policy on both seats."""
    loop = f"{loop_milliseconds():.1f} ms"
    yield f"By processor time; just before, a loop of a million in Python took {loop}."
    yield ""
    yield "| two players, both | turns/s | goal |"
    yield "|---|---:|---|"
    for name in GAMES:
        rules = ruleset(name)
        for policy in Policy:
            goal = f"≥ {GOALS[name]:,}" if policy is Policy.MOST_TILES and name in GOALS else ""
            speed = f"{_speed(rules, policy):,.0f}"
            yield f"| {name}, {policy.value.replace('_', ' ')} | {speed} | {goal} |"
        yield f"| {name}, a batch that takes the first candidate | {_batch(rules):,.0f} |  |"


def _speed(rules: Ruleset, policy: Policy) -> float:
    seeds = [number.to_bytes(32, "big") for number in range(80)]
    began = process_time()
    turns = sum(simulate(rules, [policy, policy], seeds).turns)
    return turns / (process_time() - began)


def _batch(rules: Ruleset) -> float:
    """Return the steps per second of a batch that deals a new round for each one that ends."""
    batch, dealt, steps = RoundBatch(rules, 2, BATCH, candidates=WIDTH), BATCH, 0
    batch.reset([number.to_bytes(32, "big") for number in range(BATCH)])
    began = process_time()
    for _ in range(STEPS):
        batch.step(batch.mask[1::WIDTH])  # 1 if there is a first play
        steps += BATCH
        if over := [number for number in range(BATCH) if batch.over[number]]:
            batch.reset([(dealt + n).to_bytes(32, "big") for n in over], over)
            dealt += BATCH
    return steps / (process_time() - began)


def command_lines() -> Iterator[str]:
    """Yield the lines of a table for the command ``tilerummy simulate``.

    It runs in one thread with two players of the same policy, and writes JSON lines to a file.
    """
    yield f"A loop of a million in Python took {loop_milliseconds():.1f} ms of processor time."
    yield ""
    yield f"| policy | {' | '.join(FIRST)} |"
    yield f"|---|{'---:|' * len(FIRST)}"
    for policy in Policy:
        each = (f"{_turns_a_second(rules, policy, n):,.0f}" for rules, n in FIRST.items())
        yield f"| {policy.replace('_', ' ')} | {' | '.join(each)} |"


def _turns_a_second(rules: str, policy: Policy, rounds: int) -> float:
    """Return the turns played and written per second, over enough rounds."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / "rounds.jsonl"
        while True:
            arguments = (rules, policy, policy, "--rounds", rounds, "--jobs", 1, "--out", out)
            began = process_time()
            simulate_command.main([*map(str, arguments)], standalone_mode=False)
            took = process_time() - began
            if took >= SECONDS:
                with out.open("rb") as file:
                    return sum(1 for _ in file) / took
            rounds *= 2


if __name__ == "__main__":
    for line in (*lines(), "", *command_lines()):
        print(line)
