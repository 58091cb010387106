"""Account events that are sent to all nodes: log-outs, new names and deleted accounts.

Events are stored in a table that every node polls. If the database supports notifications, nodes
are also notified of new events immediately.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tilerummy.server.ops.forever import forever
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import AccountEvent, StorageError

POLL_INTERVAL = 2000
"""How often the table is polled while no notifications arrive, in milliseconds."""


async def follow_account_events(
    store: Store, handler: Callable[[AccountEvent], Awaitable[None]]
) -> None:
    """Call *handler* once for each event, including events from this node, until cancelled."""
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
            async with asyncio.timeout(POLL_INTERVAL / 1000):  # wait_for may lose a cancellation
                await woken.wait()
        woken.clear()

    await forever("(notices)", poll, pause, StorageError)
