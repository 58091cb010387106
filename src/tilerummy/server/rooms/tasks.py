"""Background tasks of a room, retried until their result is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context
from functools import partial
from typing import Literal, NamedTuple

from tilerummy.server.ops.logs import log_failure
from tilerummy.server.room.room import Room
from tilerummy.server.rooms.ports import Clock
from tilerummy.server.store import StorageError

RETRY_AFTER = 2000
"""Milliseconds after which a task is retried whose result could not be stored."""

TaskFunction = Callable[[], Coroutine[object, object, None]]


def task_name(kind: Literal["deal", "time", "turn"], room: Room) -> str:
    """Return the name of the task that deals, ends the turn in time or plays a computer's turn."""
    return f"{kind} {room.changed}"


class _NamedTask(NamedTuple):
    task: asyncio.Task[None]
    since: int


class BackgroundTasks:
    """The tasks of one room. At most one runs under each name; without a name, any number."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: set[asyncio.Task[None]] = set()
        self._named: dict[str, _NamedTask] = {}
        self._latest = dict[str, tuple[str, int]]()  # by the kind of the task
        self._ended = False

    @property
    def busy(self) -> bool:
        """Whether any task runs."""
        return bool(self._tasks)

    def begin(self, work: TaskFunction, name: str = "") -> None:
        """Run *work* as a task of its own, until its result is stored."""
        if self._ended or name in self._named:
            return
        # in a context of its own: it is no part of the command that was its occasion
        task = asyncio.get_running_loop().create_task(self._persist(work), context=Context())
        self._tasks.add(task)
        if name:
            self._named[name] = _NamedTask(task, self._clock.now())
            self._latest[_kind(name)] = (name, self.times_begun(name) + 1)
        task.add_done_callback(partial(self._task_ended, name=name))

    def running_since(self, name: str) -> int | None:
        """Return since when the task of that name runs; None if there is none."""
        named = self._named.get(name)
        return None if named is None else named.since

    def times_begun(self, name: str) -> int:
        """Return how often the task of that name was started since another one of its kind was."""
        latest, times = self._latest.get(_kind(name), ("", 0))
        return times if latest == name else 0

    def cancel(self, name: str) -> None:
        """Cancel the task of that name."""
        if (named := self._named.pop(name, None)) is not None:
            named.task.cancel()

    def _task_ended(self, task: asyncio.Task[None], *, name: str) -> None:
        self._tasks.discard(task)
        named = self._named.get(name)
        if named is not None and named.task is task:
            del self._named[name]
        if task.cancelled() and not self._ended:
            log_failure("(table)", asyncio.CancelledError())

    async def _persist(self, work: TaskFunction) -> None:
        while True:
            try:
                await work()
            except StorageError:
                await self._clock.sleep(RETRY_AFTER)
            except Exception as error:  # noqa: BLE001 - no caller could handle it
                log_failure("(table)", error)
                return
            else:
                return

    async def end(self) -> None:
        """Cancel all tasks, and start no others."""
        self._ended = True
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _kind(name: str) -> str:
    return name.partition(" ")[0]
