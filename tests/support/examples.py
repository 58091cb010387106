"""How many random examples the tests try: few in ``make test``, many in ``make test-long``.

Every test runs in both, with the same properties; only the number of examples and seeds differs.
``TESTS=long`` in the environment gives the long form of one file too. ``make quick`` sets
``TESTS=quick``: a few examples, and only the folders that ``tests/conftest.py`` names.
"""

from __future__ import annotations

import os

LONG, QUICK = (os.environ.get("TESTS") == form for form in ("long", "quick"))
"""Whether this is a long run, or a quick one."""


def examples(short: int, long: int) -> int:
    """Return how many examples are tried in this run."""
    if LONG:
        return long
    return min(short, 5 + short // 10) if QUICK else short
