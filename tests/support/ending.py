"""The end of a program that has started other ones."""

from __future__ import annotations

import signal
import sys


def end_on_sigterm() -> None:
    """Exit at SIGTERM instead of being killed by it, so that all that was started is ended too."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
