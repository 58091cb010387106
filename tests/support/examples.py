"""The number of random examples per test: few in ``make test``, many in ``make test-long``.

Every test runs in both with the same properties; only the number of examples and seeds differs.
``TESTS=long`` in the environment selects the long form for a single file, too. ``make quick`` sets
``TESTS=quick``: a few examples, and only the folders listed in ``tests/conftest.py``.
"""

from __future__ import annotations

import os

LONG, QUICK = (os.environ.get("TESTS") == form for form in ("long", "quick"))
"""True in a long run, or in a quick one."""


def examples(short: int, long: int) -> int:
    """Return *long* in a long run, *short* in a short one, and fewer in a quick one."""
    if LONG:
        return long
    return min(short, 5 + short // 10) if QUICK else short
