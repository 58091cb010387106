"""A queue and a gate for each socket; asyncio's own take a kilobyte and more each."""

from __future__ import annotations

import asyncio

from uvicorn._types import ASGIReceiveEvent


class MessageQueue:
    """The events that wait for the application; only one task takes them."""

    __slots__ = ("_events", "_waiting")

    def __init__(self) -> None:
        self._events: list[ASGIReceiveEvent] = []
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, event: ASGIReceiveEvent) -> None:
        """Add an event."""
        self._events.append(event)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def qsize(self) -> int:
        """Return how many wait."""
        return len(self._events)

    def empty(self) -> bool:
        """Return whether none waits."""
        return not self._events

    async def get(self) -> ASGIReceiveEvent:
        """Return the oldest, as soon as there is one."""
        while not self._events:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._events.pop(0)


class WriteGate:
    """Whether more may be written; open at first."""

    __slots__ = ("_closed",)

    def __init__(self) -> None:
        self._closed: asyncio.Event | None = None

    def is_set(self) -> bool:
        """Return whether it is open."""
        return self._closed is None

    def clear(self) -> None:
        """Close it."""
        if self._closed is None:
            self._closed = asyncio.Event()

    def set(self) -> None:
        """Open it."""
        if self._closed is not None:
            self._closed.set()
            self._closed = None

    async def wait(self) -> bool:
        """Return as soon as it is open."""
        while self._closed is not None:
            await self._closed.wait()
        return True
