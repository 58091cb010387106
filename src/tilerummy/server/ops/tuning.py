"""How the interpreter serves thousands: no thread waits long, and no move for the garbage."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable

SWITCH = 0.0005
"""After how many seconds a thread that computes lets another one go on."""
YOUNG, OLD = 2_000, 1_000_000
"""After how many new objects, or collections of younger ones, garbage is looked for."""
TIDY = 60.0
"""How often, in seconds, it is looked whether nobody is there and there is time for it."""


def tune() -> None:
    """Have threads change often, and garbage looked for among what is new alone.

    Each commit goes to and fro between the loop and the writer. To look through all tables takes
    longer than a move may, and so does looking through what the last seconds have left there.
    What is there from the beginning stays, and is never looked through again.
    """
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(YOUNG, OLD, OLD)
    gc.collect()
    gc.freeze()


async def collect_when_idle(quiet: Callable[[], bool]) -> None:
    """Look for garbage everywhere when all is *quiet*, once after it was not.

    Connections and tables that are closed leave none; what does, as an error may, can wait.
    """
    used = False
    while True:
        await asyncio.sleep(TIDY)
        if not quiet():
            used = True
        elif used:
            gc.collect()
            used = False
