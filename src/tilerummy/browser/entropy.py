"""Random bytes for rooms; those for a new table may come from the page.

A page can thus deal before its server has started: it draws the bytes itself, and the server then
deals the same tiles.
"""

from __future__ import annotations

import secrets
from contextvars import ContextVar

_drawn: ContextVar[bytearray] = ContextVar("drawn")


def use(drawn: bytes) -> None:
    """Use the bytes that the page has drawn for the request that the current task responds to."""
    _drawn.set(bytearray(drawn))


def entropy(count: int) -> bytes:
    """Return *count* random bytes, beginning with those that the page has drawn."""
    drawn = _drawn.get(bytearray())
    given = bytes(drawn[:count])
    del drawn[:count]
    return given + secrets.token_bytes(count - len(given))
