"""File descriptors: as many as the system allows, some reserved for what must not fail.

Each connection takes one. Without a free one no connection can be accepted, no file read and no
database opened; libuv then closes every new connection without an error.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress

try:
    import resource
except ModuleNotFoundError:
    LIMITED = False  # on Windows
else:
    LIMITED = True

WANTED = 65_536
"""So many descriptors are requested."""
SPARE = 256
"""So many are kept for the store, the workers and files; a quarter of all, if that is less."""
UNLIMITED = 10_000
"""So many connections there may be where descriptors are not limited."""
CHECKED_EVERY = 1.0
"""How often, in seconds, it is checked that a descriptor is free."""


def raise_limit() -> int:
    """Raise the soft limit as far as the hard one allows, and return it; 0 for no limit."""
    if not LIMITED:
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return 0
    most = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return most
    return soft


def connections(limit: int) -> int:
    """Return how many connections there may be with so many descriptors.

    >>> connections(1024), connections(100), connections(0)
    (768, 75, 10000)
    """
    return limit - min(SPARE, limit // 4) if limit else UNLIMITED


async def keep_free(exhausted: Callable[[], None]) -> None:
    """Call *exhausted* again and again while no descriptor is free."""
    while True:
        await asyncio.sleep(CHECKED_EVERY)
        if not one_is_free():
            exhausted()


def one_is_free() -> bool:
    """Return whether a file could be opened now."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        return False
    return True
