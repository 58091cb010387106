"""The schema is migrated while servers of the previous release keep running."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Sequence

import pytest
from tests.server.store.reading import Time, append
from tests.support.servers.postgres import PostgresServer
from tests.support.waiting import eventually

from tilerummy.server.store import schema
from tilerummy.server.store.factory import migrate_store, open_store
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Appended, StoreOpenError

TAKES_AWAY = re.compile(
    r"\b(DROP|RENAME|TRUNCATE|REPLACE|SET NOT NULL|ALTER COLUMN|TYPE)\b(?! EXISTS)", re.IGNORECASE
)
ADDED = ("ALTER TABLE rooms ADD later TEXT", "CREATE TABLE later (room TEXT PRIMARY KEY)")


def added(db: schema.Catalogue) -> None:
    """A step of a future release."""
    for statement in ADDED:
        db.execute(statement)


class Written(schema.Catalogue):
    """A catalogue that records the executed statements; it lacks the columns that a step adds."""

    def __init__(self) -> None:
        self.statements: list[str] = []

    def execute(self, statement: str) -> None:
        self.statements.append(statement)

    def columns(self) -> dict[str, set[str]]:
        return defaultdict(set)

    def drop_old(self) -> None:
        raise AssertionError("it removes something")


def test_schema_steps_only_add() -> None:
    """Servers of the previous release keep running during and after a step."""
    assert TAKES_AWAY.search("ALTER TABLE rooms DROP clock")
    for step in (*schema.STEPS[1:], added):
        written = Written()
        step(written)
        assert written.statements
        for statement in written.statements:
            assert not TAKES_AWAY.search(statement), "add now, and remove one release later"


async def test_an_older_server_runs_during_a_migration(
    postgres: PostgresServer, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = open_store(url := postgres.empty(), time, shared=True)
    ended = asyncio.Event()
    logs = [asyncio.create_task(_append(older, f"r{n}", ended)) for n in range(8)]
    await eventually(lambda: older.logs.load("r7"))
    with monkeypatch.context() as newer:
        newer.setattr(schema, "STEPS", (*schema.STEPS, added))
        newer.setattr(schema, "VERSION", schema.VERSION + 1)
        found = await asyncio.to_thread(migrate_store, url)
        assert found == (schema.VERSION - 1, schema.VERSION)
        new = open_store(url, time, shared=True)
    before = len(await older.logs.load("r0"))
    await eventually(lambda: _longer(older, before))
    ended.set()

    for number, appended in enumerate(await asyncio.gather(*logs)):
        assert [row.body for row in await new.logs.load(f"r{number}")] == appended
    with pytest.raises(StoreOpenError, match="newer version"):
        open_store(url, time, shared=True)
    await older.close()
    await new.close()


async def _append(store: Store, room: str, ended: asyncio.Event) -> Sequence[bytes]:
    """Append until the event is set; nothing may be refused."""
    bodies: list[bytes] = []
    while not ended.is_set():
        size = len(bodies)
        bodies.append(f"{room}.{size}".encode())
        assert await append(store, room, bodies[-1]) == Appended(size, size)
    return bodies


async def _longer(store: Store, size: int) -> bool:
    return len(await store.logs.load("r0")) > size
