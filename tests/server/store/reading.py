"""A clock for a store, and its contents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import apsw
import psycopg

from tilerummy.server.store.copying import OF_GUESTS, OF_ROOMS
from tilerummy.server.store.database import Connection, Stored
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Appended, Entries, Fenced


@dataclass
class Time:
    """The time in ms since 1970, which is moved by hand."""

    now: int = 1_000_000

    def __call__(self) -> int:
        return self.now


async def append(
    store: Store,
    room: str,
    *new: bytes,
    **fields: Any,  # noqa: ANN401 - the fields of Entries
) -> Appended | Fenced:
    """Append entries at the current end of a log."""
    rows = await store.logs.load(room)
    head = rows[-1].head if rows else b""
    return await store.logs.append(Entries(room, len(rows), new, **{"head": head, **fields}))


async def bodies(store: Store, room: str = "a", since: int = 0) -> list[bytes]:
    """Return the entries of a room, from index *since* on."""
    return [row.body for row in await store.logs.load(room, since)]


async def all_rooms(store: Store) -> list[str]:
    found = await store.database.read(lambda db: db.rows("SELECT room FROM rooms ORDER BY room"))
    return [room for (room,) in found]


async def contents(store: Store) -> dict[str, list[Stored]]:
    """Return all rows of all tables, without the nodes."""

    def work(db: Connection) -> dict[str, list[Stored]]:
        names = (*OF_ROOMS, *OF_GUESTS)
        return {name: sorted(db.rows(f"SELECT * FROM {name}"), key=repr) for name in names}

    return await store.database.read(work)


def change(url: str, *statements: str) -> list[tuple[object, ...]]:
    """Execute statements in SQLite's dialect, directly in the database; return the last rows."""
    rows: list[tuple[object, ...]] = []
    if url.startswith("sqlite:///"):
        file = apsw.Connection(url.removeprefix("sqlite:///"))
        file.set_busy_timeout(5000)
        for statement in statements:
            rows = [*file.execute(statement)]
        file.close()
        return rows
    with psycopg.connect(url, autocommit=True) as db:
        for statement in statements:
            cursor = db.execute(statement.replace("x'00'", "'\\x00'::bytea").encode())
            rows = cursor.fetchall() if cursor.description else []
    return rows
