"""A server on a machine whose clock is off.

``python -m tests.cluster.chaos.skewed SECONDS …`` is ``tilerummy …`` that many seconds later. Only
the time of day is another one: what measures durations goes on as it is.
"""

from __future__ import annotations

import sys
import time


def shift(seconds: float) -> None:
    """Let this process believe that it is *seconds* later."""
    now, now_ns = time.time, time.time_ns
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_ns() + int(seconds * 1e9)


if __name__ == "__main__":
    shift(float(sys.argv.pop(1)))
    from tilerummy.cli import main

    main()
