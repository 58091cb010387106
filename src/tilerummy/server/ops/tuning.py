"""Tunes the interpreter for fast thread switches and short garbage collections."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable

SWITCH = 0.0005
"""The interval between thread switches, in seconds."""
YOUNG, OLD = 2_000, 1_000_000
"""Garbage collection thresholds: new objects, and collections of the younger generation."""
TIDY = 60.0
"""The interval between two checks of whether the server is idle, in seconds."""


def tune() -> None:
    """Make thread switches frequent, and limit garbage collection to new objects.

    Threads must switch often because each commit passes from one thread to another. Collecting
    garbage from all rooms, or even from the objects of the last few seconds, would take longer than
    a move is allowed to. Objects that exist at startup are never examined again.
    """
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(YOUNG, OLD, OLD)
    gc.collect()
    gc.freeze()


async def collect_when_idle(idle: Callable[[], bool]) -> None:
    """Collect all garbage each time the server becomes *idle*.

    Only errors leave cyclic garbage behind; closing connections and rooms does not.
    """
    used = False
    while True:
        await asyncio.sleep(TIDY)
        if not idle():
            used = True
        elif used:
            gc.collect()
            used = False
