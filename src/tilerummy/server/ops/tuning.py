"""Tunes the interpreter: threads are switched quickly, and garbage collections are short."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable

SWITCH = 0.0005
"""The interval at which threads are switched, in seconds."""
YOUNG, OLD = 2_000, 1_000_000
"""Thresholds of the garbage collector: new objects, and collections of younger objects."""
TIDY = 60.0
"""Seconds between checks of whether the server is idle."""


def tune() -> None:
    """Switch threads often, because commits pass between threads, and collect only new objects.

    Collecting garbage from all rooms, or from the objects of the last few seconds, would take
    longer than a move is allowed to. Objects that exist at the start are never examined again.
    """
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(YOUNG, OLD, OLD)
    gc.collect()
    gc.freeze()


async def collect_when_idle(idle: Callable[[], bool]) -> None:
    """Collect all garbage once each time the server becomes *idle*.

    Only errors leave cyclic garbage behind; closed connections and rooms do not.
    """
    used = False
    while True:
        await asyncio.sleep(TIDY)
        if not idle():
            used = True
        elif used:
            gc.collect()
            used = False
