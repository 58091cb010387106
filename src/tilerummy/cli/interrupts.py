"""Ends a command after Ctrl-C."""

from __future__ import annotations

import sys

INTERRUPTED = 130
"""The exit status after Ctrl-C, as in shells."""


def interrupted() -> int:
    """Report on standard error that Ctrl-C ended the command, and return the exit status."""
    print("\nAborted!", file=sys.stderr)
    return INTERRUPTED
