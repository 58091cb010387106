"""The schema is brought up to date while servers of the release before go on."""

from __future__ import annotations

import asyncio
import re

import pytest
from tests.server.store.times import Time
from tests.support.servers.postgres import PostgresServer
from tests.support.waiting import eventually

from tilerummy.server.store import Appended, Entries, Store
from tilerummy.server.store.opening import migrate_store, open_store
from tilerummy.server.store.port import StoreOpeningError
from tilerummy.server.store.postgres import schema

pytestmark = pytest.mark.anyio

RELEASED = 2
"""How many steps version 0.1 has."""
TAKES_AWAY = re.compile(
    r"\b(DROP|RENAME|TRUNCATE|REPLACE|SET NOT NULL|ALTER COLUMN|TYPE)\b(?! EXISTS)", re.IGNORECASE
)
ADDED = """
ALTER TABLE rooms ADD later text;
CREATE TABLE later (room text PRIMARY KEY);
"""


def test_steps_of_the_schema_only_add() -> None:
    """Servers of the release before go on while a step is taken, and afterwards."""
    assert TAKES_AWAY.search("ALTER TABLE rooms DROP clock")
    assert TAKES_AWAY.search("CREATE OR REPLACE FUNCTION tilerummy_append_1()")
    assert not TAKES_AWAY.search(ADDED)
    for step in schema.STEPS[RELEASED:]:
        assert not TAKES_AWAY.search(step), "add now, and take away one release later"


async def test_an_older_server_goes_on_while_the_schema_grows(
    postgres: PostgresServer, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = open_store(url := postgres.empty(), time, shared=True)
    ended = asyncio.Event()
    logs = [asyncio.create_task(_append(older, f"r{n}", ended)) for n in range(8)]
    await eventually(lambda: older.load("r7"))
    with monkeypatch.context() as newer:
        newer.setattr(schema, "STEPS", (*schema.STEPS, ADDED))
        newer.setattr(schema, "VERSION", schema.VERSION + 1)
        found = await asyncio.to_thread(migrate_store, url)
        assert found == (schema.VERSION - 1, schema.VERSION)
        new = open_store(url, time, shared=True)
    with postgres.connect(url) as db:
        db.execute("SELECT later FROM rooms")
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE '%tilerummy_append_shared_1%' AND pid <> pg_backend_pid()"
        )
    before = len(await older.load("r0"))
    await eventually(lambda: _longer(older, before))
    ended.set()

    for number, appended in enumerate(await asyncio.gather(*logs)):
        assert [row.body for row in await new.load(f"r{number}")] == appended
    with pytest.raises(StoreOpeningError, match="newer version"):
        open_store(url, time, shared=True)
    await older.close()
    await new.close()


async def _append(store: Store, room: str, ended: asyncio.Event) -> list[bytes]:
    """Append until the end; nothing may be refused."""
    bodies: list[bytes] = []
    while not ended.is_set():
        size = len(bodies)
        body = f"{room}.{size}".encode()
        assert await store.append(Entries(room, size, [body])) == Appended(size, size)
        bodies.append(body)
    return bodies


async def _longer(store: Store, size: int) -> bool:
    return len(await store.load("r0")) > size
