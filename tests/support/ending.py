"""Clean shutdown of a program that has started other processes."""

from __future__ import annotations

import signal
import sys


def end_on_sigterm() -> None:
    """Exit at SIGTERM instead of being killed, so that cleanup code runs."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
