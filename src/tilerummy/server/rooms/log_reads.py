"""Limits how many log entries are in memory, and shares access to logs fairly between callers.

A log may have thousands of entries, and anyone may request a public log. The logs that are being
read at any time have at most :data:`MAX_ENTRIES` entries in total. The next caller to be served is
the one whose key has read the fewest entries recently.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from tilerummy.server.store.types import StorageError
from tilerummy.server.workers.fair_queue import FairQueue, FullError

MAX_ENTRIES = 40_000
"""The maximum number of log entries in memory (about 30 MB), except for a single longer log."""
MAX_WAITING_PER_KEY, MAX_WAITING = 50, 20_000
"""The maximum number of pending reads per key, and in total."""


class _Waiting(NamedTuple):
    """A pending read: its number of entries, and a future that completes when it may begin."""

    entries: int
    turn: asyncio.Future[None]


class LogReadLimiter:
    """Queues reads of logs, and counts the log entries that are in memory."""

    def __init__(self) -> None:
        self._queue = FairQueue[_Waiting](max_per_key=MAX_WAITING_PER_KEY, max_waiting=MAX_WAITING)
        self.held = 0

    @asynccontextmanager
    async def of(self, entries: int, key: str = "") -> AsyncIterator[None]:
        """Wait until there is memory for *entries* log entries, and reserve it within the context.

        For each *key*, only one log is read at a time. Raises StorageError if too many reads are
        waiting.
        """
        waiting = _Waiting(entries, asyncio.get_running_loop().create_future())
        try:
            self._queue.put(key, waiting)
        except FullError:
            raise StorageError("too many logs are being read") from None
        self._start_next()
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
        self._start_next()

    def _start_next(self) -> None:
        while (taken := self._queue.take()) is not None:
            key, waiting = taken
            if self.held and self.held + waiting.entries > MAX_ENTRIES:
                self._queue.back(key, waiting)
                return
            self.held += waiting.entries
            if not waiting.turn.done():  # a cancelled read releases its own memory
                waiting.turn.set_result(None)
