"""Writing to a log and reading it as a room does."""

from __future__ import annotations

from typing import Any

from tilerummy.server.store import Appended, Entries, Fenced, Store


async def append(
    store: Store,
    room: str,
    *new: bytes,
    **fields: Any,  # noqa: ANN401 - those of Entries
) -> Appended | Fenced:
    """Append entries at the end of a log as it is."""
    rows = await store.logs.load(room)
    head = rows[-1].head if rows else b""
    return await store.logs.append(Entries(room, len(rows), new, **{"head": head, **fields}))


async def bodies(store: Store, room: str = "a", since: int = 0) -> list[bytes]:
    """Return the entries of a room from a number on."""
    return [row.body for row in await store.logs.load(room, since)]
