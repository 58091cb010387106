"""What a room does by itself: tasks that are tried again until they could be written down."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import NamedTuple, TypeVar

from tilerummy.server.ops.logs import log_failure
from tilerummy.server.rooms.ports import Clock
from tilerummy.server.store import StorageError, UncancellableFuture

T = TypeVar("T")

AGAIN = 2000
"""After so many milliseconds what could not be written is tried again."""

TaskFunction = Callable[[], Coroutine[object, object, None]]


class _Named(NamedTuple):
    task: asyncio.Task[None]
    since: int


class BackgroundTasks:
    """The tasks of one room. Of each name there is one at a time; without a name, any number."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: set[asyncio.Task[None]] = set()
        self._named: dict[str, _Named] = {}
        self._latest = ("", 0)
        self._over = False

    @property
    def over(self) -> bool:
        """Whether nothing more is to be done."""
        return self._over

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return bool(self._tasks)

    def begin(self, work: TaskFunction, name: str = "") -> None:
        """Do *work* as a task of its own, until it could be written down."""
        if self._over or name in self._named:
            return
        task = asyncio.get_running_loop().create_task(self._persist(work))
        self._tasks.add(task)
        if name:
            self._named[name] = _Named(task, self._clock.now())
            self._latest = (name, self.begun(name) + 1)
        task.add_done_callback(partial(self._ended, name=name))

    def since(self, name: str) -> int | None:
        """Return since when the task of that name is under way; None if there is none."""
        named = self._named.get(name)
        return None if named is None else named.since

    def begun(self, name: str) -> int:
        """Return how often that name was begun since any other was."""
        latest, times = self._latest
        return times if latest == name else 0

    def cancel(self, name: str) -> None:
        """Cancel the task of that name."""
        if (named := self._named.pop(name, None)) is not None:
            named.task.cancel()

    def _ended(self, task: asyncio.Task[None], *, name: str) -> None:
        self._tasks.discard(task)
        named = self._named.get(name)
        if named is not None and named.task is task:
            del self._named[name]
        if task.cancelled() and not self._over:
            log_failure("(table)", asyncio.CancelledError())

    async def _persist(self, work: TaskFunction) -> None:
        while True:
            try:
                await work()
            except StorageError:
                await self._clock.sleep(AGAIN)
            except Exception as error:  # noqa: BLE001 - nobody waits for it who could tell
                log_failure("(table)", error)
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


async def uninterrupted(work: Awaitable[T]) -> tuple[T, bool]:
    """Return what *work* returns, and whether this task was cancelled meanwhile.

    What has begun to be written is waited for, as nobody could say whether it will be there.
    """
    task = asyncio.ensure_future(work)
    cancelled = False
    while not task.done():
        try:
            await (task if isinstance(task, UncancellableFuture) else asyncio.shield(task))
        except asyncio.CancelledError:
            cancelled = True
        except Exception:  # noqa: BLE001 - whoever asks for the result is told
            break
    if cancelled and task.exception() is not None:
        raise asyncio.CancelledError
    return task.result(), cancelled
