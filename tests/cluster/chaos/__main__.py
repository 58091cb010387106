"""Let servers that share a database fail in many ways while people play, and check the history.

``python -m tests.cluster.chaos`` runs pieces until as many faults have happened as wanted; each
piece has a seed of its own and adds a line to a file, so that it can be broken off and go on later.
The exit status is 1 after a violation.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from tests.cluster.chaos.faults import WITHOUT, random_kinds
from tests.cluster.chaos.run import Form, run

RESULTS = Path(__file__).parents[3] / "build" / "chaos-cluster.jsonl"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.chaos", description=__doc__)
    parser.add_argument("--faults", type=int, default=1000, help="how many, of all pieces")
    parser.add_argument("--piece", type=int, default=250, help="how many faults a piece has")
    parser.add_argument("--tables", type=int, default=200, help="how many tables play at once")
    parser.add_argument("--seed", type=int, default=1, help="of the first piece")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of all pieces")
    parser.add_argument("--again", action="store_true", help="forget earlier pieces")
    parser.add_argument(
        "--apart", action="store_true", help="one after the other; how long each client waits"
    )
    arguments = parser.parse_args()
    form = Form(pause=(2.0, 3.0), longest=6.0, apart=True) if arguments.apart else Form()
    os.environ.setdefault("TILERUMMY_KEY", os.urandom(32).hex())
    results: Path = arguments.results
    results.parent.mkdir(exist_ok=True)
    if arguments.again:
        results.unlink(missing_ok=True)
    pieces = read(results)
    while (done := sum(sum(piece["faults"].values()) for piece in pieces)) < arguments.faults:
        seed = arguments.seed + len(pieces)
        count = min(arguments.piece, arguments.faults - done)
        print(f"seed {seed}: {count} faults, {done} of {arguments.faults} so far", flush=True)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            outcome = asyncio.run(
                run(
                    Path(folder),
                    seed,
                    tables=arguments.tables,
                    kinds=(
                        Random(seed).choices([*WITHOUT], k=count)
                        if arguments.apart
                        else random_kinds(Random(seed), count)
                    ),
                    form=form,
                    say=lambda text: print(f"  {text}", flush=True),
                )
            )
        with results.open("a") as file:
            file.write(json.dumps(outcome.as_dict()) + "\n")
        pieces = read(results)
        for line in outcome.wrong[:20]:
            print(f"  {line}", flush=True)
    summary(pieces)
    sys.exit(any(piece["wrong"] for piece in pieces))


def read(results: Path) -> list[dict[str, Any]]:
    return (
        [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    )


def summary(pieces: list[dict[str, Any]]) -> None:
    """Print what all pieces together have shown."""
    faults = sum((Counter(piece["faults"]) for piece in pieces), Counter())
    skews = [skew for piece in pieces for skew in piece["skews"]]
    print(
        f"{faults.total()} faults in {sum(piece['seconds'] for piece in pieces) / 60:.0f} minutes"
    )
    for kind, count in sorted(faults.items()):
        print(f"  {count:5} {kind}")
    print(f"  {len(skews)} starts with clocks off by {min(skews)} to {max(skews)} s")
    for name in ("rooms", "acknowledged", "views_seen"):
        print(f"{name}: {sum(piece[name] for piece in pieces)}")
    for name in ("answers", "answers_without_database", "taken", "back", "away"):
        times = sorted(each for piece in pieces for each in piece[name])
        if times:
            at = {q: times[min(len(times) - 1, int(q * len(times)))] for q in (0.5, 0.99)}
            print(
                f"{name}: {len(times)}, p50 {at[0.5]:.3f}, p99 {at[0.99]:.3f},"
                f" worst {times[-1]:.3f} s"
            )
    for fault, most in WITHOUT.items():
        times = sorted(s for piece in pieces for s in piece["without"].get(fault, ()))
        if times:
            p50, p99 = times[len(times) // 2], times[min(len(times) - 1, int(0.99 * len(times)))]
            print(
                f"without service after {fault}: {len(times)} clients, p50 {p50:.3f},"
                f" p99 {p99:.3f} (at most {most}), worst {times[-1]:.3f} s"
            )
    print(f"{sum(len(piece['wrong']) for piece in pieces)} violations")


if __name__ == "__main__":
    main()
