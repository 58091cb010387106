"""Tuning of the interpreter: short thread switches, and no long garbage collections."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable

SWITCH = 0.0005
"""The switch interval of threads, in seconds."""
YOUNG, OLD = 2_000, 1_000_000
"""After how many new objects, or collections of younger ones, garbage is looked for."""
TIDY = 60.0
"""How often, in seconds, it is checked whether the server is quiet."""


def tune() -> None:
    """Switch threads often, and collect garbage among new objects only.

    Each commit passes from the event loop to the writer and back. A collection over all rooms takes
    longer than a move may, and so does one over the objects of the last seconds. Objects that exist
    at the start are never examined again.
    """
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(YOUNG, OLD, OLD)
    gc.collect()
    gc.freeze()


async def collect_when_idle(quiet: Callable[[], bool]) -> None:
    """Collect all garbage when the server is *quiet*, once after it was not.

    Closed connections and rooms leave none; what an error leaves can wait.
    """
    used = False
    while True:
        await asyncio.sleep(TIDY)
        if not quiet():
            used = True
        elif used:
            gc.collect()
            used = False
