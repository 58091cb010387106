"""How many turns a second ``tilerummy simulate`` plays and writes as JSON lines, by processor time.

``python -m benchmarks.simulate_command`` measures it: one thread, two players of the same policy.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.timing import loop_milliseconds
from tilerummy.cli.simulate.command import simulate_command
from tilerummy.simulator import Policy

SECONDS = 1.0
"""So long each policy plays at least, of processor time."""

ROUNDS = {"sabra": 256, "rummikub": 256, "mcgraw": 32}
"""The rules, and how many rounds are played at a time at first."""


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"A loop of a million in Python took {loop_milliseconds():.1f} ms of processor time."
    yield ""
    yield f"| policy | {' | '.join(ROUNDS)} |"
    yield f"|---|{'---:|' * len(ROUNDS)}"
    for policy in Policy:
        each = (f"{_turns_a_second(rules, policy, n):,.0f}" for rules, n in ROUNDS.items())
        yield f"| {policy.replace('_', ' ')} | {' | '.join(each)} |"


def _turns_a_second(rules: str, policy: Policy, rounds: int) -> float:
    """Return how many turns are played and written in a second, of as many rounds as it takes."""
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
    for line in lines():
        print(line, flush=True)
