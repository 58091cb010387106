"""Runs attacks for a minute each, and checks that the victims' latency stays within its limit."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.attacks import computing, connecting, filling
from tests.attacks.harness import LONG, Attack, run
from tests.attacks.logs import asking
from tests.support.ending import end_on_sigterm

ATTACKS: tuple[Attack, ...] = (
    *computing.ATTACKS,
    *connecting.ATTACKS,
    *filling.ATTACKS,
    *asking.ATTACKS,
)
"""Every attack of ``make attacks``."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *(a.name for a in ATTACKS)])
    arguments = parser.parse_args()
    end_on_sigterm()
    wrong = 0
    for attack in ATTACKS:
        if arguments.names and attack.name not in arguments.names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            report = run(attack, Path(folder), LONG)
        slower = report.slower()
        for line in slower:
            print(f"  WRONG: {line}", flush=True)
        wrong += bool(report.wrong or slower)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
