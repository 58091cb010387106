"""A room's background tasks, which are retried until their results have been stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context
from functools import partial

from tilerummy.server.clock import Clock
from tilerummy.server.ops.logs import WARNING, log_event, log_failure
from tilerummy.server.store.types import StorageError

RETRY_AFTER = 2000
"""The delay before retrying a task that failed or whose result was not stored, in milliseconds."""
TASK_TIMEOUT = 60_000
"""The time limit of a running task in milliseconds; then it is cancelled and retried."""
MAX_FAILURES = 4
"""After this many failures, a task is retried only every :data:`TASK_TIMEOUT` milliseconds."""

TaskFunction = Callable[[], Coroutine[object, object, None]]


class BackgroundTasks:
    """The background tasks of a single room.

    Tasks with the same name never run at the same time. If a task should run once per version of
    the room, include the version in its name.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: dict[asyncio.Task[None], int] = {}  # each task's number of failures
        self._names: set[str] = set()
        self._ended = False

    @property
    def busy(self) -> bool:
        """True while a task is running."""
        return bool(self._tasks)

    def start(self, work: TaskFunction, name: str = "") -> None:
        """Run *work* as a task until it succeeds and its result is stored."""
        if self._ended or name in self._names:
            return
        # in a fresh context, because the task is independent of the command that started it
        task = asyncio.get_running_loop().create_task(
            self._run_until_stored(work, name), context=Context()
        )
        self._tasks[task] = 0
        if name:
            self._names.add(name)
        task.add_done_callback(partial(self._finished, name))

    def failures(self) -> int:
        """Return the number of times that the current task has failed."""
        task = asyncio.current_task()
        return self._tasks.get(task, 0) if task else 0

    def _finished(self, name: str, task: asyncio.Task[None]) -> None:
        self._names.discard(name)
        del self._tasks[task]

    async def _run_until_stored(self, work: TaskFunction, name: str) -> None:
        task = asyncio.current_task()
        assert task is not None

        def stop() -> None:
            task.cancel()

        while not self._ended:
            pause = RETRY_AFTER
            limit = self._clock.call_later(TASK_TIMEOUT, stop)
            try:
                await work()
                return
            except StorageError:
                pass
            except (asyncio.CancelledError, Exception) as error:  # no caller could handle the error
                if self._ended:
                    raise
                task.uncancel()
                log_failure("(table)", error)
                log_event("started_again", WARNING, kind=name.partition(" ")[0])
                self._tasks[task] += 1
                pause = RETRY_AFTER if self._tasks[task] < MAX_FAILURES else TASK_TIMEOUT
            finally:
                limit.cancel()
            await self._clock.sleep(pause)

    async def end(self) -> None:
        """Cancel all tasks, wait until they have ended, and accept no new ones."""
        self._ended = True
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
