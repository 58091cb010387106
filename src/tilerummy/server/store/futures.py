"""A future that cannot be cancelled, for writes that have begun."""

from __future__ import annotations

import asyncio
from typing import TypeVar

Result = TypeVar("Result")


class UncancellableFuture(asyncio.Future[Result]):
    """The result of a write that cannot be undone: a waiting task cannot cancel it.

    A task that is cancelled meanwhile ends when the write is done.
    """

    def cancel(self, msg: object = None) -> bool:
        """Cancel nothing."""
        del msg
        return False
