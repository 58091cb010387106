"""Tunes the interpreter: quick thread switches, and no long garbage collections."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable

SWITCH = 0.0005
"""The switch interval of threads, in seconds."""
YOUNG, OLD = 2_000, 1_000_000
"""The thresholds of garbage collection: new objects, and collections of younger objects."""
TIDY = 60.0
"""Seconds between checks whether the server is idle."""


def tune() -> None:
    """Switch threads often, because commits pass between threads, and collect only new objects.

    A collection of all rooms, or of the objects of the last seconds, would take longer than a move
    may. Objects that exist at the start are never examined again.
    """
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(YOUNG, OLD, OLD)
    gc.collect()
    gc.freeze()


async def collect_when_idle(idle: Callable[[], bool]) -> None:
    """Collect all garbage once whenever the server becomes *idle*.

    Only errors leave cyclic garbage; closed connections and rooms do not.
    """
    used = False
    while True:
        await asyncio.sleep(TIDY)
        if not idle():
            used = True
        elif used:
            gc.collect()
            used = False
