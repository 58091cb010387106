"""Injects faults into servers that share a database during play, and checks the history.

``python -m tests.chaos.cluster`` runs parts until the given number of faults is reached. Each part
has its own seed and adds a line to a file, so a run can be interrupted and resumed. The exit status
is 1 after a violation.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections import Counter
from dataclasses import asdict
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tests.chaos.faults import SERVICE_LIMITS, random_kinds
from tests.chaos.run import Form, run
from tests.support.ending import end_on_sigterm
from tests.support.measures import percentile

RESULTS = Path(__file__).parents[2] / "build" / "chaos-cluster.jsonl"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.cluster", description=__doc__)
    parser.add_argument("--faults", type=int, default=1000, help="total number of faults")
    parser.add_argument("--piece", type=int, default=250, help="faults per part")
    parser.add_argument("--tables", type=int, default=200, help="number of simultaneous tables")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first part")
    parser.add_argument("--results", type=Path, default=RESULTS, help="file for the results")
    parser.add_argument("--again", action="store_true", help="delete earlier results")
    parser.add_argument(
        "--apart", action="store_true", help="one fault at a time; measure each client's outage"
    )
    arguments = parser.parse_args()
    end_on_sigterm()
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
            rng = Random(seed)
            kinds = (
                rng.choices([*SERVICE_LIMITS], k=count) if form.apart else random_kinds(rng, count)
            )
            say = partial(print, " ", flush=True)
            piece = run(
                Path(folder), seed, tables=arguments.tables, kinds=kinds, form=form, say=say
            )
            outcome = asyncio.run(piece)
        with results.open("a") as file:
            file.write(json.dumps(asdict(outcome)) + "\n")
        pieces = read(results)
        for line in outcome.wrong[:20]:
            say(line)
    summary(pieces)
    sys.exit(any(piece["wrong"] for piece in pieces))


def read(results: Path) -> list[dict[str, Any]]:
    return (
        [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    )


def summary(pieces: list[dict[str, Any]]) -> None:
    """Print the combined results of all parts."""
    faults = sum((Counter(piece["faults"]) for piece in pieces), Counter())
    skews = [skew for piece in pieces for skew in piece["skews"]]
    print(
        f"{faults.total()} faults in {sum(piece['seconds'] for piece in pieces) / 60:.0f} minutes"
    )
    for kind, count in sorted(faults.items()):
        print(f"  {count:5} {kind}")
    print(f"  {len(skews)} starts with clock skews of {min(skews)} to {max(skews)} s")
    for name in ("rooms", "acknowledged", "views_seen"):
        print(f"{name}: {sum(piece[name] for piece in pieces)}")
    for name in ("answers", "answers_without_database", "taken", "back", "away"):
        if times := [each for piece in pieces for each in piece[name]]:
            print(f"{name}: {len(times)}, {spread(times)} s")
    for fault, limit in SERVICE_LIMITS.items():
        if times := [s for piece in pieces for s in piece["without"].get(fault, ())]:
            outages = spread(times, f" (limit {limit})")
            print(f"without service after {fault}: {len(times)} clients, {outages} s")
    print(f"{sum(len(piece['wrong']) for piece in pieces)} violations")


def spread(times: list[float], limit: str = "") -> str:
    p50, p99 = percentile(times, 0.5), percentile(times, 0.99)
    return f"p50 {p50:.3f}, p99 {p99:.3f}{limit}, worst {max(times):.3f}"


if __name__ == "__main__":
    main()
