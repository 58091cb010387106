"""The number of random examples per test: few in ``make test``, many in ``make test-long``.

Both commands run every test and check the same properties; only the number of examples and seeds
differs. ``TESTS=long`` in the environment also selects the long form for a single file. ``make
quick`` sets ``TESTS=quick``: a few examples, and only the folders listed in ``tests/conftest.py``.
"""

from __future__ import annotations

import os

LONG, QUICK = (os.environ.get("TESTS") == form for form in ("long", "quick"))
"""True in a long run and in a quick run, respectively."""


def examples(short: int, long: int) -> int:
    """Return *long* in a long run, *short* in a normal run, and a smaller number in a quick run."""
    if LONG:
        return long
    return min(short, 5 + short // 10) if QUICK else short
