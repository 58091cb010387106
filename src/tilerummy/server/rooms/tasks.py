"""Background tasks of a room, retried until their result is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context
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


class _Named(NamedTuple):
    """The latest task of a kind, since when it runs, and how often it was begun."""

    name: str
    task: asyncio.Task[None]
    since: int
    times: int


class BackgroundTasks:
    """The tasks of one room. At most one runs under each name; without a name, any number."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: set[asyncio.Task[None]] = set()
        self._latest = dict[str, _Named]()  # by the kind of the task
        self._ended = False

    @property
    def busy(self) -> bool:
        """Whether any task runs."""
        return bool(self._tasks)

    def begin(self, work: TaskFunction, name: str = "") -> None:
        """Run *work* as a task of its own, until its result is stored."""
        if self._ended or self.running_since(name) is not None:
            return
        # in a context of its own: it is no part of the command that was its occasion
        task = asyncio.get_running_loop().create_task(self._persist(work), context=Context())
        self._tasks.add(task)
        if name:
            times = self.times_begun(name) + 1
            self._latest[name.partition(" ")[0]] = _Named(name, task, self._clock.now(), times)
        task.add_done_callback(self._task_ended)

    def running_since(self, name: str) -> int | None:
        """Return since when the task of that name runs; None if there is none."""
        known = self._known(name)
        return known.since if known and known.task in self._tasks else None

    def times_begun(self, name: str) -> int:
        """Return how often the task of that name was started since another one of its kind was."""
        known = self._known(name)
        return known.times if known else 0

    def cancel(self, name: str) -> None:
        """Cancel the task of that name."""
        if known := self._known(name):
            known.task.cancel()
            self._tasks.discard(known.task)

    def _known(self, name: str) -> _Named | None:
        known = self._latest.get(name.partition(" ")[0])
        return known if known and known.name == name else None

    def _task_ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
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
