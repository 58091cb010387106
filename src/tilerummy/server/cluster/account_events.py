"""Account events for all nodes: log-outs, new names, deleted accounts.

Events are stored in a table. If the database can notify nodes of new rows, it does; they also poll.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tilerummy.server.ops.forever import forever
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import AccountEvent, StorageError

POLL_INTERVAL = 2000
"""Milliseconds between polls of the table when there is no notification."""


async def follow_account_events(
    store: Store, handler: Callable[[AccountEvent], Awaitable[None]]
) -> None:
    """Pass each event to *handler* once, until cancelled; includes events from this node itself."""
    read: int | None = None
    woken = asyncio.Event()
    store.database.listen(woken.set)

    async def poll() -> None:
        nonlocal read
        events = await store.account_events.since(read or 0)
        first, read = read is None, max([read or 0, *(n.number for n in events)])
        for event in () if first else events:  # skips events from before this node started
            await handler(event)

    async def pause() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), POLL_INTERVAL / 1000)
        woken.clear()

    await forever("(notices)", poll, pause, StorageError)
