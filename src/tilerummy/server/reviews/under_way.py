"""A review that is being made, and those who wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine

from tilerummy.server.reviews.port import ReviewUpdate

Tell = Callable[[ReviewUpdate], None]
"""Is called with each update."""


class UnderWay:
    """One review, for all who wait for it: each hears what is known already, then what is new.

    It is cancelled when nobody waits any more.
    """

    def __init__(self, make: Callable[[Tell], Coroutine[None, None, None]]) -> None:
        self._make = make
        self._latest = ReviewUpdate(0.0)
        self._number = 0
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._waiting = 0

    @property
    def is_over(self) -> bool:
        """Whether nobody can join any more."""
        return self._task is not None and (self._task.done() or not self._waiting)

    async def updates(self) -> AsyncGenerator[ReviewUpdate, None]:
        """Yield updates until the final one; raises what making it raises."""
        self._waiting += 1
        task = self._task = self._task or self._begin()
        seen = 0
        try:
            while True:
                news = self._news
                if seen < self._number:
                    seen = self._number
                    yield self._latest
                elif task.done():
                    task.result()
                    return
                else:
                    await news.wait()
        finally:
            self._waiting -= 1
            if not self._waiting:
                task.cancel()

    def _begin(self) -> asyncio.Task[None]:
        task = asyncio.create_task(self._make(self._tell))
        task.add_done_callback(lambda _: self._wake())
        return task

    def _tell(self, update: ReviewUpdate) -> None:
        """Hear an update; the review that was found last stays known."""
        found = update.found or self._latest.found
        self._latest = ReviewUpdate(update.share, found, update.final)
        self._number += 1
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()
