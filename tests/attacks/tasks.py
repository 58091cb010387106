"""Tasks of attackers and victims, and how they end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel *tasks* and return when all are done, whatever their results are.

    A cancellation can be lost when an answer arrives at the same moment, so it is repeated.
    """
    tasks = [*tasks]
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=1)
    await asyncio.gather(*tasks, return_exceptions=True)
