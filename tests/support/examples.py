"""How many random examples the tests try: few in ``make test``, many in ``make test-long``.

Every test runs in both, with the same properties; only the number of examples and seeds differs.
``TESTS=long`` in the environment gives the long form of one file too.
"""

from __future__ import annotations

import os

LONG = os.environ.get("TESTS") == "long"
"""Whether this is a long run."""


def examples(short: int, long: int) -> int:
    """Return how many examples are tried in this run."""
    return long if LONG else short
