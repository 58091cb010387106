"""Opening a database creates its schema, and checks the settings that guarantees need."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.server.store.reading import Time
from tests.server.store.test_schemas import old_database
from tests.support.servers.postgres import PostgresServer

from tilerummy.server.store import postgres_server, schema
from tilerummy.server.store.factory import open_store
from tilerummy.server.store.postgres_server import LOCK_SHARED, Server, migrate, version_of
from tilerummy.server.store.types import StoreOpenError


async def test_simultaneous_servers_set_up_a_database_once(postgres: PostgresServer) -> None:
    url = postgres.empty()

    def migrated(_: int) -> tuple[int, int]:
        with Server(url).connect() as db:
            return migrate(Server(url), db)

    with ThreadPoolExecutor(3) as pool:
        found = sorted(pool.map(migrated, range(3)))
    assert found == [(0, schema.VERSION), *[(schema.VERSION, schema.VERSION)] * 2]


async def test_a_failed_step_leaves_nothing_behind(
    postgres: PostgresServer, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.empty()
    wrong = f"{schema.SCHEMA}CREATE INDEX reviews_by_made ON reviews (made);\n"
    monkeypatch.setattr(schema, "SCHEMA", wrong)
    with pytest.raises(StoreOpenError, match="already exists"):
        open_store(url, time)
    monkeypatch.undo()

    with postgres.connect(url) as db:
        assert version_of(db) == 0
    await open_store(url, time).close()


async def test_a_database_in_use_by_an_older_server_is_not_updated(
    postgres: PostgresServer, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_server, "UPDATE_ATTEMPTS", 2)
    url = old_database(postgres)
    with postgres.connect(url) as db:
        db.execute(LOCK_SHARED)
        with pytest.raises(StoreOpenError, match="a server of an older version uses"):
            open_store(url, time, shared=True)
        assert version_of(db) == 5
    stores = [open_store(url, time, shared=True) for _ in range(2)]
    for store in stores:
        await store.close()


async def test_a_database_without_utf8_is_rejected(postgres: PostgresServer, time: Time) -> None:
    with postgres.connect() as db:
        db.execute("DROP DATABASE IF EXISTS old")
        db.execute("CREATE DATABASE old ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")

    with pytest.raises(StoreOpenError, match=r"LATIN1.*ENCODING 'UTF8'"):
        open_store(postgres.url.replace("/postgres", "/old"), time)


@pytest.fixture
def strict(postgres: PostgresServer) -> Iterator[PostgresServer]:
    """The database server with fsync switched on."""
    postgres.set(fsync="on")
    yield postgres
    postgres.set(fsync="off", full_page_writes="on")


@pytest.mark.parametrize("value", ["off", "local", "on"])
async def test_asynchronous_commits_are_reported(
    strict: PostgresServer, time: Time, value: str
) -> None:
    store = open_store(strict.empty(synchronous_commit=value), time)
    weak = "synchronous_commit is off in the database: the latest turns can be lost"
    found = [each[: len(weak)] for each in store.database.about.weaknesses]
    assert found == [weak] * (value == "off")
    assert store.database.about.software.startswith("PostgreSQL 1")
    await store.close()


async def test_unsafe_server_settings_are_reported(strict: PostgresServer, time: Time) -> None:
    strict.set(fsync="off", full_page_writes="off")
    store = open_store(strict.empty(), time)
    names = [each.partition(" is off")[0] for each in store.database.about.weaknesses]
    assert names == ["fsync", "full_page_writes"]
    await store.close()
