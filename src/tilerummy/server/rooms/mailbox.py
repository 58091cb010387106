"""The mailbox of a room: what changes it is done in order, one after the other, to its end."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context, copy_context
from typing import Any, NamedTuple, TypeVar

from tilerummy.server.store import StorageError

Result = TypeVar("Result")

CAPACITY = 500
"""The maximum number of messages that wait; more are refused."""


class _Message(NamedTuple):
    """What is to be done, the future of its result, and the context of who asked for it."""

    work: Callable[[], Awaitable[Any]]
    result: asyncio.Future[Any]
    context: Context


class Mailbox:
    """Does one thing at a time. What has begun is finished, whoever stops waiting for it."""

    def __init__(self) -> None:
        self._waiting: deque[_Message] = deque()
        self._running: asyncio.Task[None] | None = None
        self.closed = False

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._running is not None

    async def do(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Return what *work* returns, done after all that came before; raises what it raises.

        Raises StorageError, and does nothing, if the mailbox is closed or full.
        """
        if self.closed or len(self._waiting) >= CAPACITY:
            raise StorageError("the room is being parked" if self.closed else "too much waits")
        result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Message(work, result, copy_context()))
        if self._running is None:
            self._next()
        return await result

    def _next(self, _: object = None) -> None:
        """Begin with what waits longest."""
        self._running = None
        if not self._waiting:
            return
        message = self._waiting.popleft()
        loop = asyncio.get_running_loop()
        self._running = loop.create_task(_finish(message), context=message.context)
        self._running.add_done_callback(self._next)

    async def close(self) -> None:
        """Finish what has begun, and refuse all that waits."""
        self.closed = True
        waiting, self._waiting = self._waiting, deque()
        for message in waiting:
            if not message.result.done():
                message.result.set_exception(StorageError("the room is being parked"))
        if self._running is not None and self._running is not asyncio.current_task():
            await asyncio.wait([self._running])


async def _finish(message: _Message) -> None:
    try:
        result = await message.work()
    except asyncio.CancelledError:
        message.result.cancel()
    except Exception as error:  # noqa: BLE001 - it is raised where the result is awaited
        if not message.result.done():
            message.result.set_exception(error)
    else:
        if not message.result.done():
            message.result.set_result(result)
