"""Writes gathered until they are passed on together: many share a commit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, NamedTuple, Protocol, TypeVar

from tilerummy.server.store.port import StorageError

BATCH = 256
"""How many writes are committed together at most."""
SPACING = 10
"""The least time between two batches, as a multiple of *linger*."""


class WaitingWrite(Protocol):
    """A write that waits for its result."""

    def set_result(self, error: Exception | None) -> None:
        """Set the result of its future, or the error; on the event loop."""
        ...


AnyWrite = TypeVar("AnyWrite", bound=WaitingWrite)


class Batch(NamedTuple, Generic[AnyWrite]):
    """Writes to commit together, and their source."""

    source: Gathering[AnyWrite]
    writes: list[AnyWrite]


class Gathering(Generic[AnyWrite]):
    """The writes of one event loop, gathered until they are passed to the writer together.

    A batch is gathered for *linger* seconds, and until the one before it is written and ``SPACING``
    times as long has passed since then. So a single write waits little, and under load many share a
    commit; thread and event loop are woken once for each batch. Without *linger* a batch is what
    was added in one iteration of the event loop, or while the batch before it was written.

    When a batch takes longer than *patience*, all writes after it are refused until it is done.
    """

    def __init__(
        self,
        hand_over: Callable[[Batch[AnyWrite]], None],
        linger: float,
        *,
        patience: float | None = None,
    ) -> None:
        self._hand_over, self._linger, self._patience = hand_over, linger, patience
        self.loop = asyncio.get_running_loop()
        self._waiting: list[AnyWrite] = []
        self._under_way = False
        self._stuck = False
        self._earliest = 0.0
        self._timer: asyncio.Handle | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def busy(self) -> bool:
        """Whether any write waits or is being written."""
        return self._under_way or bool(self._waiting)

    @property
    def stuck(self) -> bool:
        """Whether a batch takes longer than *patience*."""
        return self._stuck

    def add(self, write: AnyWrite) -> None:
        """Add a write to the next batch."""
        self._waiting.append(write)
        if self._under_way or self._timer is not None:
            return
        if self._linger:
            self._go_soon(self._linger)
        else:  # with what all tasks add that can run now
            self._timer = self.loop.call_soon(self.go)

    def _go_soon(self, linger: float) -> None:
        """Pass on the gathered writes as soon as allowed, at the earliest in *linger* seconds."""
        full = len(self._waiting) >= BATCH
        wait = 0.0 if full else max(linger, self._earliest - self.loop.time())
        if self._linger and wait > 0:
            self._timer = self.loop.call_later(wait, self.go)
        else:
            self.go()

    def go(self) -> None:
        """Pass on the gathered writes."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiting:
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            self._under_way = True
            self._earliest = self.loop.time() + SPACING * self._linger
            if self._patience is not None:
                self._cancel_alarm()
                self._alarm = self.loop.call_later(self._patience, self._refuse_waiting)
            self._hand_over(Batch(self, batch))

    def _refuse_waiting(self) -> None:
        """Refuse all that waits for a batch that takes too long."""
        self._stuck = True
        refused, self._waiting = self._waiting, []
        for write in refused:
            write.set_result(StorageError("the database does not answer"))

    def _cancel_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def written(self, batch: list[AnyWrite], error: Exception | None) -> None:
        """Set the results of a batch, and continue; on the event loop."""
        self._under_way = self._stuck = False
        self._cancel_alarm()
        if self._waiting and self._timer is None:
            self._go_soon(0.0)
        for write in batch:
            write.set_result(error)
