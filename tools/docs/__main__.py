"""``python -m tools.docs`` writes the generated pages; ``--check`` lists those out of date."""

from __future__ import annotations

import argparse
import sys

from tools.docs.generated import stale, write


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.docs", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, list stale pages")
    if not parser.parse_args().check:
        for path in write():
            print(path)
        return 0
    outdated = [*stale()]
    for path, reason in outdated:
        print(f"{path} {reason}: run make docs", file=sys.stderr)
    return 1 if outdated else 0


if __name__ == "__main__":
    sys.exit(main())
