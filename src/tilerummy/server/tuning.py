"""How the interpreter serves thousands: no thread waits long, and no move for the garbage."""

from __future__ import annotations

import asyncio
import gc
import sys

SWITCH = 0.0005
"""After how many seconds a thread that computes lets another one go on."""
YOUNG, OLD = 2_000, 1_000_000
"""After how many new objects, or collections of younger ones, garbage is looked for."""
TIDY = 3600.0
"""How often, in seconds, it is looked for everywhere."""


def tune() -> None:
    """Have threads change often, and garbage looked for among what is new alone.

    Each commit goes to and fro between the loop and the writer. To look through all tables takes
    longer than a move may, and so does looking through what the last seconds have left there.
    """
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(YOUNG, OLD, OLD)


async def tidy() -> None:
    """Look for garbage everywhere, seldom."""
    while True:
        await asyncio.sleep(TIDY)
        gc.collect()
