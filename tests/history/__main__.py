"""Checks histories: ``python -m tests.history FILE...``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.history.checker import check


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.history", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="histories: see tests/history")
    wrong = 0
    for path in parser.parse_args().files:
        with path.open(encoding="utf-8") as file:
            for contradiction in check(file):
                sys.stdout.write(f"{path}: {contradiction}\n")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
