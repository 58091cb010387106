"""Run every attack, or those named, for long, with limits on the latency of the victims."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.attacks import computing, connecting, filling
from tests.attacks.harness import LONG, Attack, Report, attacked
from tests.attacks.logs import asking
from tests.attacks.target import started
from tests.support.ending import end_on_sigterm

ATTACKS: tuple[Attack, ...] = (
    *computing.ATTACKS,
    *connecting.ATTACKS,
    *filling.ATTACKS,
    *asking.ATTACKS,
)
"""All attacks."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *(a.name for a in ATTACKS)])
    arguments = parser.parse_args()
    end_on_sigterm()
    wrong = 0
    for attack in ATTACKS:
        if arguments.names and attack.name not in arguments.names:
            continue
        report = run(attack)
        print("\n".join(report.lines()), flush=True)
        wrong += bool(report.wrong)
    sys.exit(1 if wrong else 0)


def run(attack: Attack) -> Report:
    """Run one attack on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        attack.fill(Path(folder) / "data")
        with started(Path(folder), proxied=attack.proxied) as target:
            report = asyncio.run(attacked(attack, target, LONG))
    report.wrong += report.slower()
    return report


if __name__ == "__main__":
    main()
