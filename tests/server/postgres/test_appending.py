"""Appends to PostgreSQL use indexes, and survive lost connections."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import psycopg
import pytest
from tests.server.store.reading import Time, append, bodies
from tests.support.examples import examples
from tests.support.servers.postgres import PostgresServer
from tests.support.waiting import until

from tilerummy.server.store import postgres as module
from tilerummy.server.store.database import Append
from tilerummy.server.store.factory import open_store
from tilerummy.server.store.types import Appended, Entries, Fenced, RoomSummary


async def test_an_append_never_scans_a_table(postgres: PostgresServer, time: Time) -> None:
    """Plans are made while all tables are empty, and then retained."""
    url = postgres.empty()
    await open_store(url, time).close()
    before = scans(postgres, url)
    store = open_store(url, time)

    async def play(room: str) -> None:
        new = Entries(
            room, 0, [b"x"], guest="s", answer=b"ok", summary=RoomSummary("x", members=("s",))
        )
        for n in range(examples(12, 40)):
            seeds = {n: b"seed"}
            new = replace(new, expected=n, bodies=[b"x"], cid=f"{n}", seeds=seeds, invited=("t",))
            stored = await store.logs.append(new)
            assert isinstance(stored, Appended)
            new = replace(new, head=stored.head)
            await store.logs.append(replace(new, expected=n + 1, bodies=[], cid=f"no {n}"))

    await asyncio.gather(*(play(f"r{n}") for n in range(20)))
    await store.close()

    assert scans(postgres, url) == before


def scans(postgres: PostgresServer, url: str) -> dict[str, int]:
    """Return the number of sequential scans of each table.

    A connection reports its counts when it is closed.
    """
    with postgres.connect(url) as db:
        stores = "SELECT FROM pg_stat_activity WHERE starts_with(application_name, 'tilerummy-')"
        until(lambda: not db.execute(stores).fetchall())
        db.execute("SELECT pg_stat_clear_snapshot()")
        found = db.execute(
            "SELECT relname, seq_scan FROM pg_stat_user_tables"
            " WHERE schemaname = current_schema() AND relname <> 'tilerummy_schema'"
        )
        return {str(name): int(count) for name, count in found}


@pytest.mark.parametrize("before", [True, False])
async def test_an_append_whose_result_is_lost_is_stored_once(
    postgres: PostgresServer, time: Time, monkeypatch: pytest.MonkeyPatch, *, before: bool
) -> None:
    """The connection is lost *before* the appends are sent, or after they were stored."""
    store = open_store(postgres.empty(), time)
    stored = await append(store, "a", b"0")
    assert isinstance(stored, Appended)
    sent, lost = module._sent, 0

    def lose(db: psycopg.Connection, appends: Sequence[Append]) -> list[bool]:
        nonlocal lost
        lost += 1
        if lost > 1:
            return sent(db, appends)
        if not before:
            sent(db, appends)
        db.close()
        raise psycopg.OperationalError("lost")

    monkeypatch.setattr(module, "_sent", lose)
    news = [
        Entries("a", 1, [b"1"], head=stored.head, cid="c", guest="s"),
        Entries("b", 0, [b"0"]),
        Entries("a", 0, [b"again"]),
    ]
    results = await asyncio.gather(*map(store.logs.append, news))

    assert results == [Appended(1, 1), Appended(0, 0), Fenced()]
    assert lost == 2
    assert [await bodies(store, room) for room in "ab"] == [[b"0", b"1"], [b"0"]]
    lost = 0
    head = results[0].head if isinstance(results[0], Appended) else b""
    refusal = Entries("a", 2, [], head=head, cid="d", guest="s", answer=b"no")
    assert await store.logs.append(refusal) == Appended(2, 1)
    assert await store.logs.answer("a", "s", "d") == b"no"
    await store.close()
