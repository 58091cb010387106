"""What a room does by itself: tasks that are tried again until they could be written down."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import TypeVar

from tilerummy.server.live.ports import Clock
from tilerummy.server.logs import failed
from tilerummy.server.store import Lasting, StorageError

T = TypeVar("T")

AGAIN = 2000
"""After so many milliseconds what could not be written is tried again."""

Chore = Callable[[], Coroutine[object, object, None]]


class Chores:
    """The tasks of one room."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: set[asyncio.Task[None]] = set()
        self._over = False

    @property
    def over(self) -> bool:
        """Whether nothing more is to be done."""
        return self._over

    def begin(self, work: Chore) -> None:
        """Do *work* as a task of its own, until it could be written down."""
        if self._over:
            return
        task = asyncio.get_running_loop().create_task(self._persist(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _persist(self, work: Chore) -> None:
        while True:
            try:
                await work()
            except StorageError:
                await self._clock.sleep(AGAIN)
            except Exception as error:  # noqa: BLE001 - nobody waits for it who could tell
                failed("(table)", error)
                return
            else:
                return

    async def end(self) -> None:
        """Stop all of them, and begin no others."""
        self._over = True
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def whole(work: Awaitable[T]) -> tuple[T, bool]:
    """Return what *work* returns, and whether this task was cancelled meanwhile.

    What has begun to be written is waited for, as nobody could say whether it will be there.
    """
    task = asyncio.ensure_future(work)
    cancelled = False
    while not task.done():
        try:
            await (task if isinstance(task, Lasting) else asyncio.shield(task))
        except asyncio.CancelledError:
            cancelled = True
        except Exception:  # noqa: BLE001 - whoever asks for the result is told
            break
    if cancelled and task.exception() is not None:
        raise asyncio.CancelledError
    return task.result(), cancelled
