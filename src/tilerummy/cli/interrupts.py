"""How a command ends after Ctrl-C."""

from __future__ import annotations

import sys

INTERRUPTED = 130
"""The exit status, as shells have it."""


def interrupted() -> int:
    """Say that Ctrl-C ended the command, and return its exit status."""
    print("\nAborted!", file=sys.stderr)
    return INTERRUPTED
