"""Runs a server as if its machine had a skewed clock.

``python -m tests.chaos.skewed SECONDS …`` runs ``tilerummy …`` with a time of day that is shifted
by this many seconds. Durations are unaffected.
"""

from __future__ import annotations

import sys
import time


def shift(seconds: float) -> None:
    """Shift this process's time of day by *seconds*."""
    now, now_ns = time.time, time.time_ns
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_ns() + int(seconds * 1e9)


if __name__ == "__main__":
    shift(float(sys.argv.pop(1)))
    from tilerummy.cli import main

    main()
