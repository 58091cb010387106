"""Reading logs: within a bound of memory, and fair between those who wait.

A log may have thousands of entries, and anybody may ask for one that is public. At most
:data:`MOST_ENTRIES` entries are in memory at the same time. The next log is read for the key for
which the fewest entries were read recently.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from tilerummy.server.store.types import StorageError
from tilerummy.server.workers.fair_queue import FairQueue, FullError

MOST_ENTRIES = 40_000
"""The most entries of logs in memory, about 30 MB; a longer log is read alone."""
EACH, WAITING = 50, 20_000
"""So many readings wait at most, for one who asks and for all."""


class _Waiting(NamedTuple):
    """A reading that waits: of how many entries, and the future of its turn."""

    entries: int
    turn: asyncio.Future[None]


class LogReading:
    """Lets logs be read in turn."""

    def __init__(self) -> None:
        self._queue = FairQueue[_Waiting](max_per_key=EACH, max_waiting=WAITING)
        self.held = 0
        """Of how many entries logs are in memory."""

    @asynccontextmanager
    async def of(self, entries: int, key: str = "") -> AsyncIterator[None]:
        """Hold *entries* for as long as the context lasts, as soon as there is room for them.

        Each *key* holds one log at a time. Raises StorageError where too many wait.
        """
        waiting = _Waiting(entries, asyncio.get_running_loop().create_future())
        try:
            self._queue.put(key, waiting)
        except FullError:
            raise StorageError("too many logs are being read") from None
        self._go_on()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if not self._queue.remove(key, waiting):
                self._release(key, waiting)
            raise
        try:
            yield
        finally:
            self._release(key, waiting)

    def _release(self, key: str, held: _Waiting) -> None:
        self.held -= held.entries
        self._queue.done(key, float(held.entries))
        self._go_on()

    def _go_on(self) -> None:
        """Let those read whose turn it is."""
        while (taken := self._queue.take()) is not None:
            key, waiting = taken
            if self.held and self.held + waiting.entries > MOST_ENTRIES:
                self._queue.back(key, waiting)
                return
            self.held += waiting.entries
            if not waiting.turn.done():  # who was cancelled gives it back
                waiting.turn.set_result(None)
