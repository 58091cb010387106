"""Writing to a log and reading it as a room does, and reading all that a store holds."""

from __future__ import annotations

from typing import Any

from tilerummy.server.store.copying import OF_GUESTS, OF_ROOMS
from tilerummy.server.store.database import Connection, Stored
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Appended, Entries, Fenced


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


async def all_rooms(store: Store) -> list[str]:
    """Return all rooms."""
    found = await store.database.read(lambda db: db.rows("SELECT room FROM rooms ORDER BY room"))
    return [room for (room,) in found]


async def held(store: Store) -> dict[str, list[Stored]]:
    """Return all rows of all tables but those of nodes."""

    def work(db: Connection) -> dict[str, list[Stored]]:
        names = (*OF_ROOMS, *OF_GUESTS)
        return {name: sorted(db.rows(f"SELECT * FROM {name}"), key=repr) for name in names}

    return await store.database.read(work)
