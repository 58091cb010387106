"""Waits for a condition, with a timeout for busy machines."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from inspect import isawaitable


def until(condition: Callable[[], object], *, seconds: float = 60) -> None:
    """Wait until a condition is true."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "in vain"
        time.sleep(0.01)


async def eventually(condition: Callable[[], object], *, seconds: float = 60) -> None:
    """Wait until a condition is true. The condition may be a coroutine function."""
    deadline = time.monotonic() + seconds
    while not (result := condition()) or (isawaitable(result) and not await result):
        assert time.monotonic() < deadline, "in vain"
        await asyncio.sleep(0.01)
