"""Random bytes for rooms; for a new table, they may come from the web client.

A page can thus deal before its server has started: it draws the bytes itself, and the server then
deals the same tiles.
"""

from __future__ import annotations

import secrets
from contextvars import ContextVar

_drawn: ContextVar[bytearray] = ContextVar("drawn")


def use(drawn: bytes) -> None:
    """Use the bytes that the web client has drawn for the current task's request."""
    _drawn.set(bytearray(drawn))


def entropy(count: int) -> bytes:
    """Return *count* random bytes, beginning with those that the web client has drawn."""
    drawn = _drawn.get(bytearray())
    given = bytes(drawn[:count])
    del drawn[:count]
    return given + secrets.token_bytes(count - len(given))
