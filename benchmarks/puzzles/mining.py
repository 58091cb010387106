"""Measures the speed of mining puzzles: ``python -m benchmarks.puzzles.mining``."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from tilerummy.puzzles.mining import RULES, MiningJob, mine

ROUNDS = 20
"""The number of rounds to search for each ruleset."""


def lines() -> Iterator[str]:
    """Yield the rows of the table."""
    yield (
        "| rules | rounds | different puzzles | per CPU second | ms per puzzle"
        " | used per CPU second |"
    )
    yield "|---|---:|---:|---:|---:|---:|"
    for rules in dict.fromkeys(RULES):
        begun = process_time()
        mined = [mine(MiningJob(n, rules, f"benchmark {n}")) for n in range(ROUNDS)]
        seconds = process_time() - begun
        found = sum(len(one.puzzles) for one in mined)
        used = sum(min(2, len(one.puzzles)) for one in mined)
        yield (
            f"| {rules} | {ROUNDS} | {found} | {found / seconds:.0f} "
            f"| {1000 * seconds / max(1, found):.1f} | {used / seconds:.1f} |"
        )


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
