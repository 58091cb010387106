"""What all nodes must know of guests: log-outs, new names, deleted accounts.

The truth is a table. Where the database can, it wakes the nodes when there is something new; they
also look at intervals.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tilerummy.server.ops.forever import forever
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import AccountEvent, StorageError

LOOK = 2000
"""Milliseconds between two looks at the table, if nothing wakes the node before."""


async def follow_notices(store: Store, handler: Callable[[AccountEvent], Awaitable[None]]) -> None:
    """Pass notices on to *handler*, each once, those of this node too, until cancelled."""
    read: int | None = None
    woken = asyncio.Event()
    store.database.listen(woken.set)

    async def look() -> None:
        nonlocal read
        notices = await store.account_events.since(read or 0)
        first, read = read is None, max([read or 0, *(n.number for n in notices)])
        for notice in () if first else notices:  # what is older than this process does not matter
            await handler(notice)

    async def pause() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), LOOK / 1000)
        woken.clear()

    await forever("(notices)", look, pause, StorageError)
