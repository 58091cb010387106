"""Account events for all nodes: log-outs, new names, deleted accounts.

The source of truth is a table. A database that supports it notifies the nodes of new rows; they
also poll.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tilerummy.server.ops.forever import forever
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import AccountEvent, StorageError

POLL_INTERVAL = 2000
"""Milliseconds between two polls of the table without a notification."""


async def follow_account_events(
    store: Store, handler: Callable[[AccountEvent], Awaitable[None]]
) -> None:
    """Pass each event once to *handler*, including this node's own events, until cancelled."""
    read: int | None = None
    woken = asyncio.Event()
    store.database.listen(woken.set)

    async def poll() -> None:
        nonlocal read
        events = await store.account_events.since(read or 0)
        first, read = read is None, max([read or 0, *(n.number for n in events)])
        for event in () if first else events:  # events before the start of this node are skipped
            await handler(event)

    async def pause() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), POLL_INTERVAL / 1000)
        woken.clear()

    await forever("(notices)", poll, pause, StorageError)
