"""Waiting jobs: fair between those who ask, bounded for each and for all."""

from __future__ import annotations

import heapq
from collections import deque
from itertools import count
from typing import Generic, TypeVar

T = TypeVar("T")


class FullError(Exception):
    """So much waits already that nothing more is taken."""


class FairQueue(Generic[T]):
    """Items that wait, each for a *key*: a table or an address.

    Of every key one item is out at a time. The next one is of the key that has cost least since
    others began to wait (start-time fair queueing), so that whoever asks for much waits for
    itself alone. Of one key the first comes first. There wait up to *each* items of a key and
    *most* of all keys; :meth:`put` raises FullError for one more.

    >>> queue = FairQueue[str](each=2, most=8)
    >>> for item in ("a1", "a2", "b1"):
    ...     queue.put(item[0], item)
    >>> queue.take(), queue.take(), queue.take()
    (('a', 'a1'), ('b', 'b1'), None)
    >>> queue.done("a", 3.0)
    >>> queue.take()
    ('a', 'a2')
    """

    def __init__(self, *, each: int, most: int) -> None:
        self._each, self._most = each, most
        self._waiting: dict[str, deque[T]] = {}
        self._size = 0
        self._turns: list[tuple[float, int, str]] = []
        self._turn: dict[str, int] = {}
        """The number of the entry in the heap that counts, for each key whose turn will come."""
        self._numbers = count()
        self._out: dict[str, float] = {}
        """When the item that is out was begun, by its key, in the cost of all before it."""
        self._cost: dict[str, float] = {}
        self._now = 0.0

    def __len__(self) -> int:
        return self._size

    def put(self, key: str, item: T) -> None:
        """Have an item wait; raises FullError."""
        own = self._waiting.get(key, ())
        if self._size >= self._most or len(own) >= self._each:
            raise FullError
        self._waiting.setdefault(key, deque()).append(item)
        self._size += 1
        self._queue_up(key)

    def take(self) -> tuple[str, T] | None:
        """Return whose turn it is and the item, which is out then; None if nothing waits."""
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
        """Say what the item of *key* that was out has cost."""
        self._cost[key] = self._out.pop(key) + cost
        self._queue_up(key)
        if not self._out and not self._waiting:
            self._cost.clear()  # nobody has waited for anybody
        elif len(self._cost) > 2 * (len(self._waiting) + len(self._out)) + 64:
            self._cost = {k: c for k, c in self._cost.items() if c > self._now}

    def back(self, key: str, item: T) -> None:
        """Have the item of *key* that was out wait again, before all others of its key."""
        self._waiting.setdefault(key, deque()).appendleft(item)
        self._size += 1
        self.done(key, 0.0)

    def remove(self, key: str, item: T) -> bool:
        """Have an item wait no more, and return whether it did."""
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
