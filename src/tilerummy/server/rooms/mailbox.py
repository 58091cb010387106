"""The mailbox of a room: what changes it is done in order, one after the other, to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tilerummy.server.store import StorageError

Result = TypeVar("Result")

CAPACITY = 500
"""The maximum number of messages that wait; more are refused."""


class Mailbox:
    """Does one thing at a time. What has begun is finished, whoever stops waiting for it."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._size = 0
        self.closed = False

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._size > 0

    async def do(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Return what *work* returns, done after all that came before; raises what it raises.

        Raises StorageError, and does nothing, if the mailbox is closed or full.
        """
        if self._size > CAPACITY:
            raise StorageError("too much waits")
        self._size += 1
        return await asyncio.shield(asyncio.create_task(self._done(work)))

    async def _done(self, work: Callable[[], Awaitable[Result]]) -> Result:
        try:
            async with self._turn:
                if self.closed:
                    raise StorageError("the room is being parked")
                return await work()
        finally:
            self._size -= 1

    async def close(self) -> None:
        """Finish what has begun, and refuse all that waits."""
        self.closed = True
        async with self._turn:
            pass
