"""A queue that treats keys fairly, with a limit per key and a limit in total."""

from __future__ import annotations

import heapq
from collections import deque
from itertools import count
from typing import Generic, TypeVar

T = TypeVar("T")


class FullError(Exception):
    """Raised if the queue is full."""


class FairQueue(Generic[T]):
    """A queue of items, each with a *key* such as a room or an address.

    Only one item per key is processed at a time. The next item is taken from the key with the
    lowest total cost, counted since the key started to compete with other keys (start-time fair
    queueing), so a key with many items delays only itself. Items with the same key are processed in
    order of arrival. At most *max_per_key* items per key and *max_waiting* in total may wait;
    otherwise :meth:`put` raises FullError.

    >>> queue = FairQueue[str](max_per_key=2, max_waiting=8)
    >>> for item in ("a1", "a2", "b1"):
    ...     queue.put(item[0], item)
    >>> queue.take(), queue.take(), queue.take()
    (('a', 'a1'), ('b', 'b1'), None)
    >>> queue.done("a", 3.0)
    >>> queue.take()
    ('a', 'a2')
    """

    def __init__(self, *, max_per_key: int, max_waiting: int) -> None:
        self._max_per_key, self._max_waiting = max_per_key, max_waiting
        self._waiting: dict[str, deque[T]] = {}
        self._size = 0
        self._turns: list[tuple[float, int, str]] = []
        self._turn: dict[str, int] = {}
        """The valid heap entry's number for each key with waiting items."""
        self._numbers = count()
        self._out: dict[str, float] = {}
        """The virtual start time of each item that is being processed, by key."""
        self._cost: dict[str, float] = {}
        self._now = 0.0

    def __len__(self) -> int:
        return self._size

    def put(self, key: str, item: T) -> None:
        """Add an item. Raises FullError if too many items are waiting."""
        own = self._waiting.get(key, ())
        if self._size >= self._max_waiting or len(own) >= self._max_per_key:
            raise FullError
        self._waiting.setdefault(key, deque()).append(item)
        self._size += 1
        self._queue_up(key)

    def take(self) -> tuple[str, T] | None:
        """Remove the next item and return it with its key, or None if nothing is available."""
        while self._turns:
            at, number, key = heapq.heappop(self._turns)
            if self._turn.get(key) != number:
                continue
            del self._turn[key]
            own = self._waiting[key]
            item = own.popleft()
            if not own:
                del self._waiting[key]
            self._size -= 1
            self._now = max(self._now, at)
            self._out[key] = self._now
            return key, item
        return None

    def done(self, key: str, cost: float) -> None:
        """Record the cost of the item processed for *key*, and make its next item available."""
        self._cost[key] = self._out.pop(key) + cost
        self._queue_up(key)
        if not self._out and not self._waiting:
            self._cost.clear()  # no other key is waiting
        elif len(self._cost) > 2 * (len(self._waiting) + len(self._out)) + 64:
            self._cost = {k: c for k, c in self._cost.items() if c > self._now}

    def back(self, key: str, item: T) -> None:
        """Return the item that was taken for *key* to the front of the key's queue."""
        self._waiting.setdefault(key, deque()).appendleft(item)
        self._size += 1
        self.done(key, 0.0)

    def remove(self, key: str, item: T) -> bool:
        """Remove an item if it is still waiting, and return whether it was removed."""
        own = self._waiting.get(key)
        if own is None or item not in own:
            return False
        own.remove(item)
        self._size -= 1
        if not own:
            del self._waiting[key]
            self._turn.pop(key, None)
        return True

    def _queue_up(self, key: str) -> None:
        if key in self._out or key in self._turn or key not in self._waiting:
            return
        number = self._turn[key] = next(self._numbers)
        at = max(self._now, self._cost.get(key, 0.0))
        heapq.heappush(self._turns, (at, number, key))
