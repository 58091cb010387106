"""What all nodes must know of guests: log-outs, new names, deleted accounts.

The truth is a table. Where the database can, it wakes the nodes when there is something new; they
also look at intervals.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tilerummy.server.ops.logs import log_failure
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import GuestNotice, StorageError

LOOK = 2000
"""Milliseconds between two looks at the table, if nothing wakes the node before."""


class NoticeBoard:
    """Passes notices on to *handler*, each once, those of this node too."""

    def __init__(self, store: Store, handler: Callable[[GuestNotice], Awaitable[None]]) -> None:
        self._store, self._handler = store, handler
        self._read: int | None = None
        self._woken = asyncio.Event()

    async def run(self) -> None:
        """Handle what is new, until cancelled."""
        self._store.database.listen(self._woken.set)
        while True:
            try:
                await self.look()
            except StorageError:
                pass  # the next time it may work
            except Exception as error:  # noqa: BLE001 - the next time it may work
                log_failure("(notices)", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOK / 1000)
            self._woken.clear()

    async def look(self) -> None:
        """Handle the notices that are new since the last look; raises StorageError."""
        notices = await self._store.notices.since(self._read or 0)
        first, self._read = self._read is None, max([self._read or 0, *(n.number for n in notices)])
        for notice in () if first else notices:  # what is older than this process does not matter
            await self._handler(notice)
