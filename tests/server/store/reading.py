"""What a store holds of a table."""

from __future__ import annotations

from tilerummy.server.store import Store


async def bodies(store: Store, room: str = "a", since: int = 0) -> list[bytes]:
    """Return the entries of a table from a number on."""
    return [row.body for row in await store.load(room, since)]
