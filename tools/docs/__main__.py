"""``python -m tools.docs``: writes the generated pages; ``--check`` says which are out of date."""

from __future__ import annotations

import argparse
import sys

from tools.docs.generated import stale, write


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.docs", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, say what is stale")
    if not parser.parse_args().check:
        for path in write():
            print(path)
        return 0
    found = [*stale()]
    for path, why in found:
        print(f"{path} {why}: run make docs", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
