"""Background tasks of a room, tried again until they succeed and their result is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context
from functools import partial

from tilerummy.server.clock import Clock
from tilerummy.server.ops.logs import WARNING, log_event, log_failure
from tilerummy.server.store.types import StorageError

RETRY_AFTER = 2000
"""Milliseconds after which a task is tried again that failed, or whose result was not stored."""
STUCK = 60_000
"""Milliseconds after which a task that has not ended is tried again."""
MOST_FAILURES = 4
"""A task that failed so often is tried again only every :data:`STUCK` ms."""

TaskFunction = Callable[[], Coroutine[object, object, None]]


class BackgroundTasks:
    """The tasks of one room. At most one runs under each name; without a name, any number.

    What is done once for a version of the room has that in its name.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: dict[asyncio.Task[None], int] = {}  # and how often each has failed
        self._names: set[str] = set()
        self._ended = False

    @property
    def busy(self) -> bool:
        """Whether any task runs."""
        return bool(self._tasks)

    def begin(self, work: TaskFunction, name: str = "") -> None:
        """Run *work* as a task of its own, until it has ended well and its result is stored."""
        if self._ended or name in self._names:
            return
        # in a context of its own: it is no part of the command that was its occasion
        task = asyncio.get_running_loop().create_task(self._persist(work, name), context=Context())
        self._tasks[task] = 0
        if name:
            self._names.add(name)
        task.add_done_callback(partial(self._over, name))

    def failures(self) -> int:
        """Return how often the task that asks has failed."""
        task = asyncio.current_task()
        return self._tasks.get(task, 0) if task else 0

    def _over(self, name: str, task: asyncio.Task[None]) -> None:
        self._names.discard(name)
        del self._tasks[task]

    async def _persist(self, work: TaskFunction, name: str) -> None:
        task = asyncio.current_task()
        assert task is not None

        def stop() -> None:
            task.cancel()

        while not self._ended:
            pause = RETRY_AFTER
            limit = self._clock.call_later(STUCK, stop)
            try:
                await work()
                return
            except StorageError:
                pass
            except (asyncio.CancelledError, Exception) as error:  # no caller could handle it
                if self._ended:
                    raise
                task.uncancel()
                log_failure("(table)", error)
                log_event("started_again", WARNING, kind=name.partition(" ")[0])
                self._tasks[task] += 1
                pause = RETRY_AFTER if self._tasks[task] < MOST_FAILURES else STUCK
            finally:
                limit.cancel()
            await self._clock.sleep(pause)

    async def end(self) -> None:
        """Cancel all tasks, and start no others."""
        self._ended = True
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
