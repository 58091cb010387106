"""Ends a command after Ctrl-C."""

from __future__ import annotations

import sys

INTERRUPTED = 130
"""The exit status, as in shells."""


def interrupted() -> int:
    """Print that Ctrl-C ended the command, and return its exit status."""
    print("\nAborted!", file=sys.stderr)
    return INTERRUPTED
